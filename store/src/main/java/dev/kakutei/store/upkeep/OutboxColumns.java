package dev.kakutei.store.upkeep;

import dev.kakutei.ledger.Entry;
import dev.kakutei.store.database.Column;
import dev.kakutei.store.database.LedgerRow;
import dev.kakutei.store.project.OutboxRow;
import java.util.List;
import java.util.stream.Stream;

/**
 * What an outbox row repeats of its request; the document and its digest are compared with each other. A row is the
 * message of an acceptance, so what it says of the request is the first version's, whatever was resubmitted.
 */
final class OutboxColumns {
    /** Of the entry after its first event. */
    static final List<Column<Entry>> FIXED = List.of(
            new Column<>("created_at", "timestamptz", entry -> LedgerRow.moment(entry.acceptedAt())),
            new Column<>("client", "text", Entry::client),
            new Column<>("idempotency_key", "text", Entry::idempotencyKey),
            new Column<>("kind", "text", entry -> entry.kind().wire()),
            new Column<>("gateway", "text", Entry::gateway),
            new Column<>(
                    "amount",
                    "text",
                    entry -> entry.amount() == null ? null : entry.amount().toPlainString()),
            new Column<>("currency", "text", Entry::currency),
            new Column<>("request_digest", "text", Entry::digest),
            new Column<>("deadline_at", "timestamptz", entry -> LedgerRow.moment(entry.deadline())),
            new Column<>("traceparent", "text", Entry::traceparent),
            new Column<>("expires_at", "timestamptz", entry -> LedgerRow.moment(entry.expiresAt())),
            new Column<>("note", "text", entry -> entry.version().note()));

    /** Of the entry as it stands. */
    static final List<Column<Entry>> CHANGING = OutboxRow.CHANGING;

    static final List<Column<Entry>> ALL =
            Stream.concat(FIXED.stream(), CHANGING.stream()).toList();

    private OutboxColumns() {}
}
