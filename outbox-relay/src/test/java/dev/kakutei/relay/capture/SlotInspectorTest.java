package dev.kakutei.relay.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.kakutei.relay.OutboxFixture;
import dev.kakutei.testkit.Await;
import java.sql.SQLException;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** SPEC B3: what is refused, what is waited for, and that a slot is never made. */
class SlotInspectorTest {
    private final OutboxFixture outbox = OutboxFixture.empty();
    private final SlotInspector inspector = new SlotInspector(outbox.config().capture());

    @AfterEach
    void close() {
        inspector.close();
    }

    @Test
    void inspect_migrated_isReadyAndHasAStatus() {
        outbox.migrate();

        assertThat(inspector.inspect()).isEqualTo(new Inspection.Ready());
        assertThat(inspector.status()).hasValueSatisfying(status -> {
            assertThat(status.active()).isFalse();
            assertThat(status.lagBytes()).isNotNegative();
            assertThat(status.retainedBytes()).isGreaterThanOrEqualTo(status.lagBytes());
        });
    }

    @Test
    void inspect_noTable_isNotYet() {
        assertThat(inspector.inspect())
                .isInstanceOfSatisfying(
                        Inspection.NotYet.class,
                        finding -> assertThat(finding.reason())
                                .contains("outbox_orders or relay_canaries does not exist yet"));
    }

    @Test
    void inspect_noServer_isNotYet() {
        outbox.with("postgres.url", "jdbc:postgresql://127.0.0.1:1/kakutei");
        try (SlotInspector elsewhere = new SlotInspector(outbox.config().capture())) {
            assertThat(elsewhere.inspect())
                    .isInstanceOfSatisfying(
                            Inspection.NotYet.class,
                            finding -> assertThat(finding.reason()).contains("127.0.0.1:1"));
        }
    }

    @Test
    void inspect_noPublication_isMissingAndSaysHowToMakeIt() {
        outbox.migrate();
        outbox.execute("drop publication kakutei_outbox");

        assertThat(inspector.inspect())
                .isInstanceOfSatisfying(
                        Inspection.Missing.class,
                        finding -> assertThat(finding.refusal())
                                .hasMessageContaining(
                                        "create publication kakutei_outbox for table public.outbox_orders,"
                                                + " public.relay_canaries"));
    }

    @Test
    void inspect_noSlot_isMissingAndSaysHowToRecover() {
        outbox.migrate();
        outbox.execute("select pg_drop_replication_slot('" + outbox.slot() + "')");

        assertThat(inspector.inspect())
                .isInstanceOfSatisfying(
                        Inspection.Missing.class,
                        finding -> assertThat(finding.refusal())
                                .hasMessageContaining("replication slot \"" + outbox.slot() + "\" does not exist")
                                .hasMessageContaining(
                                        "pg_create_logical_replication_slot('" + outbox.slot() + "', 'pgoutput')"));
    }

    /** The version before the newest is not enough: Flyway writes a version down before it commits. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "                                                                    | the migrations have come to version 0",
                "('1', true), ('2', true)                                            | the migrations have come to version 2",
                "('6', true), ('7', false)                                           | the migrations have come to version 6",
                "('6', true), ('6.9', true), (null, true)                            | the migrations have come to version 6",
                "('16', true), ('17', false)                                         | the migrations have come to version 16",
                "('19', true), ('20', true), (null, true)                            | does not exist",
                "('17', true)                                                        | does not exist"
            })
    void inspect_noSlotAndAMigrationHistory_isMissingOnlyWhenTheHistoryIsComplete(String rows, String reason) {
        outbox.migrate();
        outbox.execute("select pg_drop_replication_slot('" + outbox.slot() + "')");
        outbox.execute("create table flyway_schema_history (version text, success boolean)");
        if (rows != null) {
            outbox.execute("insert into flyway_schema_history values " + rows);
        }

        assertThat(reason(inspector.inspect())).contains(reason);
    }

    /** Under the guide's roles the relay gets its rights after the first migration; until then the grace period covers it. */
    @Test
    void inspect_migrationHistoryNotReadable_judgesWithoutIt() {
        outbox.migrate();
        outbox.execute("select pg_drop_replication_slot('" + outbox.slot() + "')");
        outbox.execute("create table flyway_schema_history (version text, success boolean)");
        String role = "relay_of_" + outbox.database().name();
        outbox.execute("create role " + role + " login password 'secret'");
        outbox.with("postgres.user", role).with("postgres.password", "secret");

        try (SlotInspector restricted = new SlotInspector(outbox.config().capture())) {
            assertThat(restricted.inspect()).isInstanceOf(Inspection.Missing.class);
        }
    }

