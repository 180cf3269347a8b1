package dev.kakutei.operator.bulk;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * How jobs are worked on.
 *
 * @param max requests that one job may concern
 * @param lease how long a job is left to an instance that says nothing
 */
public record BulkConfig(int max, Duration lease) {
    public static final int MAX_PER_SECOND = 1_000;
    public static final int PER_SECOND = 50;

    public BulkConfig {
        requireNonNull(lease, "lease");
    }
}
