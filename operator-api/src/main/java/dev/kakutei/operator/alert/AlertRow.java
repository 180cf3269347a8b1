package dev.kakutei.operator.alert;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.UUID;

/**
 * One alarm as it is shown.
 *
 * @param client of the request it was seen on last; null where there is none, or it is not known here
 * @param resolvedAt null while it goes on
 */
public record AlertRow(
        String id,
        String cause,
        String severity,
        String gateway,
        UUID requestId,
        String client,
        String idempotencyKey,
        String summary,
        Instant firstAt,
        Instant lastAt,
        long count,
        Instant resolvedAt) {
    public AlertRow {
        requireNonNull(id, "id");
        requireNonNull(cause, "cause");
        requireNonNull(severity, "severity");
        requireNonNull(summary, "summary");
        requireNonNull(firstAt, "firstAt");
        requireNonNull(lastAt, "lastAt");
    }
}
