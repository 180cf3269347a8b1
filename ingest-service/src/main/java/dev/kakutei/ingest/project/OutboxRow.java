package dev.kakutei.ingest.project;

import dev.kakutei.ingest.store.Column;
import dev.kakutei.ingest.store.LedgerRow;
import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.Status;
import java.util.List;

/** What the outbox shows of a request's progress (SPEC A10). For reading only. */
public final class OutboxRow {
    public static final List<Column<Entry>> CHANGING = List.of(
            new Column<>("updated_at", "timestamptz", entry -> LedgerRow.moment(entry.updatedAt())),
            new Column<>("status", "text", OutboxRow::status),
            new Column<>("attempts", "int4", Entry::attempts),
            new Column<>("last_error_code", "text", Entry::lastErrorCode),
            new Column<>("last_error_msg", "text", Entry::lastErrorMessage),
            new Column<>("locked_by", "text", entry -> sending(entry) ? "sender:" + entry.gateway() : null),
            new Column<>(
                    "locked_at", "timestamptz", entry -> sending(entry) ? LedgerRow.moment(entry.updatedAt()) : null));

    private OutboxRow() {}

    static String status(Entry entry) {
        return switch (entry.status()) {
            case ACCEPTED, PENDING_APPROVAL, RETURNED -> "pending";
            case HELD -> entry.attempts() == 0 ? "pending" : "sending";
            // Not settled: as far as a reader of the outbox is concerned, it is still being sent.
            case SENDING, RETRYING, VERIFYING, VERIFICATION_FAILED -> "sending";
            case SUCCEEDED -> "succeeded";
            case FAILED -> "failed";
            case ABORTED, EXPIRED, CANCELLED -> "aborted";
        };
    }

    private static boolean sending(Entry entry) {
        return entry.status() == Status.SENDING;
    }
}
