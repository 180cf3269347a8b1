package dev.kakutei.store.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.store.TestStore;
import dev.kakutei.testkit.RealPostgres;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import org.flywaydb.core.api.MigrationVersion;
import org.junit.jupiter.api.Test;

/** V21: jobs of an earlier version are there under the new names, and nothing keeps a former one. */
class BulkActionMigrationTest {
    @Test
    void job_ofAnEarlierVersion_isInTheRenamedTables() throws Exception {
        RealPostgres.Database raw = RealPostgres.freshDatabase();
        PostgresConfig config = TestStore.config(raw, raw.jdbcUrl(), 2);
        Migration.run(config, MigrationVersion.fromVersion("20"));
        try (Connection connection = raw.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("insert into bulk_orders (id, given_by, action, reason, filter, rate_per_second) values"
                    + " ('00000000-0000-0000-0000-000000000001', 'boss', 'HOLD', 'r', 'state=held', 1)");
            statement.execute("insert into bulk_order_items (job_id, request_id, based_on)"
                    + " select id, gen_random_uuid(), 1 from bulk_orders");

            Migration.run(config);

            assertThat(count(statement, "bulk_action_items i join bulk_actions a on a.id = i.job_id"))
                    .isOne();
            assertThat(count(statement, "pg_class where relname like 'bulk\\_order%'"))
                    .isZero();
            assertThat(count(statement, "pg_constraint where conname like 'bulk\\_order%'"))
                    .isZero();
            statement.execute("delete from bulk_actions");
            assertThat(count(statement, "bulk_action_items"))
                    .as("gone with their job")
                    .isZero();
            statement.execute("select pg_drop_replication_slot('" + config.slot() + "')");
        }
    }

    private static long count(Statement statement, String from) throws Exception {
        try (ResultSet row = statement.executeQuery("select count(*) from " + from)) {
            row.next();
            return row.getLong(1);
        }
    }
}
