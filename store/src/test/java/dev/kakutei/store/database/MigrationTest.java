package dev.kakutei.store.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.store.TestStore;
import dev.kakutei.testkit.RealPostgres;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class MigrationTest {
    @Test
    void run_severalInstancesAtOnce_makesTablesPublicationAndSlotOnce() throws Exception {
        RealPostgres.Database raw = RealPostgres.freshDatabase();
        PostgresConfig config = TestStore.config(raw, raw.jdbcUrl(), 4);
        ExecutorService instances = Executors.newFixedThreadPool(3);
        List<Future<?>> running = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            running.add(instances.submit(() -> Migration.run(config)));
        }
        for (Future<?> one : running) {
            one.get(60, TimeUnit.SECONDS);
        }
        instances.shutdown();

        Migration.run(config);

        try (Connection connection = raw.connect();
                Statement statement = connection.createStatement()) {
            assertThat(one(
                            statement,
                            "select bool_and(success) and count(*) = count(distinct version)"
                                    + " from flyway_schema_history"))
                    .isEqualTo("t");
            assertThat(one(statement, "select pubname from pg_publication")).isEqualTo("kakutei_outbox");
            assertThat(one(
                            statement,
                            "select plugin from pg_replication_slots where slot_name = '" + config.slot() + "'"))
                    .isEqualTo("pgoutput");
            statement.execute("select pg_drop_replication_slot('" + config.slot() + "')");
        }
    }

    private static String one(Statement statement, String sql) throws Exception {
        try (ResultSet row = statement.executeQuery(sql)) {
            return row.next() ? row.getString(1) : null;
        }
    }
}
