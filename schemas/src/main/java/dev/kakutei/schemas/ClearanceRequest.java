package dev.kakutei.schemas;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * A service asks whether it may decide or send: whether Kafka still has everything that Postgres has read from it (SPEC H3).
 *
 * @param instance which instance asks; the answer names it
 * @param number counts the requests of the instance; an answer to one is an answer to all before it
 */
public record ClearanceRequest(String service, String instance, long number, Instant at) {
    public ClearanceRequest {
        requireNonNull(service, "service");
        requireNonNull(instance, "instance");
        at = requireNonNull(at, "at").truncatedTo(ChronoUnit.MILLIS);
        if (number < 1) {
            throw new IllegalArgumentException("requests are counted from 1, not " + number);
        }
    }
}
