package dev.kakutei.schemas;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * A service asks whether it may decide or send: whether Kafka still has everything that Postgres has read from it (SPEC H3).
 *
 * @param instance which instance asks; the answer names it
 * @param number counts the requests of the instance; an answer to one is an answer to all before it
 * @param loss what shows this instance that Kafka has lost records; null where nothing does
 */
public record ClearanceRequest(String service, String instance, long number, Instant at, Loss loss) {
    public ClearanceRequest {
        requireNonNull(service, "service");
        requireNonNull(instance, "instance");
        at = requireNonNull(at, "at").truncatedTo(ChronoUnit.MILLIS);
        if (number < 1) {
            throw new IllegalArgumentException("requests are counted from 1, not " + number);
        }
    }

    /** One that reports no loss. */
    public ClearanceRequest(String service, String instance, long number, Instant at) {
        this(service, instance, number, at, null);
    }

    /**
     * Records that the instance misses in Kafka.
     *
     * @param recovery under which recovery it works; a later one has made up for the loss
     */
    public record Loss(int recovery, String reason) {
        public Loss {
            requireNonNull(reason, "reason");
            if (recovery < 0) {
                throw new IllegalArgumentException("recoveries are counted from 0, not " + recovery);
            }
        }
    }
}
