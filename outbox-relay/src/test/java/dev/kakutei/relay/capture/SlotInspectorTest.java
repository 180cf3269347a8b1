package dev.kakutei.relay.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.kakutei.relay.OutboxFixture;
import java.sql.SQLException;
import java.time.Duration;
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
                        finding -> assertThat(finding.refusal()).hasMessageContaining(reason));
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

    /** The slot may vanish between our look and Debezium's own, which by default would make a new one. */
    @Test
    void capture_slotMissing_failsAndMakesNone() {
        outbox.migrate();
        outbox.execute("select pg_drop_replication_slot('" + outbox.slot() + "')");

        try (WalCapture capture = new WalCapture(outbox.config().capture(), batch -> {})) {
            capture.start();
            assertThatThrownBy(() -> capture.awaitEnd(Duration.ofSeconds(30)))
                    .isInstanceOf(ExecutionException.class)
                    .hasRootCauseInstanceOf(SQLException.class);
        }
        assertThat(outbox.query("select count(*) from pg_replication_slots where slot_name = '" + outbox.slot() + "'"))
                .isEqualTo("0");
    }
}
