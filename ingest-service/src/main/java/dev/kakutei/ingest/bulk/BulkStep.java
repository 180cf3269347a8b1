package dev.kakutei.ingest.bulk;

import dev.kakutei.ingest.action.ActionService;
import dev.kakutei.ingest.action.Ending;
import dev.kakutei.ingest.action.Guard;
import dev.kakutei.ingest.bulk.BulkItem.Ended;
import dev.kakutei.ingest.bulk.BulkItem.Fate;
import dev.kakutei.ledger.Entry;
import dev.kakutei.schemas.OperatorAction;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Gives the order for one request of a job, and tells what became of it. Doing it again changes nothing. */
final class BulkStep {
    static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int MOST_TRIES = 5;
    private static final String MOVED_ON = "the request has moved on since it was chosen";

    private final ActionService desk;
    private final Guard guard;

    BulkStep(ActionService desk, Guard guard) {
        this.desk = desk;
        this.guard = guard;
    }

    /** @param entry as Postgres shows it; null where it is not there any more */
    CompletableFuture<Ended> of(BulkJob job, BulkItem item, Entry entry, Instant now) {
        if (entry == null) {
            return done(new Ended(item, Fate.REFUSED, "the request was cleaned away"));
        }
        OperatorAction order = job.order(item.request(), item.basedOn(), now);
        if (entry.seq() > item.basedOn()) {
            // Perhaps because of this very order, given before a crash.
            return desk.earlier(order)
                    .thenApply(earlier -> earlier.isPresent()
                            ? new Ended(item, Fate.DONE, null)
                            : new Ended(item, Fate.REFUSED, MOVED_ON));
        }
        Optional<String> refusal = entry.seq() < item.basedOn() ? Optional.empty() : guard.refusal(entry, order, now);
        return refusal.isPresent()
                ? done(new Ended(item, Fate.REFUSED, refusal.get()))
                : desk.place(order, PATIENCE).thenApply(ending -> ended(item, ending));
    }

    private static Ended ended(BulkItem item, Ending ending) {
        return ending.match(new Ending.Cases<>() {
            @Override
            public Ended carriedOut(Ending.CarriedOut one) {
                return new Ended(item, Fate.DONE, null);
            }

            @Override
            public Ended refused(Ending.Refused one) {
                boolean moved = one.refusal().lastEventId() > item.basedOn();
                return new Ended(
                        item, Fate.REFUSED, moved ? MOVED_ON : one.refusal().reason());
            }

            @Override
            public Ended unheard(Ending.Unheard one) {
                return item.tries() < MOST_TRIES
                        ? new Ended(item, Fate.WAITING, null)
                        : new Ended(item, Fate.FAILED, "nothing was heard of the order; it may be carried out yet");
            }

            @Override
            public Ended unpublished(Ending.Unpublished one) {
                return new Ended(item, Fate.WAITING, null);
            }

            @Override
            public Ended turnedAway(Ending.TurnedAway one) {
                return new Ended(item, Fate.WAITING, null);
            }
        });
    }

    private static CompletableFuture<Ended> done(Ended ended) {
        return CompletableFuture.completedFuture(ended);
    }
}
