package dev.kakutei.ingest.action;

import dev.kakutei.ledger.OperatorActions;
import dev.kakutei.schemas.ActionRefusal;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.OperatorAction;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * One order that is waited for. It looks into Postgres now and then, and at once when a topic tells that there is something
 * to see: what it ends with is what Postgres shows, so that who is answered finds it there.
 */
final class PendingAction {
    private static final Duration FIRST_LOOK = Duration.ofMillis(100);
    private static final Duration RARELY = Duration.ofSeconds(1);
    /** Postgres is a moment behind the topic. */
    private static final Duration SOON = Duration.ofMillis(15);

    /** What it needs of those around it. */
    interface Around {
        CompletableFuture<List<LedgerEvent>> eventsAfter(OperatorAction action);

        void later(Duration pause, Runnable task);
    }

    private final OperatorAction action;
    private final Around around;
    private final CompletableFuture<Ending> ending = new CompletableFuture<>();
    private Duration pause = FIRST_LOOK;
    private boolean published;
    private boolean reading;
    /** A topic told of something while Postgres was being asked, or that Postgres did not show yet. */
    private boolean told;

    /** What the order led to, once Postgres has shown it. */
    private LedgerEvent found;

    private ActionRefusal refusal;

    PendingAction(OperatorAction action, Around around) {
        this.action = action;
        this.around = around;
    }

    OperatorAction action() {
        return action;
    }

    CompletableFuture<Ending> ending() {
        return ending;
    }

    void published() {
        synchronized (this) {
            published = true;
        }
        again(FIRST_LOOK);
    }

    void unpublished(String why) {
        ending.complete(new Ending.Unpublished(why));
    }

    /** Nothing was published, and never will be. */
    void failed(Throwable why) {
        ending.completeExceptionally(why);
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
        Ending told;
        synchronized (this) {
            told = endingByTime();
        }
        ending.complete(told);
    }

    private void look() {
        synchronized (this) {
            pause = SOON;
            if (reading) {
                told = true;
                return;
            }
            reading = true;
        }
        read();
    }

    private void lookByTime() {
        synchronized (this) {
            if (reading || ending.isDone()) {
                return;
            }
            reading = true;
        }
        read();
    }

    private void read() {
        around.eventsAfter(action).whenComplete((events, failure) -> {
            boolean once;
            synchronized (this) {
                reading = false;
                once = told;
                told = false;
                if (failure == null) {
                    seen(events);
                }
            }
            if (!ending.isDone()) {
                again(once ? Duration.ZERO : pauseNow());
            }
        });
    }

    /**
     * What follows from an order is recorded right after it, and may be stored a moment later. What must follow is waited
     * for, by what the order led to: under one key there may be two orders, and then it is another action than ours. What
     * may follow is looked for once more.
     */
    private void seen(List<LedgerEvent> events) {
        for (LedgerEvent event : events) {
            if (isOurs(event)) {
                boolean followed = event != events.get(events.size() - 1);
                if (followed || (found != null && !OperatorActions.isAlwaysFollowed(event.fact()))) {
                    ending.complete(new Ending.CarriedOut(event));
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
                ending.complete(new Ending.Refused(refusal));
            }
        }
    }

    private Ending endingByTime() {
        if (found != null) {
            return new Ending.CarriedOut(found);
        }
        if (refusal != null) {
            return new Ending.Refused(refusal);
        }
        return published ? new Ending.Unheard() : new Ending.Unpublished("Kafka has not acknowledged it in time");
    }

    private synchronized boolean isFound() {
        return found != null;
    }

    private void again(Duration after) {
        around.later(after, this::lookByTime);
    }

    private synchronized Duration pauseNow() {
        Duration now = pause;
        Duration doubled = pause.multipliedBy(2);
        pause = doubled.compareTo(RARELY) > 0 ? RARELY : doubled;
        return now;
    }

    private boolean isOurs(LedgerEvent event) {
        return event.fact().byAction().filter(action.actionId()::equals).isPresent();
    }
}
