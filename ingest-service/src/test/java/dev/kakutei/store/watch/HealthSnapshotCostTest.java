package dev.kakutei.store.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.ingest.IngestService;
import dev.kakutei.ingest.TestService;
import dev.kakutei.testkit.Await;
import dev.kakutei.testkit.RealPostgres;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A health query costs what is open, not what is stored. */
class HealthSnapshotCostTest {
    private static final int STORED = 20_000;
    private static final int OPEN = 5_000;

    @Test
    void look_atManyOpenOnesInALargerLedger_readsOnlyThose() throws SQLException {
        RealPostgres.Database database = RealPostgres.freshDatabase();
        Map<String, String> settings = TestService.settings(database);
        settings.put("ingest.watch.every", "200ms");
        try (IngestService service = TestService.start(TestService.config(settings), new SimpleMeterRegistry());
                Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            assertThat(service.port()).isPositive();
            statement.execute("insert into ledger (request_id, client, idempotency_key, kind, gateway, request_digest,"
                    + " accepted_at, deadline_at, state, last_event_id, current_event_id, updated_at, settled_at)"
                    + " select gen_random_uuid(), 'default', 'k-' || i, 'order', 'bank', 'none', now(), now(),"
                    + " case when i <= " + OPEN + " then 'sending' else 'succeeded' end, 3, 3, now(),"
                    + " case when i <= " + OPEN + " then null else now() end from generate_series(1, " + STORED
                    + ") i");
            statement.execute("vacuum analyze ledger, ledger_open");
            // what came before is counted by then
            long looks = read(statement, "idx_scan");
            Await.until("a look", () -> read(statement, "idx_scan") >= looks + OPEN);
            // A connection may report late what it read before; a query that reads the whole spoils every round.
            Await.until("some looks read only those", () -> {
                long whole = read(statement, "seq_tup_read");
                long before = read(statement, "idx_scan");
                Await.until("some looks more", () -> read(statement, "idx_scan") >= before + 3L * OPEN);
                return read(statement, "seq_tup_read") == whole;
            });
        }
    }

    private static long read(Statement statement, String figure) {
        try (ResultSet row =
                statement.executeQuery("select " + figure + " from pg_stat_user_tables where relname = 'ledger'")) {
            row.next();
            return row.getLong(1);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
