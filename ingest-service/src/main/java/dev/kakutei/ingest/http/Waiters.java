package dev.kakutei.ingest.http;

import dev.kakutei.ingest.meters.IngestMeters;
import dev.kakutei.ingest.project.LedgerTail;
import dev.kakutei.ledger.Entry;
import dev.kakutei.schemas.ApprovalFact;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.schemas.Result;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Callers that wait for the outcome of their request; any number of them may wait for the same one. A caller costs an
 * entry here and no thread. There are never more than a set number of them; who does not find a place is told to come
 * back, which is always a true answer.
 *
 * <p>The latest results are remembered for those who come just after them: Postgres may not show an outcome yet that was
 * already told. Who comes later than that, and before Postgres shows it, waits for nothing until its deadline.
 *
 * <p>Nobody waits here for a person: who asked for what is held for approval is told so at once. Where no rule holds
 * anything, nothing is listened to for that.
 */
public final class Waiters implements LedgerTail.Listener {
    private static final int MOST_REMEMBERED = 2_000;

    private final Map<RequestId, Set<Place>> waiting = new ConcurrentHashMap<>();
    private final Map<RequestId, Result> latest = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<RequestId, Result> eldest) {
            return size() > MOST_REMEMBERED;
        }
    };
    private final WaitingPlaces places;
    private final BooleanSupplier approvals;
    private volatile boolean closed;

    /** Where nothing is held for approval. */
    public Waiters(int most, IngestMeters meters) {
        this(most, () -> false, meters);
    }

    /** @param approvals whether anything may be held for approval */
    public Waiters(int most, BooleanSupplier approvals, IngestMeters meters) {
        this.approvals = approvals;
        places = new WaitingPlaces(most);
        meters.waiting(this::size);
    }

    /** A place for one caller, taken before its request is stored, so that the result cannot come and go unseen. */
    final class Place implements AutoCloseable {
        private final RequestId id;
        private final String gateway;
        private final CompletableFuture<Optional<Result>> result = new CompletableFuture<>();
        private volatile LedgerEvent held;

        private Place(RequestId id, String gateway) {
            this.id = id;
            this.gateway = gateway;
        }

        /** Empty when the time has passed. */
        CompletableFuture<Optional<Result>> within(Duration time) {
            return result.completeOnTimeout(Optional.empty(), Math.max(0, time.toMillis()), TimeUnit.MILLISECONDS);
        }

        /** The request as Postgres shows it, or a moment further: held. */
        Entry further(Entry shown) {
            LedgerEvent heard = held;
            return heard != null && heard.seq() == shown.seq() + 1 ? shown.apply(heard) : shown;
        }

        /** Safe to call more than once. */
        @Override
        public void close() {
            waiting.computeIfPresent(id, (same, callers) -> {
                if (callers.remove(this)) {
                    places.release(gateway);
                }
                return callers.isEmpty() ? null : callers;
            });
        }
    }

    /** Empty when all places are taken that this gateway's callers may have. */
    Optional<Place> take(RequestId id, String gateway) {
        if (closed || !places.take(gateway)) {
            return Optional.empty();
        }
        Place place = new Place(id, gateway);
        waiting.compute(id, (same, others) -> {
            Set<Place> callers = others == null ? new HashSet<>() : others;
            callers.add(place);
            return callers;
        });
        // After the place was taken: what is told from now on is heard there.
        Result told = remembered(id);
        if (told != null) {
            place.result.complete(Optional.of(told));
        }
        return Optional.of(place);
    }

    /** Tells all who wait for it. */
    public void settled(Result result) {
        synchronized (latest) {
            latest.put(result.requestId(), result);
        }
        callersOf(result.requestId()).forEach(place -> place.result.complete(Optional.of(result)));
    }

    @Override
    public boolean anybody() {
        // Also while nobody waits: the next one may be held sooner than the end of the topic is found.
        return approvals.getAsBoolean();
    }

    @Override
    public boolean watches(RequestId id) {
        return approvals.getAsBoolean() && waiting.containsKey(id);
    }

    @Override
    public void hear(LedgerEvent event) {
        if (event.fact() instanceof ApprovalFact.Requested) {
            callersOf(event.requestId()).forEach(place -> {
                place.held = event;
                place.result.complete(Optional.empty());
            });
        }
    }

    /** Nobody waits here any longer: each is answered now with what is known, which is better than a broken connection. */
    void close() {
        closed = true;
        for (RequestId id : waiting.keySet()) {
            callersOf(id).forEach(place -> place.result.complete(Optional.empty()));
        }
    }

    int size() {
        return places.taken();
    }

    private Result remembered(RequestId id) {
        synchronized (latest) {
            return latest.get(id);
        }
    }

    /** A copy: completing a place closes it, which changes the set. */
    private List<Place> callersOf(RequestId id) {
        List<Place> callers = new ArrayList<>();
        waiting.computeIfPresent(id, (same, all) -> {
            callers.addAll(all);
            return all;
        });
        return callers;
    }
}
