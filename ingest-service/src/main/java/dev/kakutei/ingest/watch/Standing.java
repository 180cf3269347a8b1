package dev.kakutei.ingest.watch;

import static java.util.Objects.requireNonNull;

import dev.kakutei.ledger.Status;
import dev.kakutei.schemas.RequestKind;
import java.util.Map;

/**
 * How things stand.
 *
 * @param waiting requests in each state off the straight path, of each kind
 * @param oldestSeconds since when the oldest of each of these states was accepted
 * @param outboxAges in seconds, of requests that are on their way to a gateway: median, 95th of a hundred, and the oldest
 */
record Standing(Map<Place, Long> waiting, Map<Status, Double> oldestSeconds, Ages outboxAges, long openAlerts) {
    record Place(Status state, RequestKind kind) {}

    record Ages(double median, double p95, double oldest) {
        static final Ages NONE = new Ages(0, 0, 0);
    }

    Standing {
        waiting = Map.copyOf(waiting);
        oldestSeconds = Map.copyOf(oldestSeconds);
        requireNonNull(outboxAges, "outboxAges");
    }

    long waiting(Status state, RequestKind kind) {
        return waiting.getOrDefault(new Place(state, kind), 0L);
    }
}
