package dev.kakutei.store.accept;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * How requests are gathered into transactions.
 *
 * @param writers transactions under way at once
 * @param requests most requests in one transaction
 * @param linger how long a transaction waits for further requests, when the one before had more than one
 * @param queue requests that may wait; more are rejected
 * @param walMib how many MiB of WAL Postgres may keep for the relay before requests are rejected; 0 for no limit
 */
public record BatchConfig(int writers, int requests, Duration linger, int queue, int walMib) {
    public BatchConfig {
        requireNonNull(linger, "linger");
        if (writers < 1 || requests < 1 || queue < 1 || walMib < 0 || linger.isNegative()) {
            throw new IllegalArgumentException("not a way to batch: " + writers + ", " + requests + ", " + queue);
        }
    }
}
