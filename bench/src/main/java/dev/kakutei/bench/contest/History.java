package dev.kakutei.bench.contest;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Requests that were settled long ago, written straight into Kakutei's tables: a ledger row and three events each, as large
 * as those of the orders that are measured. No outbox row: those are cleaned away after some days.
 */
final class History {
    static final String CLIENT = "history";
    /** In one transaction. */
    private static final int PIECE = 100_000;

    private static final String LEDGER = """
            insert into ledger (request_id, client, idempotency_key, kind, gateway, request_digest, amount, currency,
                accepted_at, deadline_at, traceparent, state, last_event_id, current_event_id, updated_at, attempts,
                first_sent_at, last_send_not_after, gateway_status_code, gateway_reference, gateway_answer,
                settled_by_attempt, settled_at)
            select uuidv7(i * interval '1 ms' - interval '60 days'), 'history', 'h-' || i, 'order', 'bench', repeat('0', 64),
                12.5, 'JPY', at, at, '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00', 'succeeded', 3, 3, at, 1,
                at, at, 200, 'reference-' || i, '{"status":"FILLED"}', 1, at
            from (select i, now() - interval '60 days' + i * interval '1 ms' as at from generate_series(%d, %d) i) numbered
            """;

    private static final String EVENTS = """
            insert into ledger_events (request_id, event_id, type, at, actor, fact, chain)
            select request_id, event_id, 'settled', accepted_at, 'verifier',
                json_build_object('type', 'settled', 'note', repeat('x', case event_id when 1 then 1200 else 150 end)),
                repeat('0', 64)
            from (select request_id, accepted_at from ledger where client = 'history'
                  order by accepted_at desc, request_id desc limit %d) added, generate_series(1, 3) event_id
            """;

    private History() {}

    /** Adds what is missing to so many. */
    static void fill(Connection connection, int from, int to) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (int first = from + 1; first <= to; first += PIECE) {
                int last = Math.min(to, first + PIECE - 1);
                statement.execute(LEDGER.formatted(first, last));
                statement.execute(EVENTS.formatted(last - first + 1));
            }
            statement.execute("vacuum analyze ledger, ledger_events");
            statement.execute("checkpoint");
        }
    }
}
