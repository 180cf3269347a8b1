package dev.kakutei.bench.relay;

import dev.kakutei.embedded.EmbeddedPostgres;
import dev.kakutei.store.database.Database;
import dev.kakutei.store.database.PostgresConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;

/** An outbox with rows in it, and a slot for each of its readers, made before the first row. */
final class OutboxBacklog {
    private static final int ROWS_PER_TRANSACTION = 100;
    private static final String REQUEST = """
            {"amount":"1200.00","currency":"JPY","gateway":"simulator","metadata":{"shop":"tokyo","note":"a payment as\
             they come, with a few fields of its own"},"payment_method":"tok_visa","reference":"INV-1"}""";

    private static final String COLUMNS = "insert into outbox_orders (id, created_at, updated_at, client,"
            + " idempotency_key, kind, gateway, amount, currency, order_request_json, request_digest, deadline_at,"
            + " traceparent)";

    private static final String VALUES = "now(), now(), 'shop', %s, 'payment', 'simulator', '1200.00', 'JPY', '"
            + REQUEST + "', repeat('0123456789abcdef', 4), now() + interval '30 s',"
            + " '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'";

    private final EmbeddedPostgres postgres;

    OutboxBacklog(EmbeddedPostgres postgres) {
        this.postgres = postgres;
    }

    /** Tables, publication and the relay's own slot, as ingest-service makes them. */
    void migrate(String slot) {
        try (Database database = new Database(
                new PostgresConfig(postgres.jdbcUrl(), postgres.user(), postgres.password(), 2, slot),
                new SimpleMeterRegistry())) {
            database.start();
        }
    }

    void slot(String name) {
        execute("select pg_create_logical_replication_slot('" + name + "', 'pgoutput')");
    }

    /** In transactions of a size that ingest-service makes under load. */
    void fill(int rows) {
        execute("""
                do $$ begin
                    for i in 1..%d loop
                        %s select gen_random_uuid(), %s from generate_series(1, %d) as n;
                        commit;
                    end loop;
                end $$
                """.formatted(
                        rows / ROWS_PER_TRANSACTION, COLUMNS, VALUES.formatted("i || '-' || n"), ROWS_PER_TRANSACTION));
        // Checkpoint and vacuum now, and not during a measurement.
        execute("checkpoint");
        execute("vacuum analyze outbox_orders");
    }

    String position() {
        return query("select pg_current_wal_lsn()");
    }

    long bytesKept(String slot) {
        return Long.parseLong(query("select pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)::bigint"
                + " from pg_replication_slots where slot_name = '" + slot + "'"));
    }

    /** The server's process that reads the WAL for a slot; -1 when the slot is not in use. */
    long reader(String slot) {
        String pid = query("select active_pid from pg_replication_slots where slot_name = '" + slot + "'");
        return pid == null ? -1 : Long.parseLong(pid);
    }

    /** A connection for single rows, each a transaction of its own. */
    Connection writer() throws SQLException {
        return postgres.connect("kakutei");
    }

    static PreparedStatement single(Connection connection) throws SQLException {
        return connection.prepareStatement(COLUMNS + " values (?, " + VALUES.formatted("?") + ")");
    }

    static void insert(PreparedStatement single, UUID id) throws SQLException {
        single.setObject(1, id);
        single.setString(2, id.toString());
        single.executeUpdate();
    }

    private void execute(String sql) {
        try (Connection connection = postgres.connect("kakutei");
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    private String query(String sql) {
        try (Connection connection = postgres.connect("kakutei");
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            return row.next() ? row.getString(1) : null;
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }
}
