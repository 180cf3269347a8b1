package dev.kakutei.ingest.project;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * How the ledger topic is written into Postgres.
 *
 * @param records most events in one transaction
 * @param patience how long no progress is no trouble yet
 */
public record ProjectionConfig(String group, int records, Duration patience) {
    public ProjectionConfig {
        requireNonNull(group, "group");
        requireNonNull(patience, "patience");
    }
}
