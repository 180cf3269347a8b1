package dev.kakutei.store.project;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * How the ledger topic is written into Postgres.
 *
 * @param records most events in one transaction
 * @param progressTimeout without progress for longer than this, the projection is reported as unhealthy
 */
public record ProjectionConfig(String group, int records, Duration progressTimeout) {
    public ProjectionConfig {
        requireNonNull(group, "group");
        requireNonNull(progressTimeout, "progressTimeout");
    }
}
