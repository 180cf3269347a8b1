package dev.kakutei.ingest.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.http.HttpReply;
import dev.kakutei.ledger.Entry;
import dev.kakutei.operator.http.RequestReply;
import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.Category;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.codec.Json;
import dev.kakutei.store.EventHistories;
import dev.kakutei.store.Requests;
import dev.kakutei.store.accept.NewRequest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** SPEC A5, D5: what a caller learns from an answer. */
class SubmissionAnswersTest {
    private final NewRequest request = Requests.payment("k");

    @ParameterizedTest
    @CsvSource({"429, rate_limited", "503, busy", "504, gateway_timeout"})
    void shown_whileRetrying_hasTheGatewaysCodeAndWhenToAskAgain(int code, String word) throws Exception {
        Entry entry = after(attempt(), deferred(code, word, 42));

        HttpReply reply = SubmissionAnswers.shown(202, entry, entry.updatedAt().plusMillis(1));

        JsonNode body = Json.MAPPER.readTree(reply.body());
        assertThat(body.get("status").textValue()).isEqualTo("PENDING");
        assertThat(body.get("gateway_status_code").intValue()).isEqualTo(code);
        assertThat(body.get("last_error_code").textValue()).isEqualTo(word);
        assertThat(body.get("retry_after").longValue()).isEqualTo(42);
        assertThat(body.get("verificationRequired").booleanValue()).isFalse();
        assertThat(reply.headers()).containsEntry("Retry-After", "42").containsEntry("Location", "/requests/k");
    }

    @Test
    void shown_callUnderWay_saysThatTheOutcomeIsUnknownAndNotThatItIsLookedInto() throws Exception {
        JsonNode body = Json.MAPPER.readTree(
                SubmissionAnswers.shown(202, after(attempt()), Requests.T0).body());

        assertThat(body.get("verificationRequired").booleanValue()).isTrue();
        assertThat(body.get("pending_verification").booleanValue()).isFalse();
    }

    @Test
    void shown_outcomeInDoubt_saysThatVerificationIsRequiredAndWhenTheGatewayIsAsked() throws Exception {
        Instant at = Requests.T0.plusSeconds(300);
        Entry entry = after(attempt(), new Fact.OutcomeUnknown(1, answer(null, "timeout"), at));

        HttpReply reply = SubmissionAnswers.shown(202, entry, Requests.T0);

        JsonNode body = Json.MAPPER.readTree(reply.body());
        assertThat(body.get("verificationRequired").booleanValue()).isTrue();
        assertThat(body.has("retry_after")).isFalse();
        assertThat(reply.headers()).containsEntry("Retry-After", "300");
    }

    @Test
    void shown_underWay_saysToLookSoon() {
        assertThat(SubmissionAnswers.shown(202, request.entry(), Requests.T0).headers())
                .containsEntry("Retry-After", "1");
        assertThat(SubmissionAnswers.shown(202, after(attempt()), Requests.T0).headers())
                .containsEntry("Retry-After", "1");
        assertThat(RequestReply.current(after(attempt()), Json.MAPPER.createObjectNode(), Requests.T0)
                        .headers())
                .containsEntry("Retry-After", "1")
                .doesNotContainKey("Location");
    }

    @Test
    void shown_dueInThePast_saysToLookSoonAndNeverBefore() {
        Entry entry = after(attempt(), deferred(503, "busy", 5));

        assertThat(SubmissionAnswers.shown(202, entry, entry.dueAt().plusSeconds(60))
                        .headers())
                .containsEntry("Retry-After", "1");
    }

    @Test
    void shown_settledOrWithAPerson_saysNothingOfWaiting() {
        Entry settled = after(
                attempt(),
                new Fact.Settled(Fact.Verdict.FAILED, Fact.Ground.ANSWER, 1, "declined", answer(402, "declined")));
        Entry asks = after(
                attempt(), new Fact.VerificationFailed("the outcome cannot be determined", answer(403, "forbidden")));

        assertThat(SubmissionAnswers.shown(402, settled, Requests.T0).headers()).doesNotContainKey("Retry-After");
        assertThat(SubmissionAnswers.shown(202, asks, Requests.T0).headers()).doesNotContainKey("Retry-After");
    }

    private Entry after(Fact... facts) {
        List<LedgerEvent> events = new ArrayList<>(List.of(request.event()));
        Entry entry = request.entry();
        for (Fact fact : facts) {
            entry = entry.apply(EventHistories.next(events, fact));
        }
        return entry;
    }

    private static Fact attempt() {
        return new Fact.AttemptStarted(1, Requests.T0.plusSeconds(10), Requests.T0.plusSeconds(60));
    }

    /** The event before is recorded 1.5 s after the acceptance, and this one as long after that. */
    private static Fact deferred(int code, String word, long seconds) {
        return new Fact.AttemptDeferred(
                1, answer(code, word), Outcome.Doubt.NONE, Requests.T0.plusSeconds(3 + seconds));
    }

    private static Answer answer(Integer code, String word) {
        return new Answer(Category.SERVER_ERROR, code, word, "a sentence", 12, Map.of(), null, "{}");
    }
}