    @Test
    void inspect_readyBesideAnUnfinishedHistory_isReady() {
        outbox.migrate();
        outbox.execute("create table flyway_schema_history (version text, success boolean)");

        assertThat(inspector.inspect()).isEqualTo(new Inspection.Ready());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "alter publication kakutei_outbox set (publish = 'insert, update')       | publishes more than inserts",
                "alter publication kakutei_outbox set (publish = 'update')               | does not publish inserts",
                "alter publication kakutei_outbox drop table outbox_orders               | does not contain the table",
                "alter publication kakutei_outbox drop table relay_canaries              | does not contain the table",
                "alter publication kakutei_outbox set table outbox_orders where (id is not null), relay_canaries | filters rows"
            })
    void inspect_publicationChanged_isUnusable(String change, String reason) {
        outbox.migrate();
        assumeTrue(!reason.equals("filters rows") || outbox.major() >= 15, "filters came with PostgreSQL 15");
        outbox.execute(change);

        assertThat(inspector.inspect())
                .isInstanceOfSatisfying(
                        Inspection.Unusable.class,
                        finding -> assertThat(finding.refusal())
                                .hasMessageContaining(reason)
                                .hasMessageContaining("alter publication kakutei_outbox ")
                                .hasMessageContaining("Do not drop the slot")
                                .hasMessageNotContaining("pg_drop_replication_slot"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "select pg_create_logical_replication_slot('%s', 'test_decoding')  | made for test_decoding",
                "select pg_create_physical_replication_slot('%s')                  | physical"
            })
    void inspect_slotOfAnotherKind_isUnusable(String make, String reason) {
        outbox.migrate("V1__ledger_events_outbox.sql");
        outbox.migrate("V2__publication.sql");
        outbox.migrate("V6__canaries.sql");
        outbox.execute(make.formatted(outbox.slot()));

        assertThat(inspector.inspect())
                .isInstanceOfSatisfying(
                        Inspection.Unusable.class,
                        finding -> assertThat(finding.refusal()).hasMessageContaining(reason));
    }

    @Test
    void inspect_slotOfAnotherDatabase_isUnusable() {
        outbox.migrate();
        OutboxFixture other = OutboxFixture.empty();
        other.migrate("V1__ledger_events_outbox.sql");
        other.migrate("V2__publication.sql");
        other.migrate("V6__canaries.sql");
        other.with("postgres.slot", outbox.slot());

        try (SlotInspector elsewhere = new SlotInspector(other.config().capture())) {
            assertThat(elsewhere.inspect())
                    .isInstanceOfSatisfying(
                            Inspection.Unusable.class,
                            finding -> assertThat(finding.refusal())
                                    .hasMessageContaining("of the database "
                                            + outbox.database().name()));
        }
    }

    private static String reason(Inspection found) {
        if (found instanceof Inspection.NotYet wait) {
            return wait.reason();
        }
        return ((Inspection.Missing) found).refusal().getMessage();
    }

    /** The slot may vanish between our look and Debezium's own, which by default would make a new one. */
    @Test
    void capture_slotMissing_failsAndMakesNone() {
        outbox.migrate();
        outbox.execute("select pg_drop_replication_slot('" + outbox.slot() + "')");

        try (WalCapture capture = new WalCapture(outbox.config().capture(), batch -> {})) {
            capture.start();
            assertThatThrownBy(() -> capture.awaitEnd(Await.LIMIT))
                    .isInstanceOf(ExecutionException.class)
                    .hasRootCauseInstanceOf(SQLException.class);
        }
        assertThat(outbox.query("select count(*) from pg_replication_slots where slot_name = '" + outbox.slot() + "'"))
                .isEqualTo("0");
    }
}
