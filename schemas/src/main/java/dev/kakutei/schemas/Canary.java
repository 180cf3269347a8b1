package dev.kakutei.schemas;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * A row that was written only to see whether it arrives: whoever reads it knows that the way from the database to Kafka
 * was open, and how long it took.
 *
 * @param number counts the canaries of one database
 * @param relay which relay wrote it
 * @param sentAt when it was written
 */
public record Canary(long number, String relay, Instant sentAt) {
    public Canary {
        requireNonNull(relay, "relay");
        sentAt = requireNonNull(sentAt, "sent_at").truncatedTo(ChronoUnit.MILLIS);
    }
}
