package dev.kakutei.ingest.http;

import dev.kakutei.ingest.meters.IngestMeters;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.schemas.Result;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Callers that wait for the outcome of their request. A caller costs an entry here and no thread. There are never more
 * than a set number of them; who does not find a place is told to come back, which is always a true answer.
 */
public final class Waiters {
    private final Map<RequestId, CompletableFuture<Optional<Result>>> waiting = new ConcurrentHashMap<>();
    private final Semaphore places;
    private volatile boolean closed;

    public Waiters(int most, IngestMeters meters) {
        places = new Semaphore(most);
        meters.waiting(waiting::size);
    }

    /** A place for one request, taken before it is stored, so that its result cannot come and go unseen. */
    final class Place implements AutoCloseable {
        private final RequestId id;
        private final CompletableFuture<Optional<Result>> result = new CompletableFuture<>();

        private Place(RequestId id) {
            this.id = id;
        }

        /** Empty when the time has passed. */
        CompletableFuture<Optional<Result>> within(Duration time) {
            return result.completeOnTimeout(Optional.empty(), Math.max(0, time.toMillis()), TimeUnit.MILLISECONDS);
        }

        @Override
        public void close() {
            if (waiting.remove(id, result)) {
                places.release();
            }
        }
    }

    /** Empty when all places are taken. */
    Optional<Place> take(RequestId id) {
        if (closed || !places.tryAcquire()) {
            return Optional.empty();
        }
        Place place = new Place(id);
        waiting.put(id, place.result);
        return Optional.of(place);
    }

    /** Tells whoever waits for it. */
    public void settled(Result result) {
        CompletableFuture<Optional<Result>> waiter = waiting.get(result.requestId());
        if (waiter != null) {
            waiter.complete(Optional.of(result));
        }
    }

    /** Nobody waits here any longer: each is answered now with what is known, which is better than a broken connection. */
    void close() {
        closed = true;
        waiting.values().forEach(waiter -> waiter.complete(Optional.empty()));
    }

    int size() {
        return waiting.size();
    }
}
