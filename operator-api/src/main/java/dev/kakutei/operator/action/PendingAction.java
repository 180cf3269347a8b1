package dev.kakutei.operator.action;

import dev.kakutei.boot.thread.Backoff;
import dev.kakutei.ledger.OperatorActions;
import dev.kakutei.schemas.ActionRefusal;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.OperatorAction;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * One action that is waited for. It looks into Postgres now and then, and at once when a topic shows that there is something
 * to see: its result is what Postgres shows, so that the caller finds it there.
 */
final class PendingAction {
    private static final Duration FIRST_LOOK = Duration.ofMillis(100);
    private static final Backoff LOOKS = new Backoff(FIRST_LOOK, Duration.ofSeconds(1));
    /** Postgres is a moment behind the topic. */
    private static final Duration SOON = Duration.ofMillis(15);

    /** What it needs of those around it. */
    interface Surroundings {
        CompletableFuture<List<LedgerEvent>> eventsAfter(OperatorAction action);

        void later(Duration pause, Runnable task);
    }

    private final OperatorAction action;
    private final Surroundings surroundings;
    private final CompletableFuture<ActionResult> result = new CompletableFuture<>();
    private Duration pause = FIRST_LOOK;
    private boolean published;
    private boolean reading;
    /** A topic notified of something while Postgres was being asked, or that Postgres did not show yet. */
    private boolean notified;

    /** What the action led to, once Postgres has shown it. */
    private LedgerEvent found;

    private ActionRefusal refusal;

    PendingAction(OperatorAction action, Surroundings surroundings) {
        this.action = action;
        this.surroundings = surroundings;
    }

    OperatorAction action() {
        return action;
    }

    CompletableFuture<ActionResult> result() {
        return result;
    }

    void published() {
        synchronized (this) {
            published = true;
        }
        again(FIRST_LOOK);
    }

    void unpublished(String why) {
        result.complete(new ActionResult.Unpublished(why));
    }

    /** Nothing was published, and never will be. */
    void failed(Throwable why) {
        result.completeExceptionally(why);
    }

    /** An event of its request. */
    void hear(LedgerEvent event) {
        if (isOurs(event) || isFound()) {
            look();
        }
    }

    void hear(ActionRefusal heard) {
        if (heard.actionId().equals(action.actionId())) {
            synchronized (this) {
                refusal = heard;
            }
            look();
        }
    }

    void timeUp() {
        ActionResult notified;
        synchronized (this) {
            notified = resultByTime();
        }
        result.complete(notified);
    }

    private void look() {
        synchronized (this) {
            pause = SOON;
            if (reading) {
                notified = true;
                return;
            }
            reading = true;
        }
        read();
    }

    private void lookByTime() {
        synchronized (this) {
            if (reading || result.isDone()) {
                return;
            }
            reading = true;
        }
        read();
    }

    private void read() {
        surroundings.eventsAfter(action).whenComplete((events, failure) -> {
            boolean once;
            synchronized (this) {
                reading = false;
                once = notified;
                notified = false;
                if (failure == null) {
                    seen(events);
                }
            }
            if (!result.isDone()) {
                again(once ? Duration.ZERO : pauseNow());
            }
        });
    }

    /**
     * What follows from an action is recorded right after it, and may be stored a moment later. What must follow is waited
     * for, by what was led to: under one key there may be two actions, and then it is another action than ours. What
     * may follow is looked for once more.
     */
    private void seen(List<LedgerEvent> events) {
        for (LedgerEvent event : events) {
            if (isOurs(event)) {
                boolean followed = event != events.get(events.size() - 1);
                if (followed || (found != null && !OperatorActions.isAlwaysFollowed(event.fact()))) {
                    result.complete(new ActionResult.CarriedOut(event));
                }
                pause = found == null ? SOON : pause;
                found = event;
                return;
            }
        }
        if (refusal != null) {
            int last = events.isEmpty()
                    ? action.basedOn()
                    : events.get(events.size() - 1).seq();
            // Until here Postgres might still show that it was carried out before, and this was a repetition.
            if (last >= refusal.lastEventId()) {
                result.complete(new ActionResult.Refused(refusal));
            }
        }
    }

    private ActionResult resultByTime() {
        if (found != null) {
            return new ActionResult.CarriedOut(found);
        }
        if (refusal != null) {
            return new ActionResult.Refused(refusal);
        }
        return published
                ? new ActionResult.Unconfirmed()
                : new ActionResult.Unpublished("Kafka has not acknowledged it in time");
    }

    private synchronized boolean isFound() {
        return found != null;
    }

    private void again(Duration after) {
        surroundings.later(after, this::lookByTime);
    }

    private synchronized Duration pauseNow() {
        Duration now = pause;
        pause = LOOKS.next(pause);
        return now;
    }

    private boolean isOurs(LedgerEvent event) {
        return event.fact().byAction().filter(action.actionId()::equals).isPresent();
    }
}
