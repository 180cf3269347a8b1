package dev.kakutei.relay.reconcile;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * How requests without progress are looked for.
 *
 * @param interval between two looks
 * @param age before which nothing is suspected
 * @param rows most that are announced again in one look
 */
public record ReconcileConfig(Duration interval, Duration age, int rows) {
    public ReconcileConfig {
        requireNonNull(interval, "interval");
        requireNonNull(age, "age");
    }
}
