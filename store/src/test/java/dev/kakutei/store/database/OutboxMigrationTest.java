package dev.kakutei.store.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.store.Requests;
import dev.kakutei.store.TestStore;
import dev.kakutei.store.accept.LedgerTable;
import dev.kakutei.testkit.RealPostgres;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.TreeMap;
import org.flywaydb.core.api.MigrationVersion;
import org.junit.jupiter.api.Test;

/** V17: rows that an earlier version wrote show what SPEC A10 says. */
class OutboxMigrationTest {
    private static final List<String> STATES = List.of(
            "accepted",
            "sending",
            "retrying",
            "held",
            "verifying",
            "succeeded",
            "failed",
            "aborted",
            "expired",
            "cancelled");

    @Test
    void rows_ofAnEarlierVersion_takeTheirNewWords() throws Exception {
        RealPostgres.Database raw = RealPostgres.freshDatabase();
        PostgresConfig config = TestStore.config(raw, raw.jdbcUrl(), 2);
        Migration.run(config, MigrationVersion.fromVersion("16"));
        try (Database database = new Database(config, new SimpleMeterRegistry())) {
            database.open();
            new LedgerTable(database)
                    .accept(STATES.stream().map(Requests::payment).toList());
        }
        TreeMap<String, String> rows = new TreeMap<>();
        try (Connection connection = raw.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("update ledger set state = idempotency_key, attempts = 1, due_at = now(),"
                    + " last_error_code = 'http_503', last_error_msg = 'busy', reason = 'because'"
                    + " where idempotency_key <> 'accepted'");
            statement.execute("update outbox_orders set attempts = 1, last_error_code = 'http_503', status ="
                    + " case idempotency_key when 'succeeded' then 'succeeded' when 'failed' then 'failed'"
                    + " when 'aborted' then 'aborted' when 'expired' then 'aborted' when 'cancelled' then 'aborted'"
                    + " else 'sending' end where idempotency_key <> 'accepted'");
            statement.execute("update outbox_orders set locked_by = 'sender:simulator', locked_at = now()"
                    + " where idempotency_key = 'sending'");

            Migration.run(config);

            try (ResultSet row = statement.executeQuery("select idempotency_key, concat_ws(' ', status,"
                    + " last_error_code, last_error_msg, locked_by, case when locked_at is not null then 'held' end,"
                    + " case when next_attempt_at is not null then 'waits' end) from outbox_orders")) {
                while (row.next()) {
                    rows.put(row.getString(1), row.getString(2));
                }
            }
            statement.execute("select pg_drop_replication_slot('" + config.slot() + "')");
        }
        assertThat(rows)
                .containsEntry("accepted", "pending")
                .containsEntry("sending", "sending http_503 held")
                .containsEntry("retrying", "failed http_503 waits")
                .containsEntry("held", "failed http_503")
                .containsEntry("verifying", "sending http_503")
                .containsEntry("succeeded", "succeeded http_503")
                .containsEntry("failed", "aborted refused http_503: because")
                .containsEntry("aborted", "aborted attempts_used_up http_503: because")
                .containsEntry("expired", "aborted expired http_503: because")
                .containsEntry("cancelled", "aborted cancelled http_503: because")
                .hasSameSizeAs(STATES);
    }
}
