package dev.kakutei.store.watch;

import static java.util.Objects.requireNonNull;

import dev.kakutei.ledger.Status;
import dev.kakutei.schemas.RequestKind;
import java.util.Map;

/**
 * The state of the whole installation at one moment.
 *
 * @param waiting requests in each state off the usual path, of each kind
 * @param oldestSeconds since when the oldest of each of these states was accepted
 * @param outboxAges in seconds, of requests that are on their way to a gateway: median and 95th of a hundred
 */
record HealthSnapshot(
        Map<Place, Long> waiting, Map<Status, Double> oldestSeconds, Ages outboxAges, Stuck stuck, long openAlerts) {
    record Place(Status state, RequestKind kind) {}

    record Ages(double median, double p95) {}

    /**
     * In seconds.
     *
     * @param oldest the age of the oldest request that is on its way to a gateway
     * @param overdue how long ago the timer that is most overdue should have fired
     */
    record Stuck(double oldest, double overdue) {}

    HealthSnapshot {
        waiting = Map.copyOf(waiting);
        oldestSeconds = Map.copyOf(oldestSeconds);
        requireNonNull(outboxAges, "outboxAges");
        requireNonNull(stuck, "stuck");
    }

    long waiting(Status state, RequestKind kind) {
        return waiting.getOrDefault(new Place(state, kind), 0L);
    }
}
