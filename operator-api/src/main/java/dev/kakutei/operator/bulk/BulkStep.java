package dev.kakutei.operator.bulk;

import dev.kakutei.ledger.Entry;
import dev.kakutei.operator.action.ActionResult;
import dev.kakutei.operator.action.ActionService;
import dev.kakutei.operator.action.Guard;
import dev.kakutei.operator.bulk.BulkItem.Ended;
import dev.kakutei.operator.bulk.BulkItem.Fate;
import dev.kakutei.schemas.OperatorAction;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Requests the action for one request of a job, and returns what became of it. Doing it again changes nothing. */
public final class BulkStep {
    static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int MAX_TRIES = 5;
    private static final String MOVED_ON = "the request has moved on since it was chosen";

    private final ActionService actions;
    private final Guard guard;

    public BulkStep(ActionService actions, Guard guard) {
        this.actions = actions;
        this.guard = guard;
    }

    /** @param entry as Postgres shows it; null where it is not there any more */
    CompletableFuture<Ended> of(BulkJob job, BulkItem item, Entry entry, Instant now) {
        if (entry == null) {
            return done(new Ended(item, Fate.REFUSED, "the request was cleaned away"));
        }
        OperatorAction action = job.actionOn(item.request(), item.basedOn(), now);
        if (entry.seq() > item.basedOn()) {
            // Perhaps because of this very action, requested before a crash.
            return actions.earlier(action)
                    .thenApply(earlier -> earlier.isPresent()
                            ? new Ended(item, Fate.DONE, null)
                            : new Ended(item, Fate.REFUSED, MOVED_ON));
        }
        Optional<String> refusal = entry.seq() < item.basedOn() ? Optional.empty() : guard.refusal(entry, action, now);
        return refusal.isPresent()
                ? done(new Ended(item, Fate.REFUSED, refusal.get()))
                : actions.request(action, TIMEOUT).thenApply(result -> ended(item, result));
    }

    private static Ended ended(BulkItem item, ActionResult result) {
        return result.match(new ActionResult.Cases<>() {
            @Override
            public Ended carriedOut(ActionResult.CarriedOut one) {
                return new Ended(item, Fate.DONE, null);
            }

            @Override
            public Ended refused(ActionResult.Refused one) {
                boolean moved = one.refusal().lastEventId() > item.basedOn();
                return new Ended(
                        item, Fate.REFUSED, moved ? MOVED_ON : one.refusal().reason());
            }

            @Override
            public Ended unconfirmed(ActionResult.Unconfirmed one) {
                return item.tries() < MAX_TRIES
                        ? new Ended(item, Fate.WAITING, null)
                        : new Ended(
                                item, Fate.FAILED, "no result of the action was received; it may be carried out yet");
            }

            @Override
            public Ended unpublished(ActionResult.Unpublished one) {
                return new Ended(item, Fate.WAITING, null);
            }

            @Override
            public Ended turnedAway(ActionResult.TurnedAway one) {
                return new Ended(item, Fate.WAITING, null);
            }
        });
    }

    private static CompletableFuture<Ended> done(Ended ended) {
        return CompletableFuture.completedFuture(ended);
    }
}
