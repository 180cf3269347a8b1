package dev.kakutei.relay.route;

/**
 * One inserted row of {@code outbox_orders}, as it is in the WAL: every column as text, null where it was null.
 * Nothing is checked yet, so that an invalid row can still be carried to where it is reported.
 */
public record CapturedRow(
        String id,
        String client,
        String idempotencyKey,
        String kind,
        String gateway,
        String amount,
        String currency,
        String requestJson,
        String digest,
        Times times,
        String traceparent,
        String note) {

    /** ISO 8601 with an offset, as the capture hands them over. */
    public record Times(String createdAt, String deadlineAt, String expiresAt) {}

    String createdAt() {
        return times.createdAt();
    }

    String deadlineAt() {
        return times.deadlineAt();
    }

    String expiresAt() {
        return times.expiresAt();
    }

    /** Says which row it is, and nothing of what the caller sent. */
    @Override
    public String toString() {
        return "outbox row " + id + " of " + createdAt();
    }
}
