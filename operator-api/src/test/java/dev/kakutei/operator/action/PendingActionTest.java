package dev.kakutei.operator.action;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.schemas.ActionRefusal;
import dev.kakutei.schemas.ApprovalFact;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.OperatorAction;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.store.Requests;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a waiting caller is answered, in whatever order things become known; without a clock, a topic or a database. */
class PendingActionTest {
    private static final RequestId ID = Requests.payment("k").id();
    private static final Instant T0 = Requests.T0;
    private final OperatorAction action = actionRequested(OperatorAction.Type.HOLD);
    private final List<LedgerEvent> stored = new ArrayList<>();
    private final Queue<Runnable> later = new ArrayDeque<>();
    private final List<Duration> pauses = new ArrayList<>();
    private boolean postgresAway;
    private final PendingAction.Surroundings surroundings = new PendingAction.Surroundings() {
        @Override
        public CompletableFuture<List<LedgerEvent>> eventsAfter(OperatorAction asked) {
            return postgresAway
                    ? CompletableFuture.failedFuture(new IllegalStateException("away"))
                    : CompletableFuture.completedFuture(List.copyOf(stored));
        }

        @Override
        public void later(Duration pause, Runnable task) {
            pauses.add(pause);
            later.add(task);
        }
    };
    private final PendingAction open = new PendingAction(action, surroundings);

    @Test
    void fact_storedAndHeard_isCarriedOut() {
        open.published();
        stored.add(acted(4, "mine"));

        open.hear(acted(4, "mine"));
        timePasses();

        assertThat(result()).isInstanceOf(ActionResult.CarriedOut.class);
    }

    @Test
    void fact_neverHeard_isFoundByLooking() {
        open.published();
        timePasses();
        assertThat(open.result()).isNotDone();

        stored.add(acted(4, "mine"));
        stored.add(acted(5, "another"));
        timePasses();

        assertThat(((ActionResult.CarriedOut) result()).event().seq()).isEqualTo(4);
    }

    @Test
    void fact_heardBeforeItIsStored_waitsForPostgres() {
        open.published();
        open.hear(acted(4, "mine"));
        timePasses();
        assertThat(open.result()).isNotDone();

        stored.add(acted(4, "mine"));
        timePasses();
        timePasses();

        assertThat(result()).isInstanceOf(ActionResult.CarriedOut.class);
    }

    @ParameterizedTest
    @EnumSource(names = {"SETTLE_SUCCEEDED", "SETTLE_FAILED", "CANCEL", "SEND_AGAIN", "VERIFY_NOW"})
    void fact_thatAnotherMustFollow_waitsForIt(OperatorAction.Type action) {
        PendingAction ends = new PendingAction(actionRequested(action), surroundings);
        ends.published();
        stored.add(acted(4, "mine", action));
        for (int looks = 0; looks < 5; looks++) {
            timePasses();
        }
        assertThat(ends.result()).as("it would be shown as it was before").isNotDone();
        assertThat(pauses.subList(1, pauses.size()))
                .as("the longer it takes, the less often it is looked for")
                .isSorted()
                .doesNotHaveDuplicates();

        stored.add(acted(5, "another"));
        ends.hear(acted(5, "another"));

        assertThat(ends.result().getNow(null)).isInstanceOf(ActionResult.CarriedOut.class);
    }

    @Test
    void approval_beforeItsAttemptIsStored_waitsForIt() {
        PendingAction approve = new PendingAction(actionRequested(OperatorAction.Type.APPROVE), surroundings);
        approve.published();
        stored.add(new LedgerEvent(ID, 4, T0, "approver:boss", new ApprovalFact.Approved("mine", 1, null)));
        timePasses();
        timePasses();
        assertThat(approve.result()).as("it would be shown as pending_approval").isNotDone();

        stored.add(new LedgerEvent(ID, 5, T0, "approver:boss", new Fact.AttemptStarted(1, T0, T0)));
        timePasses();

        assertThat(approve.result().getNow(null)).isInstanceOf(ActionResult.CarriedOut.class);
    }

