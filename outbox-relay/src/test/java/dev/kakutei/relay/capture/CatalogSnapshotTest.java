package dev.kakutei.relay.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.kakutei.relay.MigrationFiles;
import dev.kakutei.relay.MigrationFiles.MigrationFile;
import dev.kakutei.relay.OutboxFixture;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CatalogSnapshotTest {
    private static final List<String> BOTH = List.of("outbox_orders", "relay_canaries");

    private final OutboxFixture outbox = OutboxFixture.empty();

    /** A snapshot that is held while the migration commits: whatever sees newer catalogs shows in the answer. */
    @Test
    void read_whileAMigrationCommits_isOfOneMoment() throws SQLException {
        outbox.migrate("V1__ledger_events_outbox.sql");
        outbox.migrate("V2__publication.sql");
        outbox.migrate("V3__slot.sql");
        try (Connection connection = outbox.connect()) {
            connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            connection.setAutoCommit(false);
            CatalogSnapshot before = CatalogSnapshot.read(connection, outbox.slot());
            outbox.migrate("V6__canaries.sql");

            assertThat(CatalogSnapshot.read(connection, outbox.slot())).isEqualTo(before);
            connection.commit();
            CatalogSnapshot after = CatalogSnapshot.read(connection, outbox.slot());
            assertThat(before.present()).containsExactly("outbox_orders");
            assertThat(after.present()).containsExactlyInAnyOrderElementsOf(BOTH);
            assertThat(after.publication().orElseThrow().tables()).containsExactlyInAnyOrderElementsOf(BOTH);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "for table outbox_orders, relay_canaries         | 14",
                "for all tables                                  | 14",
                "for tables in schema public                     | 15",
                "for table outbox_orders, tables in schema public| 15"
            })
    void read_publicationOfAnyKind_hasBothTables(String tables, int since) throws SQLException {
        assumeTrue(outbox.major() >= since);
        outbox.migrate();
        outbox.execute("drop publication kakutei_outbox");
        outbox.execute("create publication kakutei_outbox " + tables + " with (publish = 'insert')");

        try (Connection connection = outbox.connect()) {
            CatalogSnapshot.Publication publication = CatalogSnapshot.read(connection, outbox.slot())
                    .publication()
                    .orElseThrow();
            assertThat(publication.tables()).containsExactlyInAnyOrderElementsOf(BOTH);
            assertThat(publication.filtersRows()).isFalse();
            assertThat(publication.inserts()).isTrue();
            assertThat(publication.moreThanInserts()).isFalse();
        }
    }

    @Test
    void read_tablesOfAnotherSchema_areNotOurs() throws SQLException {
        outbox.execute("create schema other");
        outbox.execute("create table other.outbox_orders (id int); create table other.relay_canaries (id int)");
        outbox.execute("create publication kakutei_outbox for table other.outbox_orders, other.relay_canaries");

        try (Connection connection = outbox.connect()) {
            CatalogSnapshot found = CatalogSnapshot.read(connection, outbox.slot());
            assertThat(found.present()).isEmpty();
            assertThat(found.publication().orElseThrow().tables()).isEmpty();
            assertThat(found.slot()).isEmpty();
        }
    }

    /** Whoever adds a migration of what the relay reads is reminded to raise the version here. */
    @Test
    void migration_newestThatTouchesWhatTheRelayReads_isTheOneItWaitsFor() {
        Pattern ours = Pattern.compile("outbox_orders|relay_canaries|kakutei_outbox|\\$\\{slot}");
        int newest = MigrationFiles.all().stream()
                .filter(file -> ours.matcher(file.sql()).find())
                .mapToInt(MigrationFile::version)
                .max()
                .orElseThrow();

        assertThat(CaptureConfig.MIGRATION).isEqualTo(newest);
    }
}
