package dev.kakutei.relay.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.relay.MigrationFiles;
import dev.kakutei.relay.MigrationFiles.MigrationFile;
import dev.kakutei.relay.OutboxFixture;
import dev.kakutei.testkit.Await;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/**
 * SPEC B3: a relay that starts beside the very first migration waits for it. It inspects as fast as it can while the
 * migrations are applied to an empty database, again and again, and never finds a reason to refuse.
 */
class FirstMigrationTest {
    private static final int ROUNDS = 200;
    private static final List<MigrationFile> MIGRATIONS = MigrationFiles.all().stream()
            .filter(file -> file.version() <= CaptureConfig.MIGRATION)
            .toList();

    private final OutboxFixture outbox = OutboxFixture.empty();
    private final AtomicLong inspections = new AtomicLong();
    private final Queue<Inspection> refusals = new ConcurrentLinkedQueue<>();

    @Test
    void inspect_whileTheFirstMigrationRuns_neverFindsAReasonToRefuse() throws Exception {
        try (Connection connection = quick();
                Connection history = quick();
                SlotInspector inspector = new SlotInspector(outbox.config().capture())) {
            for (int round = 0; round < ROUNDS; round++) {
                CompletableFuture<Void> begun = new CompletableFuture<>();
                CompletableFuture<Void> ready = CompletableFuture.runAsync(() -> inspectUntilReady(inspector, begun));
                begun.get(Await.LIMIT.toSeconds(), TimeUnit.SECONDS);
                if (round % 2 == 0) {
                    migrateByHand(connection);
                } else {
                    migrateAsFlywayDoes(connection, history);
                }
                ready.get(Await.LIMIT.toSeconds(), TimeUnit.SECONDS);
                empty(connection);
            }
        }
        System.out.printf("%d first migrations, %d inspections beside them%n", ROUNDS, inspections.get());
        assertThat(refusals).isEmpty();
    }

    private void inspectUntilReady(SlotInspector inspector, CompletableFuture<Void> begun) {
        Inspection found;
        do {
            found = inspector.inspect();
            inspections.incrementAndGet();
            begun.complete(null);
            if (found.refuses()) {
                refusals.add(found);
            }
        } while (!(found instanceof Inspection.Ready));
    }

    private void migrateByHand(Connection connection) throws SQLException {
        for (MigrationFile file : MIGRATIONS) {
            connection.setAutoCommit(!file.inTransaction());
            execute(connection, file.sql().replace("${slot}", outbox.slot()));
            if (file.inTransaction()) {
                connection.commit();
            }
        }
    }

    /** Flyway writes its history over a second connection, and before the migration commits. */
    private void migrateAsFlywayDoes(Connection connection, Connection history) throws SQLException {
        execute(history, "create table flyway_schema_history (version text, success boolean)");
        for (MigrationFile file : MIGRATIONS) {
            connection.setAutoCommit(!file.inTransaction());
            execute(connection, file.sql().replace("${slot}", outbox.slot()));
            execute(history, "insert into flyway_schema_history values ('" + file.version() + "', true)");
            if (file.inTransaction()) {
                connection.commit();
            }
        }
    }

    /** As it was before the first migration. */
    private void empty(Connection connection) throws SQLException {
        connection.setAutoCommit(true);
        execute(connection, "drop publication kakutei_outbox; drop schema public cascade; create schema public");
        execute(connection, "select pg_drop_replication_slot('" + outbox.slot() + "')");
    }

    /** A commit that does not wait for the disk is visible in the same way, and sooner. */
    private Connection quick() throws SQLException {
        Connection connection = outbox.connect();
        execute(connection, "set synchronous_commit = off");
        return connection;
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
