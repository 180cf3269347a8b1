package dev.kakutei.schemas;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * An alert for operators, or that one is resolved.
 *
 * @param cause a stable word for what is wrong; alerts are published once per cause, not once per request
 * @param requestId the request it was seen on; null where it concerns no single one
 * @param alarm names what goes on: the same in every message about it, from the first to the resolved one.
 *     This and the next three are null in what a single request raised
 * @param since when it began
 * @param count how often it was raised so far
 * @param resolvedAt when it was over; null while it goes on
 */
public record Alert(
        String id,
        Severity severity,
        String cause,
        RequestId requestId,
        String gateway,
        String summary,
        Instant at,
        String alarm,
        Instant since,
        Long count,
        Instant resolvedAt) {
    public Alert {
        requireNonNull(id, "id");
        requireNonNull(severity, "severity");
        requireNonNull(cause, "cause");
        requireNonNull(summary, "summary");
        at = requireNonNull(at, "at").truncatedTo(ChronoUnit.MILLIS);
        since = since == null ? null : since.truncatedTo(ChronoUnit.MILLIS);
        resolvedAt = resolvedAt == null ? null : resolvedAt.truncatedTo(ChronoUnit.MILLIS);
    }

    /** What one request raised. */
    public Alert(
            String id,
            Severity severity,
            String cause,
            RequestId requestId,
            String gateway,
            String summary,
            Instant at) {
        this(id, severity, cause, requestId, gateway, summary, at, null, null, null, null);
    }

    /** How soon an operator should look. */
    public enum Severity {
        LOW,
        MEDIUM,
        HIGH
    }
}
