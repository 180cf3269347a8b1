package dev.kakutei.ingest.http;

import dev.kakutei.ingest.meters.IngestMeters;
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

/**
 * Callers that wait for the outcome of their request; any number of them may wait for the same one. A caller costs an
 * entry here and no thread. There are never more than a set number of them; who does not find a place is told to come
 * back, which is always a true answer.
 *
 * <p>The latest results are remembered for those who come just after them: Postgres may not show an outcome yet that was
 * already told. Who comes later than that, and before Postgres shows it, waits for nothing until its deadline.
 */
public final class Waiters {
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
    private volatile boolean closed;

    public Waiters(int most, IngestMeters meters) {
        places = new WaitingPlaces(most);
        meters.waiting(this::size);
    }

    /** A place for one caller, taken before its request is stored, so that the result cannot come and go unseen. */
    final class Place implements AutoCloseable {
        private final RequestId id;
        private final String gateway;
        private final CompletableFuture<Optional<Result>> result = new CompletableFuture<>();

        private Place(RequestId id, String gateway) {
            this.id = id;
            this.gateway = gateway;
        }

        /** Empty when the time has passed. */
        CompletableFuture<Optional<Result>> within(Duration time) {
            return result.completeOnTimeout(Optional.empty(), Math.max(0, time.toMillis()), TimeUnit.MILLISECONDS);
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
