package dev.kakutei.store.project;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.ledger.Status;
import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.ApprovalFact;
import dev.kakutei.schemas.Category;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.InquiryFact;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.OperatorAction;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.store.EventHistories;
import dev.kakutei.store.Requests;
import dev.kakutei.store.TestStore;
import dev.kakutei.store.accept.LedgerTable;
import dev.kakutei.store.accept.NewRequest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** SPEC A10: which of the outbox's five words a request shows, whatever its ledger went through to get where it is. */
class OutboxStatusTest {
    private static final Instant LATER = Requests.T0.plusSeconds(3600);
    private static TestStore store;

    /** A life, where it leads the ledger, and what the outbox then says: status, attempts, who holds it, error code. */
    record Row(String life, List<Fact> facts, Status state, String outbox) {
        @Override
        public String toString() {
            return life + " → " + state.word() + " → " + outbox;
        }
    }

    static List<Row> rows() {
        return List.of(
                row("accepted", Status.ACCEPTED, "pending 0 -"),
                row("held before it was sent", Status.HELD, "pending 0 -", acted(OperatorAction.Type.HOLD)),
                row("waiting for approval", Status.PENDING_APPROVAL, "pending 0 -", requested()),
                row("approved and sent", Status.SENDING, "sending 1 sender-of-0", requested(), approved(), started(1)),
                row("returned to its submitter", Status.RETURNED, "pending 0 -", requested(), returned()),
                row("sent", Status.SENDING, "sending 1 sender-of-0", started(1)),
                row("to be sent again", Status.RETRYING, "failed 1 - code", started(1), deferred(1)),
                row("sent again", Status.SENDING, "sending 2 sender-of-0 code", started(1), deferred(1), started(2)),
                row(
                        "held between attempts",
                        Status.HELD,
                        "failed 1 - code",
                        started(1),
                        deferred(1),
                        acted(OperatorAction.Type.HOLD)),
                row("in doubt", Status.VERIFYING, "sending 1 - code", started(1), unknown(1)),
                row("being asked about", Status.VERIFYING, "sending 1 - code", started(1), unknown(1), asked()),
                row(
                        "outcome not found out",
                        Status.VERIFICATION_FAILED,
                        "sending 1 - code",
                        started(1),
                        unknown(1),
                        given()),
                row("done", Status.SUCCEEDED, "succeeded 1 -", started(1), settled(Fact.Verdict.SUCCEEDED, 1)),
                row(
                        "done the second time",
                        Status.SUCCEEDED,
                        "succeeded 2 -",
                        started(1),
                        deferred(1),
                        started(2),
                        settled(Fact.Verdict.SUCCEEDED, 2)),
                row(
                        "found to be done",
                        Status.SUCCEEDED,
                        "succeeded 1 -",
                        started(1),
                        unknown(1),
                        asked(),
                        settled(Fact.Verdict.SUCCEEDED, 0)),
                row("refused", Status.FAILED, "aborted 1 - refused", started(1), settled(Fact.Verdict.FAILED, 1)),
                row(
                        "found to be refused",
                        Status.FAILED,
                        "aborted 1 - refused",
                        started(1),
                        unknown(1),
                        asked(),
                        settled(Fact.Verdict.FAILED, 0)),
                row("refused unsent", Status.FAILED, "aborted 0 - refused", settled(Fact.Verdict.FAILED, 0)),
                row(
                        "given up",
                        Status.ABORTED,
                        "aborted 1 - attempts_used_up",
                        started(1),
                        deferred(1),
                        settled(Fact.Verdict.ABORTED, 0)),
                row("too late to be sent", Status.EXPIRED, "aborted 0 - expired", settled(Fact.Verdict.EXPIRED, 0)),
                row("withdrawn", Status.CANCELLED, "aborted 0 - cancelled", settled(Fact.Verdict.CANCELLED, 0)),
                row(
                        "a late yes after giving up",
                        Status.ABORTED,
                        "aborted 1 - attempts_used_up",
                        started(1),
                        deferred(1),
                        settled(Fact.Verdict.ABORTED, 0),
                        new Fact.Contradicted(1, "a late yes", answer(Category.OK, 200))));
    }

    @BeforeAll
    static void open() {
        store = TestStore.open();
    }

    @AfterAll
    static void close() {
        store.close();
    }

