package dev.kakutei.schemas;

import static java.util.Objects.requireNonNull;

import dev.kakutei.schemas.request.Violation;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * A record of the request topic that was not taken, and why (SPEC A8). It may come twice; its origin names it.
 *
 * <p>The body itself is not repeated, because it may hold a card number: its digest and its place on the request topic
 * are enough to find it.
 *
 * @param kind null where the record did not say, or said something else
 * @param client null where the record named none, or no valid one
 * @param idempotencyKey null where it could not be read
 * @param traceparent the producer's trace (W3C); may be null
 */
public record Rejection(
        Origin origin,
        RequestKind kind,
        String client,
        String idempotencyKey,
        Problem problem,
        String traceparent,
        Instant at) {
    public Rejection {
        requireNonNull(origin, "origin");
        requireNonNull(problem, "problem");
        at = requireNonNull(at, "at").truncatedTo(ChronoUnit.MILLIS);
    }

    /**
     * Where the record is on the request topic.
     *
     * @param at the record's own timestamp
     * @param key as text, cut where it is long; null where it had none
     * @param bytes how long its value is
     * @param digest SHA-256 of its value as it came, in lower-case hex; null where it had none
     */
    public record Origin(String topic, int partition, long offset, Instant at, String key, int bytes, String digest) {
        public static final int MAX_KEY = 255;

        public Origin {
            requireNonNull(topic, "topic");
            requireNonNull(at, "at");
            key = key == null ? null : WireText.sound(key, MAX_KEY);
            if (partition < 0 || offset < 0 || bytes < 0) {
                throw new IllegalArgumentException("no place of a record: " + topic + "-" + partition + "@" + offset);
            }
        }

        /** A name for the record that no other one has. */
        public String place() {
            return topic + "/" + partition + "/" + offset;
        }
    }

    /**
     * What was wrong, as an HTTP caller would see it (RFC 9457).
     *
     * @param status the HTTP status that belongs to it
     * @param errors the fields at fault; empty where it is none of them
     */
    public record Problem(String type, String title, int status, String detail, List<Violation> errors) {
        public Problem {
            requireNonNull(type, "type");
            requireNonNull(title, "title");
            requireNonNull(detail, "detail");
            errors = List.copyOf(requireNonNull(errors, "errors"));
            if (status < 400 || status > 599) {
                throw new IllegalArgumentException("not the status of a problem: " + status);
            }
        }
    }
}
