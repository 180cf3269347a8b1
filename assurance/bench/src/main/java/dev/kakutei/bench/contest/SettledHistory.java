package dev.kakutei.bench.contest;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Requests that were settled long ago, written straight into Kakutei's tables: a ledger row and three events each, as large
 * as those of the orders that are measured. No outbox row, and nothing in the verifier's store: both expire after days.
 */
final class SettledHistory {
    static final String CLIENT = "history";
    /** In one statement. */
    private static final int PIECE = 100_000;

    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long LONGEST_NANOS = TimeUnit.MINUTES.toNanos(10);

    private static final String LEDGER = """
            insert into ledger (request_id, client, idempotency_key, kind, gateway, request_digest, amount, currency,
                accepted_at, deadline_at, traceparent, state, last_event_id, current_event_id, updated_at, attempts,
                first_sent_at, last_send_not_after, gateway_status_code, gateway_reference, gateway_answer,
                settled_by_attempt, settled_at)
            select uuidv7(i * interval '1 ms' - interval '60 days'), '%1$s', 'h-' || i, 'order', 'bench', repeat('0', 64),
                12.5, 'JPY', at, at, '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00', 'succeeded', 3, 3, at, 1,
                at, at, 200, 'reference-' || i, '{"status":"FILLED"}', 1, at
            from (select i, now() - interval '60 days' + i * interval '1 ms' as at
                  from generate_series(%2$d, %3$d) i) numbered
            """;

    private static final String EVENTS = """
            insert into ledger_events (request_id, event_id, type, at, actor, fact, chain)
            select request_id, event_id, 'settled', accepted_at, 'verifier',
                json_build_object('type', 'settled', 'note', repeat('x', case event_id when 1 then 1200 else 150 end)),
                repeat('0', 64)
            from (select request_id, accepted_at from ledger where client = '%s'
                  order by accepted_at desc, request_id desc limit %d) added, generate_series(1, 3) event_id
            """;

    private static final String BEHIND =
            "select bool_or(confirmed_flush_lsn < '%s'::pg_lsn) from pg_replication_slots where slot_type = 'logical'";

    private SettledHistory() {}

    /** Adds as many as are missing, and returns how many there are: more, where there were more before. */
    static long fill(Connection connection, int wanted) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            long before = number(statement, "select count(*) from ledger where client = '" + CLIENT + "'");
            long missing = wanted - number(statement, "select count(*) from ledger");
            for (long done = 0; done < missing; done += PIECE) {
                long piece = Math.min(PIECE, missing - done);
                long first = before + done + 1;
                statement.execute(LEDGER.formatted(CLIENT, first, first + piece - 1));
                statement.execute(EVENTS.formatted(CLIENT, piece));
            }
            statement.execute("vacuum analyze ledger, ledger_events");
            statement.execute("checkpoint");
            awaitRelay(statement);
            return number(statement, "select count(*) from ledger");
        }
    }

    /** The relay has to read past all of it, and that is not what is to be measured. */
    private static void awaitRelay(Statement statement) throws SQLException {
        String end = text(statement, "select pg_current_wal_lsn()");
        long limit = System.nanoTime() + LONGEST_NANOS;
        while (!"f".equals(text(statement, BEHIND.formatted(end)))) {
            if (System.nanoTime() > limit) {
                throw new IllegalStateException("the relay has not read past the history after ten minutes");
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    private static long number(Statement statement, String sql) throws SQLException {
        return Long.parseLong(text(statement, sql));
    }

    private static String text(Statement statement, String sql) throws SQLException {
        try (ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        }
    }
}
