package dev.kakutei.relay.reconcile;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * How the outbox is searched for requests without progress.
 *
 * @param interval between two runs
 * @param age before which nothing is suspected
 * @param rows how many are announced again in one run, at most
 */
public record ReconcileConfig(Duration interval, Duration age, int rows) {
    public ReconcileConfig {
        requireNonNull(interval, "interval");
        requireNonNull(age, "age");
    }
}