    @Test
    void fact_ofAnotherActionUnderTheSameKey_isReturnedAsItIs() {
        PendingAction cancel = new PendingAction(actionRequested(OperatorAction.Type.CANCEL), surroundings);
        cancel.published();
        stored.add(acted(4, "mine", OperatorAction.Type.HOLD));
        timePasses();
        timePasses();
        assertThat(cancel.result().getNow(null)).isInstanceOf(ActionResult.CarriedOut.class);
    }

    @Test
    void time_upBeforeWhatMustFollow_isCarriedOutThoughARepetitionWasRefused() {
        PendingAction cancel = new PendingAction(actionRequested(OperatorAction.Type.CANCEL), surroundings);
        cancel.published();
        stored.add(acted(4, "mine", OperatorAction.Type.CANCEL));
        cancel.hear(refusal("mine", 5));
        timePasses();
        assertThat(cancel.result()).isNotDone();

        cancel.timeUp();

        assertThat(cancel.result().getNow(null)).isInstanceOf(ActionResult.CarriedOut.class);
    }

    @Test
    void refusal_ofARepetition_isAnsweredByTheFirstComing() {
        open.published();
        open.hear(refusal("mine", 4));
        timePasses();
        assertThat(open.result()).as("Postgres is not that far").isNotDone();

        stored.add(acted(4, "mine"));
        timePasses();
        timePasses();

        assertThat(result()).isInstanceOf(ActionResult.CarriedOut.class);
    }

    @Test
    void refusal_becauseOfAnother_isReturned() {
        stored.add(acted(4, "another"));
        open.published();

        open.hear(refusal("mine", 4));

        assertThat(((ActionResult.Refused) result()).refusal().reason()).isEqualTo("no");
    }

    @Test
    void refusal_whereNothingHappened_isReturnedAtOnce() {
        open.hear(refusal("another", 3));
        assertThat(open.result()).isNotDone();
        open.hear(refusal("mine", 3));
        assertThat(result()).isInstanceOf(ActionResult.Refused.class);
    }

    @Test
    void time_up_returnsWhatIsKnown() {
        PendingAction unpublished = open;
        unpublished.timeUp();
        assertThat(result()).isInstanceOf(ActionResult.Unpublished.class);
    }

    @Test
    void time_upAfterItWasPublished_isUnheard() {
        open.published();
        postgresAway = true;
        open.hear(acted(4, "mine"));
        timePasses();
        assertThat(open.result()).isNotDone();

        open.timeUp();

        assertThat(result()).isInstanceOf(ActionResult.Unconfirmed.class);
    }

    @Test
    void kafka_refusesIt_isUnpublished() {
        open.unpublished("no broker");
        assertThat(((ActionResult.Unpublished) result()).why()).isEqualTo("no broker");
        open.timeUp();
        timePasses();
        assertThat(later).isEmpty();
    }

    private ActionResult result() {
        return open.result().getNow(null);
    }

    /** Everything that was put off until now happens. */
    private void timePasses() {
        List<Runnable> due = new ArrayList<>(later);
        later.clear();
        due.forEach(Runnable::run);
    }

    private static OperatorAction actionRequested(OperatorAction.Type action) {
        return new OperatorAction("mine", ID, 3, action, "boss", OperatorAction.Role.OPERATOR, "r", T0);
    }

    private static LedgerEvent acted(int seq, String actionId) {
        return acted(seq, actionId, OperatorAction.Type.HOLD);
    }

    private static LedgerEvent acted(int seq, String actionId, OperatorAction.Type action) {
        return new LedgerEvent(
                ID, seq, T0, "operator:boss", new Fact.OperatorActed(actionId, action, "r", Outcome.Doubt.NONE));
    }

    private ActionRefusal refusal(String actionId, int last) {
        return new ActionRefusal(actionId, ID, OperatorAction.Type.HOLD, "boss", last, "no", T0);
    }
}
