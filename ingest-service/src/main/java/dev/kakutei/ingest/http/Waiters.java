package dev.kakutei.ingest.http;

import dev.kakutei.ingest.metrics.WaitingMetrics;
import dev.kakutei.ledger.Entry;
import dev.kakutei.schemas.ApprovalFact;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.schemas.Result;
import dev.kakutei.store.read.LedgerTail;
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
 * entry here and no thread. There are never more than a set number of them; a caller that finds no place gets 202 at once,
 * which is always a true answer.
 *
 * <p>The latest results are kept for callers that come just after them: Postgres may not show an outcome yet that was
 * already published. A caller that comes later than that, and before Postgres shows it, waits in vain until its deadline.
 *
 * <p>No caller waits here for a person: a request that is held for approval is answered at once. Where no rule holds
 * anything, the topic is not read for that.
 */
public final class Waiters implements LedgerTail.Listener {
    private static final int MAX_REMEMBERED = 2_000;

    private final Map<RequestId, Set<Place>> waiting = new ConcurrentHashMap<>();
    private final Map<RequestId, Result> latest = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<RequestId, Result> eldest) {
            return size() > MAX_REMEMBERED;
        }
    };
    private final WaitingPlaces places;
    private final BooleanSupplier approvals;
    private volatile boolean closed;

    /** Where nothing is held for approval. */
    public Waiters(int max, WaitingMetrics metrics) {
        this(max, () -> false, metrics);
    }

    /** @param approvals whether anything may be held for approval */
    public Waiters(int max, BooleanSupplier approvals, WaitingMetrics metrics) {
        this.approvals = approvals;
        places = new WaitingPlaces(max);
        metrics.waiting(this::size);
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
        // After the place was taken: what is published from now on reaches it.
        Result known = remembered(id);
        if (known != null) {
            place.result.complete(Optional.of(known));
        }
        return Optional.of(place);
    }

    /** Answers all callers that wait for it. */
    public void settled(Result result) {
        synchronized (latest) {
            latest.put(result.requestId(), result);
        }
        callersOf(result.requestId()).forEach(place -> place.result.complete(Optional.of(result)));
    }

    @Override
    public boolean isActive() {
        // Also while no caller waits: the next request may be held sooner than the end of the topic is found.
        return approvals.getAsBoolean();
    }

    @Override
    public boolean follows(RequestId id) {
        return approvals.getAsBoolean() && waiting.containsKey(id);
    }

    @Override
    public void onEvent(LedgerEvent event) {
        if (event.fact() instanceof ApprovalFact.Requested) {
            callersOf(event.requestId()).forEach(place -> {
                place.held = event;
                place.result.complete(Optional.empty());
            });
        }
    }

    /** Answers every waiting caller now with what is known, which is better than a broken connection. */
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
