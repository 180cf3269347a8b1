package dev.kakutei.store.upkeep;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * What is deleted, and when.
 *
 * @param outbox how long a settled request keeps its outbox row
 * @param requests how long a settled request is kept at all, with its key and its events; zero for ever
 * @param every how often it is looked for
 * @param batch most rows in one transaction
 */
public record CleaningConfig(Duration outbox, Duration requests, Duration every, int batch) {
    /** A key that is deleted can be used again, for a request that is sent again. */
    public static final Duration MIN_RETENTION = Duration.ofDays(30);

    public CleaningConfig {
        requireNonNull(outbox, "outbox");
        requireNonNull(every, "every");
        if (!requireNonNull(requests, "requests").isZero() && requests.compareTo(MIN_RETENTION) < 0) {
            throw new IllegalArgumentException("requests are kept for " + MIN_RETENTION + " at least, not " + requests);
        }
        if (batch < 1) {
            throw new IllegalArgumentException("a batch has rows, not " + batch);
        }
    }
}
