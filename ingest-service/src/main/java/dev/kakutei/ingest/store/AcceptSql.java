package dev.kakutei.ingest.store;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The statement that accepts requests: whatever wins its key goes into all three tables, whatever does not goes into
 * none. One statement for any number of requests.
 */
final class AcceptSql {
    static final List<Column<NewRequest>> LEDGER = LedgerRow.ACCEPTED.stream()
            .map(column -> new Column<NewRequest>(
                    column.name(), column.type(), request -> column.value().apply(request.entry())))
            .toList();

    static final List<Column<NewRequest>> EVENTS = EventRow.COLUMNS.stream()
            .map(column -> new Column<NewRequest>(
                    column.name(), column.type(), request -> column.value().apply(request.row())))
            .toList();

    static final List<Column<NewRequest>> OUTBOX = List.of(
            column("id", "uuid", NewRequest::id),
            column("created_at", "timestamptz", request -> request.event().at()),
            column("updated_at", "timestamptz", request -> request.event().at()),
            column("client", "text", request -> request.fact().client()),
            column("idempotency_key", "text", request -> request.fact().idempotencyKey()),
            column("kind", "text", request -> request.fact().kind().wire()),
            column("gateway", "text", request -> request.fact().gateway()),
            column(
                    "amount",
                    "text",
                    request -> request.fact().amount() == null
                            ? null
                            : request.fact().amount().toPlainString()),
            column("currency", "text", request -> request.fact().currency()),
            column("order_request_json", "json", NewRequest::document),
            column("request_digest", "text", request -> request.fact().digest()),
            column("deadline_at", "timestamptz", request -> request.fact().deadline()),
            column("traceparent", "text", request -> request.fact().traceparent()),
            column("expires_at", "timestamptz", request -> request.fact().expiresAt()),
            column("note", "text", request -> request.fact().note()));

    static final String TEXT = "with stored as (insert into ledger (" + Rows.names(LEDGER) + ") select * from "
            + Rows.given(LEDGER) + " on conflict (client, idempotency_key) do nothing returning request_id),"
            + " events as (insert into ledger_events (" + Rows.names(EVENTS) + ") select " + given(EVENTS) + " from "
            + Rows.given(EVENTS) + " join stored on stored.request_id = given.request_id),"
            + " messages as (insert into outbox_orders (" + Rows.names(OUTBOX) + ") select " + given(OUTBOX)
            + " from " + Rows.given(OUTBOX) + " join stored on stored.request_id = given.id)"
            + " select request_id from stored";

    private AcceptSql() {}

    private static String given(List<Column<NewRequest>> columns) {
        return columns.stream().map(column -> "given." + column.name()).collect(Collectors.joining(", "));
    }

    private static Column<NewRequest> column(String name, String type, Function<NewRequest, Object> value) {
        return new Column<>(name, type, value);
    }
}
