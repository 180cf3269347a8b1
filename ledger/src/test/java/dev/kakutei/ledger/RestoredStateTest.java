package dev.kakutei.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.ApprovalFact;
import dev.kakutei.schemas.Category;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.SubmissionSummary;
import dev.kakutei.schemas.codec.CanonicalJson;
import dev.kakutei.schemas.codec.Json;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** SPEC H3: state that is older than what was decided is recognised. */
class RestoredStateTest {
    private static final Instant NOW = Instant.parse("2026-03-02T01:02:03Z");
    private static final JsonNode DOCUMENT = Json.MAPPER.createObjectNode().put("amount", "12.50");

    private final Map<RequestId, Entry> entries = new HashMap<>();
    private final Map<RequestId, JsonNode> documents = new HashMap<>();
    private final RequestId id = new RequestId(new UUID(1, 1));
    private final LedgerEvent accepted = accepted(id);
    private final LedgerEvent attempt =
            new LedgerEvent(id, 2, NOW, "verifier", new Fact.AttemptStarted(1, NOW.plusSeconds(1), NOW.plusSeconds(9)));
    private final LedgerEvent comment = new LedgerEvent(id, 3, NOW, "operator", new Fact.Commented("c-1", "seen"));

    @Test
    void nothingWasEverDecided_nothingIsMissing() {
        assertThat(state(null).loss(List.of())).isEmpty();
    }

    @Test
    void requestAsTheLastEventLeftIt_nothingIsMissing() {
        keep(Entry.begin(accepted).apply(attempt));

        assertThat(state(null).loss(List.of(accepted, attempt))).isEmpty();
    }

    @Test
    void requestIsNotKnown_isLost() {
        assertThat(state(null).loss(List.of(accepted)).orElseThrow()).contains("event 1 of request " + id);
    }

    @Test
    void requestIsKnownBeforeTheLastEvent_isLost() {
        keep(Entry.begin(accepted));

        assertThat(state(null).loss(List.of(accepted, attempt)).orElseThrow()).contains("the state knows its event 1");
    }

    @Test
    void requestIsKnownBehindTheLastEvent_ledgerTopicLostRecords() {
        keep(Entry.begin(accepted).apply(attempt));

        assertThat(state(null).loss(List.of(accepted)).orElseThrow())
                .contains("the verifier's state knows its event 2");
    }

    @Test
    void documentOfAnOpenRequestIsNotThere_isLost() {
        entries.put(id, Entry.begin(accepted));

        assertThat(state(null).loss(List.of(accepted)).orElseThrow()).contains("document");
    }

    @Test
    void requestFromBeforeWhatWasRemoved_isNotMissed() {
        assertThat(state(NOW).loss(List.of(accepted))).isEmpty();
        assertThat(state(NOW.minusMillis(1)).loss(List.of(accepted))).isPresent();
    }

    /** A comment comes to settled requests too, whose entry may be removed. */
    @Test
    void commentOnARemovedRequestIsLast_eventBeforeItCounts() {
        RequestId other = new RequestId(new UUID(2, 2));
        LedgerEvent last = accepted(other);
        documents.put(other, DOCUMENT);
        entries.put(other, Entry.begin(last));

        assertThat(state(null).loss(List.of(last, comment))).isEmpty();
        entries.remove(other);
        assertThat(state(null).loss(List.of(last, comment)).orElseThrow()).contains(other.toString());
    }

    /** Unnoticed, the next event would be given the number of the comment. */
    @Test
    void commentOnAKnownRequestIsLast_countsLikeEveryEvent() {
        RequestId other = new RequestId(new UUID(2, 2));
        keep(Entry.begin(accepted).apply(attempt));
        documents.put(other, DOCUMENT);
        entries.put(other, Entry.begin(accepted(other)));

        assertThat(state(null)
                        .loss(List.of(accepted, attempt, accepted(other), comment))
                        .orElseThrow())
                .contains("event 3 of request " + id, "the state knows its event 2");
        keep(Entry.begin(accepted).apply(attempt).apply(comment));
        assertThat(state(null).loss(List.of(accepted, attempt, accepted(other), comment)))
                .isEmpty();
    }