    @ParameterizedTest
    @MethodSource("rows")
    void projected_everyLife_showsItsStatusAttemptsAndHolder(Row row) throws Exception {
        NewRequest request = Requests.payment("outbox-" + row.life().replace(' ', '-'));
        new LedgerTable(store.database()).accept(List.of(request));
        List<LedgerEvent> events = new ArrayList<>(List.of(request.event()));
        row.facts().forEach(fact -> EventHistories.next(events, fact));

        Projected.write(store.database(), events, (gateway, partition) -> Optional.of("sender-of-" + partition));

        String id = "'" + request.id() + "'";
        assertThat(store.text("select state from ledger where request_id = " + id))
                .isEqualTo(row.state().word());
        assertThat(store.text("select concat_ws(' ', status, attempts, coalesce(locked_by, '-'), last_error_code)"
                        + " from outbox_orders where id = " + id))
                .isEqualTo(row.outbox());
        assertThat(store.text("select (locked_by is null) = (locked_at is null) and (next_attempt_at is null) = ('"
                        + row.state().word() + "' <> 'retrying') from outbox_orders where id = " + id))
                .isEqualTo("t");
    }

    @Test
    void projected_commentDuringAttempt_staysLockedSinceItBegan() throws Exception {
        NewRequest request = Requests.payment("outbox-locked-since");
        new LedgerTable(store.database()).accept(List.of(request));
        List<LedgerEvent> events = new ArrayList<>(List.of(request.event()));
        EventHistories.next(events, started(1));
        Instant began = events.get(1).at();
        EventHistories.next(events, new Fact.Commented("action-1", "how long will it take?"));

        Projected.write(store.database(), events);

        assertThat(store.text("select locked_by is null and locked_at = '" + began + "' from outbox_orders where id = '"
                        + request.id() + "'"))
                .isEqualTo("t");
    }

    @Test
    void projected_refused_saysWhyInBothColumns() throws Exception {
        NewRequest request = Requests.payment("outbox-why-refused");
        new LedgerTable(store.database()).accept(List.of(request));
        List<LedgerEvent> events = new ArrayList<>(List.of(request.event()));
        EventHistories.next(events, started(1));
        EventHistories.next(events, settled(Fact.Verdict.FAILED, 1));

        Projected.write(store.database(), events);

        assertThat(store.text("select last_error_code || ' | ' || last_error_msg from outbox_orders where id = '"
                        + request.id() + "'"))
                .isEqualTo("refused | code: FAILED");
    }

    @Test
    void rows_allTogether_meetEveryStateAndEveryWord() {
        Set<Status> met =
                rows().stream().map(Row::state).collect(Collectors.toCollection(() -> EnumSet.noneOf(Status.class)));
        assertThat(met).containsAll(EnumSet.allOf(Status.class));
        Map<String, Long> words = rows().stream()
                .collect(Collectors.groupingBy(row -> row.outbox().split(" ")[0], Collectors.counting()));
        assertThat(words).containsOnlyKeys("pending", "sending", "succeeded", "failed", "aborted");
    }

    private static Row row(String life, Status state, String outbox, Fact... facts) {
        return new Row(life, List.of(facts), state, outbox);
    }

    private static Fact started(int attempt) {
        return new Fact.AttemptStarted(attempt, LATER, LATER.plusSeconds(60));
    }

    private static Fact requested() {
        return new ApprovalFact.Requested("large", 1, LATER, ApprovalFact.Lapse.ALERT);
    }

    private static Fact approved() {
        return new ApprovalFact.Approved("action-1", 1, "fine");
    }

    private static Fact returned() {
        return new ApprovalFact.Returned("action-1", 1, "too much", LATER);
    }

    private static Fact deferred(int attempt) {
        return new Fact.AttemptDeferred(attempt, answer(Category.SERVER_ERROR, 503), Outcome.Doubt.NONE, LATER);
    }

    private static Fact unknown(int attempt) {
        return new Fact.OutcomeUnknown(attempt, answer(Category.NO_ANSWER, null), LATER);
    }

    private static Fact asked() {
        return new InquiryFact.InquiryStarted(1, LATER, LATER.plusSeconds(20));
    }

    private static Fact given() {
        return new Fact.VerificationFailed("outcome not found out", answer(Category.CLIENT_ERROR, 403));
    }

    private static Fact acted(OperatorAction.Type action) {
        return new Fact.OperatorActed("action-1", action, "because", Outcome.Doubt.NONE);
    }

    private static Fact settled(Fact.Verdict verdict, int attempt) {
        Answer answer = attempt == 0 ? null : answer(Category.OK, 200);
        return new Fact.Settled(
                verdict, attempt == 0 ? Fact.Ground.POLICY : Fact.Ground.ANSWER, attempt, verdict.name(), answer);
    }

    private static Answer answer(Category category, Integer status) {
        return new Answer(category, status, "code", "a sentence", 5, Map.of(), null, null);
    }
}
