package dev.kakutei.operator.http;

import dev.kakutei.http.QueryString;
import dev.kakutei.http.Refused;
import dev.kakutei.ledger.Status;
import dev.kakutei.operator.search.ClientScope;
import dev.kakutei.operator.search.Cursor;
import dev.kakutei.operator.search.Search;
import dev.kakutei.operator.search.StatusFilter;
import dev.kakutei.schemas.ClientName;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.RequestStatus;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads a search from the parameters of {@code GET /requests} (SPEC A7). */
final class SearchParameters {
    private static final Pattern NAME = Pattern.compile("[!-~]{1,100}");
    private static final Pattern CURRENCY = Pattern.compile("[A-Z]{3}");
    private static final Pattern DECIMAL = Pattern.compile("(0|[1-9][0-9]{0,17})(\\.[0-9]{1,18})?");
    private static final Pattern LIMIT = Pattern.compile("[1-9][0-9]{0,2}");
    private static final String MOMENT =
            "an RFC 3339 date and time: 2027-12-01T00:00:00Z (a + in it is written %2B in an address)";
    private static final String AMOUNT = "a decimal with at most 18 digits on either side of the point: 1200.00";
    private static final String WORDS = "one of "
            + Stream.concat(
                            Stream.of(RequestStatus.values()).map(Enum::name),
                            Stream.of(Status.values()).map(Status::word))
                    .collect(Collectors.joining(", "));

    private static final String STATES =
            "one of " + Stream.of(Status.values()).map(Status::word).collect(Collectors.joining(", "));

    private final QueryString query;

    private SearchParameters(QueryString query) {
        this.query = query;
    }

    /** @throws Refused with every mistake at once */
    static Search read(String query, ClientScope scope) throws Refused {
        QueryString parameters = new QueryString(query);
        Search search = new SearchParameters(parameters).search(scope);
        parameters.check();
        return search;
    }

    private Search search(ClientScope scope) {
        String client = client(scope);
        StatusFilter wanted = wanted();
        String gateway = query.one("gateway", matching(NAME), "the name of a gateway");
        String currency = query.one("currency", matching(CURRENCY), "a currency in three capitals: JPY");
        BigDecimal min = query.one("min_amount", SearchParameters::decimal, AMOUNT);
        BigDecimal max = query.one("max_amount", SearchParameters::decimal, AMOUNT);
        if (min != null && max != null && min.compareTo(max) > 0) {
            query.mistake("min_amount", "must not be greater than max_amount");
        }
        Instant from = query.one("from", SearchParameters::moment, MOMENT);
        Instant to = query.one("to", SearchParameters::moment, MOMENT);
        if (from != null && to != null && !from.isBefore(to)) {
            query.mistake("from", "must be before to");
        }
        Integer limit = query.one("limit", SearchParameters::limit, "a whole number from 1 to " + Search.MAX_LIMIT);
        Cursor after = query.one("cursor", Cursor::parse, "a cursor as it was given in next");
        return new Search(
                client,
                wanted,
                gateway,
                currency,
                min,
                max,
                from,
                to,
                limit == null ? Search.DEFAULT_LIMIT : limit,
                after);
    }

    private String client(ClientScope scope) {
        String named = query.one("client", SearchParameters::clientName, ClientName.RULE);
        if (named != null && !scope.sees(named)) {
            query.mistake("client", "is not one whose requests you may see");
        }
        return scope.client().orElse(named);
    }

    private StatusFilter wanted() {
        List<Status> states = new ArrayList<>();
        List<RequestStatus> outward = new ArrayList<>();
        List<String> words = query.many("status").stream()
                .flatMap(value -> Stream.of(value.split(",", -1)))
                .toList();
        for (String word : words) {
            Optional<Status> state = Stream.of(Status.values())
                    .filter(one -> one.word().equals(word))
                    .findFirst();
            Optional<RequestStatus> shown = Stream.of(RequestStatus.values())
                    .filter(one -> one.name().equals(word))
                    .findFirst();
            state.ifPresent(states::add);
            shown.ifPresent(outward::add);
            if (state.isEmpty() && shown.isEmpty()) {
                query.mistake("status", "must be " + WORDS);
                break;
            }
        }
        StatusFilter shown = words.isEmpty() ? StatusFilter.ANY : StatusFilter.either(states, outward);
        Set<Status> own = states();
        StatusFilter wanted = own.isEmpty() ? shown : shown.only(own::contains);
        RequestKind kind = query.one("kind", RequestKind::named, RequestKind.CHOICE);
        Boolean pending = query.one("pending_verification", SearchParameters::truth, "true or false");
        Boolean waiting = query.one("waiting_for_person", SearchParameters::truth, "true or false");
        StatusFilter ofKind = kind == null ? wanted : wanted.only(kind);
        StatusFilter inDoubt = pending == null ? ofKind : ofKind.inDoubt(pending);
        return waiting == null ? inDoubt : inDoubt.only(state -> state.waitsForPerson() == waiting);
    }

    /** By the ledger's own words alone; empty for any. */
    private Set<Status> states() {
        Set<Status> states = EnumSet.noneOf(Status.class);
        query.many("state").stream()
                .flatMap(value -> Stream.of(value.split(",", -1)))
                .forEach(word -> Stream.of(Status.values())
                        .filter(state -> state.word().equals(word))
                        .findFirst()
                        .ifPresentOrElse(states::add, () -> query.mistake("state", "must be " + STATES)));
        return states;
    }

    private static Optional<String> clientName(String text) {
        return ClientName.isValid(text) ? Optional.of(text) : Optional.empty();
    }

    private static Optional<Boolean> truth(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "true" -> Optional.of(true);
            case "false" -> Optional.of(false);
            default -> Optional.empty();
        };
    }

    private static Optional<BigDecimal> decimal(String text) {
        return DECIMAL.matcher(text).matches() ? Optional.of(new BigDecimal(text)) : Optional.empty();
    }

    private static Optional<Integer> limit(String text) {
        return LIMIT.matcher(text).matches() && Integer.parseInt(text) <= Search.MAX_LIMIT
                ? Optional.of(Integer.parseInt(text))
                : Optional.empty();
    }

    private static Optional<Instant> moment(String text) {
        try {
            Instant instant = OffsetDateTime.parse(text).toInstant();
            return instant.isBefore(Instant.EPOCH) || instant.isAfter(Search.END_OF_TIME)
                    ? Optional.empty()
                    : Optional.of(instant);
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    private static Function<String, Optional<String>> matching(Pattern pattern) {
        return text -> pattern.matcher(text).matches() ? Optional.of(text) : Optional.empty();
    }
}
