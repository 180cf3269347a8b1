package dev.kakutei.store.project;

import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.Status;
import dev.kakutei.store.database.Column;
import dev.kakutei.store.database.LedgerRow;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the outbox shows of a request's progress (SPEC A10). For reading only.
 *
 * <p>{@code pending → sending → succeeded}; a failed attempt that waits for its backoff is {@code failed}, and {@code
 * pending} again when that is over ({@link BackoffEnds}); attempts used up or refused for certain is {@code aborted}.
 */
public final class OutboxRow {
    /** The status of a request that waits to be sent, for the first time or again. */
    public static final String PENDING = "pending";

    public static final String STATUS = "status";

    /** What says, while an attempt waits for its backoff, when that is over. */
    public static final String NEXT_ATTEMPT_AT = "next_attempt_at";

    /** Facts do not say which sender holds an attempt: see {@link LaneReaders}. */
    public static final String LOCKED_BY = "locked_by";

    /** As the facts have it; the holder of an attempt is not known from them. */
    public static final List<Column<Entry>> CHANGING = columns(entry -> null);

    private OutboxRow() {}

    /** @param sender which instance holds the attempt of a request that is being sent; null where that is not known */
    static List<Column<Entry>> columns(Function<Entry, String> sender) {
        return List.of(
                new Column<>("updated_at", "timestamptz", entry -> LedgerRow.moment(entry.updatedAt())),
                new Column<>(STATUS, "text", OutboxRow::status),
                new Column<>("attempts", "int4", entry -> entry.attempts().count()),
                new Column<>(NEXT_ATTEMPT_AT, "timestamptz", OutboxRow::nextAttemptAt),
                new Column<>("last_error_code", "text", OutboxRow::lastErrorCode),
                new Column<>("last_error_msg", "text", OutboxRow::lastErrorMessage),
                new Column<>(LOCKED_BY, "text", entry -> attemptIsOpen(entry) ? sender.apply(entry) : null),
                new Column<>("locked_at", "timestamptz", entry -> attemptIsOpen(entry) ? lockedAt(entry) : null));
    }

    /** An attempt is under way: one sender holds it. */
    public static boolean attemptIsOpen(Entry entry) {
        return entry.status() == Status.SENDING;
    }

    /** Whether a row that shows this is one whose backoff is over: then {@link BackoffEnds} has changed it, and no fact. */
    public static boolean isPendingAgain(Entry entry, String status, String nextAttemptAt) {
        return entry.status() == Status.RETRYING && PENDING.equals(status) && nextAttemptAt == null;
    }

    static String status(Entry entry) {
        return switch (entry.status()) {
            case ACCEPTED, PENDING_APPROVAL, RETURNED -> PENDING;
            case HELD -> entry.attempts().count() == 0 ? PENDING : "failed";
            case RETRYING -> "failed";
            // Whether the attempt failed is not known: it stays what it was when that was last known.
            case SENDING, VERIFYING, VERIFICATION_FAILED -> "sending";
            case SUCCEEDED -> "succeeded";
            case FAILED, ABORTED, EXPIRED, CANCELLED -> "aborted";
        };
    }

    private static Object nextAttemptAt(Entry entry) {
        return entry.status() == Status.RETRYING ? LedgerRow.moment(entry.dueAt()) : null;
    }

    /** Of an aborted row: why it was. The gateway's own code begins the message then. */
    private static String lastErrorCode(Entry entry) {
        return switch (entry.status()) {
            case ABORTED -> "attempts_used_up";
            case FAILED -> "refused";
            case EXPIRED -> "expired";
            case CANCELLED -> "cancelled";
            default -> entry.lastAnswer().errorCode();
        };
    }

    private static String lastErrorMessage(Entry entry) {
        return entry.status().terminal() && entry.status() != Status.SUCCEEDED
                ? Stream.of(entry.lastAnswer().errorCode(), entry.reason())
                        .filter(Objects::nonNull)
                        .collect(Collectors.joining(": "))
                : entry.lastAnswer().errorMessage();
    }

    /** Entries of an earlier version do not say when their call began. */
    private static Object lockedAt(Entry entry) {
        return LedgerRow.moment(
                entry.attempts().lastCall() == null
                        ? entry.updatedAt()
                        : entry.attempts().lastCall().sentAt());
    }
}
