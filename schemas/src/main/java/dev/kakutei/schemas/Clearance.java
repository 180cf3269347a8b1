package dev.kakutei.schemas;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Whether services may decide and send, as ingest-service found when it compared Kafka with Postgres.
 *
 * @param instance the instance that asked; null where none did, and it is for all of them
 * @param number the request that it answers; 0 where no instance asked
 * @param recovery how many recoveries there were. Each begins a new state of the verifier and new positions of the senders
 * @param reason why nothing may be sent, and what to do; null where it may
 * @param checker which instance compared
 */
public record Clearance(
        String instance, long number, Verdict verdict, int recovery, String reason, String checker, Instant at) {
    public Clearance {
        requireNonNull(verdict, "verdict");
        requireNonNull(checker, "checker");
        at = requireNonNull(at, "at").truncatedTo(ChronoUnit.MILLIS);
        if (number < 0 || recovery < 0) {
            throw new IllegalArgumentException(
                    "requests and recoveries are counted from 0, not " + number + " and " + recovery);
        }
    }

    /** What a service may do. */
    public enum Verdict {
        /** Kafka has everything that Postgres has read from it. */
        CLEARED,
        /** It has not, or cannot be trusted: nothing may be decided or sent. */
        HALTED
    }
}