    /** As after a recovery that published it again. */
    @Test
    void eventOfARemovedRequestIsLast_eventBeforeItCounts() {
        RequestId other = new RequestId(new UUID(2, 2));
        LedgerEvent later = accepted(other, NOW.plusSeconds(1));

        assertThat(state(NOW).loss(List.of(later, accepted)).orElseThrow()).contains(other.toString());
        documents.put(other, DOCUMENT);
        entries.put(other, Entry.begin(later));
        assertThat(state(NOW).loss(List.of(later, accepted))).isEmpty();
    }

    /** A clock was set back in between. */
    @Test
    void removedRequestHasAnEarlierEventOfALaterTime_isNotMissed() {
        LedgerEvent later = new LedgerEvent(
                id,
                2,
                NOW.plusSeconds(9),
                "verifier",
                new Fact.AttemptStarted(1, NOW.plusSeconds(10), NOW.plusSeconds(19)));

        assertThat(state(NOW).loss(List.of(accepted, later, comment, settled(NOW))))
                .isEmpty();
    }

    /** Only what was accepted by then is removed, whatever times its later events have. */
    @Test
    void requestWasAcceptedLaterThanItsLastEventSays_isLost() {
        LedgerEvent later = accepted(id, NOW.plusMillis(1));

        assertThat(state(NOW)
                        .loss(List.of(later, settled(NOW.minusSeconds(29))))
                        .orElseThrow())
                .contains("event 1 of request " + id);
    }

    @Test
    void contradictedRequestIsNotKnown_isLostHoweverOld() {
        LedgerEvent contradicted = new LedgerEvent(
                id,
                4,
                NOW,
                "verifier",
                new Fact.Contradicted(1, "succeeded after all", Answer.none(Category.OK, "ok", null)));

        assertThat(state(NOW.plusSeconds(1))
                        .loss(List.of(accepted, attempt, contradicted))
                        .orElseThrow())
                .contains("event 4 of request " + id);
    }

    @Test
    void summaryOfARemovedRequestIsLast_eventBeforeItCounts() {
        RequestId other = new RequestId(new UUID(2, 2));
        LedgerEvent last = accepted(other);
        documents.put(other, DOCUMENT);
        entries.put(other, Entry.begin(last));
        LedgerEvent summary = new LedgerEvent(
                id,
                3,
                NOW,
                "summariser:scribe",
                new ApprovalFact.SummaryAttached("s-1", 1, 1, "it", null, SubmissionSummary.Origin.CLIENT));

        assertThat(state(null).loss(List.of(last, summary))).isEmpty();
    }

    private LedgerEvent settled(Instant at) {
        return new LedgerEvent(
                id, 4, at, "verifier", new Fact.Settled(Fact.Verdict.SUCCEEDED, Fact.Ground.ANSWER, 1, null, null));
    }

    private void keep(Entry entry) {
        entries.put(id, entry);
        documents.put(id, DOCUMENT);
    }

    private RestoredState state(Instant removedUpTo) {
        return new RestoredState(0, entries::get, documents::containsKey, removedUpTo);
    }

    private static LedgerEvent accepted(RequestId id) {
        return accepted(id, NOW);
    }

    private static LedgerEvent accepted(RequestId id, Instant at) {
        return new LedgerEvent(
                id,
                1,
                at,
                "ingest",
                new Fact.Accepted(
                        RequestKind.PAYMENT,
                        "shop",
                        id.toString(),
                        CanonicalJson.digest(CanonicalJson.of(DOCUMENT)),
                        "bank",
                        new BigDecimal("12.50"),
                        "JPY",
                        NOW.plusSeconds(30),
                        null,
                        null,
                        DOCUMENT));
    }
}
