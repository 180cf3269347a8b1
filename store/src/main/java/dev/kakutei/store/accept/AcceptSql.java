package dev.kakutei.store.accept;

import dev.kakutei.ledger.Entry;
import dev.kakutei.store.database.Column;
import dev.kakutei.store.database.LedgerRow;
import dev.kakutei.store.database.Rows;
import java.util.List;
import java.util.stream.Stream;

/**
 * The statement that accepts requests: whatever wins its key goes into all three tables, whatever does not goes into
 * none. One statement for any number of requests.
 *
 * <p>Each value is sent once, however many tables it goes to; what is the same for every request that was just accepted
 * is not sent at all, but stands in the statement or in the defaults of the table.
 */
final class AcceptSql {
    static final List<Column<NewRequest>> COLUMNS = Stream.concat(
                    LedgerRow.ACCEPTED.stream().map(AcceptSql::ofRequest),
                    Stream.of(
                            new Column<NewRequest>(
                                    "actor", "text", request -> request.row().actor()),
                            new Column<NewRequest>(
                                    "fact", "json", request -> request.row().fact()),
                            new Column<NewRequest>(
                                    "chain", "text", request -> request.row().chain()),
                            new Column<NewRequest>("document", "json", NewRequest::document)))
            .toList();

    private static final String LEDGER = Rows.names(LedgerRow.ACCEPTED);

    static final String TEXT = "with given as materialized (select * from " + Rows.given(COLUMNS) + "),"
            + " stored as (insert into ledger (" + LEDGER
            + ", state, last_event_id, current_event_id, updated_at) select " + LEDGER
            + ", 'accepted', 1, 1, accepted_at from given"
            + " on conflict (client, idempotency_key) do nothing returning request_id),"
            + " events as (insert into ledger_events (request_id, event_id, type, at, actor, fact, chain)"
            + " select request_id, 1, 'accepted', accepted_at, actor, fact, chain"
            + " from given join stored using (request_id)),"
            + " messages as (insert into outbox_orders (id, created_at, updated_at, client, idempotency_key, kind,"
            + " gateway, amount, currency, order_request_json, request_digest, deadline_at, traceparent, expires_at,"
            + " note)"
            + " select request_id, accepted_at, accepted_at, client, idempotency_key, kind, gateway, amount::text,"
            + " currency, document, request_digest, deadline_at, traceparent, expires_at, note"
            + " from given join stored using (request_id))"
            + " select request_id from stored";

    private AcceptSql() {}

    private static Column<NewRequest> ofRequest(Column<Entry> column) {
        return new Column<>(
                column.name(), column.type(), request -> column.value().apply(request.entry()));
    }
}
