package dev.kakutei.operator.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.github.f4b6a3.uuid.UuidCreator;
import dev.kakutei.http.Refused;
import dev.kakutei.ledger.Status;
import dev.kakutei.operator.search.ClientScope;
import dev.kakutei.operator.search.Cursor;
import dev.kakutei.operator.search.Search;
import dev.kakutei.operator.search.StatusFilter;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.request.Violation;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Base64;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SearchParametersTest {
    private static final ClientScope SHOP = ClientScope.only("shop");

    @Test
    void read_nothing_isTheNewestOfTheCaller() throws Exception {
        Search plain = new Search("shop", StatusFilter.ANY, null, null, null, null, null, null, 50, null);

        assertThat(SearchParameters.read(null, SHOP)).isEqualTo(plain);
        assertThat(SearchParameters.read("", SHOP)).isEqualTo(plain);
        assertThat(SearchParameters.read(
                        "status=&kind=&gateway=&min_amount=&max_amount=&from=&to=&pending_verification=", SHOP))
                .isEqualTo(plain);
    }

    @Test
    void read_everything_isAllThere() throws Exception {
        Cursor cursor = new Cursor(
                Instant.parse("2026-11-01T10:00:00.123456Z"), new RequestId(UuidCreator.getTimeOrderedEpoch()));

        Search search = SearchParameters.read(
                "client=helpdesk&status=PENDING&kind=payment&gateway=bank-1&currency=JPY&min_amount=0&max_amount=99.50"
                        + "&from=2026-01-01T00:00:00Z&to=2026-01-01T09:00:01%2B09:00&pending_verification=true&limit=500"
                        + "&cursor=" + cursor.text(),
                ClientScope.everyClient());

        Set<Status> mayBeInDoubt =
                EnumSet.of(Status.SENDING, Status.RETRYING, Status.HELD, Status.VERIFYING, Status.VERIFICATION_FAILED);
        assertThat(search)
                .isEqualTo(new Search(
                        "helpdesk",
                        new StatusFilter(Map.of(RequestKind.PAYMENT, mayBeInDoubt), true),
                        "bank-1",
                        "JPY",
                        BigDecimal.ZERO,
                        new BigDecimal("99.50"),
                        Instant.parse("2026-01-01T00:00:00Z"),
                        Instant.parse("2026-01-01T00:00:01Z"),
                        500,
                        cursor));
    }

    @Test
    void read_stateAndWaiting_narrowTheStatus() throws Exception {
        assertThat(wanted("state=held,returned"))
                .isEqualTo(StatusFilter.either(List.of(Status.HELD, Status.RETURNED), List.of()));
        assertThat(wanted("state=held&status=FAILED").nothing()).isTrue();
        assertThat(wanted("waiting_for_person=true"))
                .isEqualTo(StatusFilter.either(
                        List.of(Status.PENDING_APPROVAL, Status.RETURNED, Status.HELD, Status.VERIFICATION_FAILED),
                        List.of()));
        assertThat(wanted("waiting_for_person=true&pending_verification=true"))
                .isEqualTo(StatusFilter.either(List.of(Status.HELD, Status.VERIFICATION_FAILED), List.of())
                        .inDoubt(true));
    }

    @Test
    void read_status_capitalsAreTheCallersStatusAndSmallLettersTheLedgersState() throws Exception {
        assertThat(wanted("status=SUCCEEDED"))
                .isEqualTo(states(Set.of(Status.SUCCEEDED), Set.of()))
                .isEqualTo(wanted("status=succeeded&kind=order"));
        assertThat(wanted("status=AUTHORIZED")).isEqualTo(states(Set.of(), Set.of(Status.SUCCEEDED)));
        Set<Status> failed = EnumSet.of(Status.FAILED, Status.ABORTED, Status.EXPIRED, Status.CANCELLED);
        assertThat(wanted("status=FAILED")).isEqualTo(states(failed, failed));
        assertThat(wanted("status=failed")).isEqualTo(states(Set.of(Status.FAILED), Set.of(Status.FAILED)));
        assertThat(wanted("status=failed,expired"))
                .isEqualTo(wanted("status=failed&status=expired"))
                .isEqualTo(StatusFilter.either(List.of(Status.FAILED, Status.EXPIRED), List.of()));
        assertThat(wanted("status=PENDING_APPROVAL&kind=order"))
                .isEqualTo(states(EnumSet.of(Status.PENDING_APPROVAL, Status.RETURNED), Set.of()));
        assertThat(wanted("pending_verification=false").of(RequestKind.ORDER))
                .isEqualTo(EnumSet.complementOf(EnumSet.of(Status.VERIFYING, Status.VERIFICATION_FAILED)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "colour=red | colour | is not a parameter here; there are: client, status, state, kind",
                "Status=PENDING | Status | is not a parameter here",
                "status=pending | status | must be one of PENDING, PENDING_APPROVAL, AUTHORIZED",
                "status=FAILED, | status | must be one of",
                "kind=ORDER | kind | order or payment",
                "kind=order&kind=payment | kind | is given more than once",
                "gateway=a%20b | gateway | the name of a gateway",
                "currency=jpy | currency | three capitals",
                "min_amount=-1 | min_amount | a decimal",
                "min_amount=1e3 | min_amount | a decimal",
                "min_amount=1,5 | min_amount | a decimal",
                "max_amount=1234567890123456789 | max_amount | 18 digits",
                "min_amount=2&max_amount=1.9 | min_amount | must not be greater than max_amount",
                "from=yesterday | from | RFC 3339",
                "from=2026-01-01 | from | RFC 3339",
                "from=2026-01-01T00:00:00+09:00 | from | %2B",
                "from=1969-12-31T23:59:59Z | from | RFC 3339",
                "to=%2B10000-01-01T00:00:00Z | to | RFC 3339",
                "from=2026-01-01T00:00:00Z&to=2026-01-01T00:00:00Z | from | must be before to",
                "pending_verification=yes | pending_verification | true or false",
                "limit=0 | limit | 1 to 500",
                "limit=501 | limit | 1 to 500",
                "limit=007 | limit | 1 to 500",
                "limit=ten | limit | 1 to 500",
                "cursor=abc | cursor | as it was given in next",
                "client=helpdesk | client | is not one whose requests you may see",
                "status=%zz | status=%zz | percent-encoded",
                "gateway=%ff | gateway=%ff | percent-encoded",
                "gateway=%00 | gateway=%00 | percent-encoded",
            })
    void read_mistake_namesTheParameter(String query, String field, String message) {
        Refused refused = catchThrowableOfType(Refused.class, () -> SearchParameters.read(query, SHOP));

        assertThat(refused.problem().status()).isEqualTo(400);
        assertThat(refused.problem().errors()).singleElement().satisfies(error -> {
            assertThat(error.field()).isEqualTo(field);
            assertThat(error.message()).contains(message);
        });
    }

    @Test
    void read_manyMistakes_reportsAllOfThem() {
        Refused refused = catchThrowableOfType(
                Refused.class, () -> SearchParameters.read("limit=0&kind=x&from=y&nonsense=1&status=z", SHOP));

        assertThat(refused.problem().errors())
                .extracting(Violation::field)
                .containsExactlyInAnyOrder("limit", "kind", "from", "nonsense", "status");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1.5.01000000-0000-7000-8000-000000000000 ",
                "2.5.01000000-0000-7000-8000-000000000000",
                "1.-5.01000000-0000-7000-8000-000000000000",
                "1.05.01000000-0000-7000-8000-000000000000",
                "1.999999999999999999.01000000-0000-7000-8000-000000000000",
                "1.5.01000000-0000-7000-8000-00000000000G",
                "1.5.",
                ""
            })
    void cursor_notOneOfOurs_isNotTaken(String plain) {
        assertThat(Cursor.parse(Base64.getUrlEncoder().withoutPadding().encodeToString(plain.getBytes())))
                .isEmpty();
        assertThat(Cursor.parse("x".repeat(5_000))).isEmpty();
    }

    @Test
    void cursor_paddedOrWithOtherLetters_isNotTaken() {
        Cursor cursor = new Cursor(Instant.EPOCH, new RequestId(UuidCreator.getTimeOrderedEpoch()));

        assertThat(Cursor.parse(cursor.text())).contains(cursor);
        assertThat(Cursor.parse(cursor.text() + "=")).isEmpty();
    }

    private static StatusFilter states(Set<Status> ofOrders, Set<Status> ofPayments) {
        return new StatusFilter(Map.of(RequestKind.ORDER, ofOrders, RequestKind.PAYMENT, ofPayments));
    }

    private static StatusFilter wanted(String query) throws Refused {
        return SearchParameters.read(query, SHOP).statuses();
    }
}
