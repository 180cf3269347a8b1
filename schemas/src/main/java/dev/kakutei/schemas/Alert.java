package dev.kakutei.schemas;

import static java.util.Objects.requireNonNull;

import java.time.Instant;

/**
 * Somebody must be told.
 *
 * @param cause a stable word for what is wrong; alerts are told once per cause, not once per request
 * @param requestId the request it was seen on; null where it concerns no single one
 */
public record Alert(
        String id, Severity severity, String cause, RequestId requestId, String gateway, String summary, Instant at) {
    public Alert {
        requireNonNull(id, "id");
        requireNonNull(severity, "severity");
        requireNonNull(cause, "cause");
        requireNonNull(summary, "summary");
        requireNonNull(at, "at");
    }

    /** How soon somebody should look. */
    public enum Severity {
        LOW,
        MEDIUM,
        HIGH
    }
}
