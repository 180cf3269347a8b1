package dev.kakutei.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kakutei.embedded.EmbeddedPostgres;
import dev.kakutei.embedded.EmbeddedPostgresConfig;
import dev.kakutei.relay.capture.CaptureRefused;
import dev.kakutei.testkit.Await;
import dev.kakutei.testkit.GuidePage;
import dev.kakutei.testkit.TopicReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * SPEC B3, B5: WAL that was removed before it was read is a gap, and no relay may read on over it. The guide's way out is
 * gone here step by step, and nothing is lost.
 */
class SlotLostTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final GuidePage GUIDE = GuidePage.of("guides/relay.md");

    @Test
    void start_logRemovedBeforeItWasRead_refusesAndTheGuideRecovers(@TempDir Path folder) {
        try (EmbeddedPostgres postgres = new EmbeddedPostgres(EmbeddedPostgresConfig.in(folder)
                        .withSettings(Map.of("max_slot_wal_keep_size", "1MB", "max_wal_size", "32MB")))
                .start()) {
            OutboxFixture outbox = OutboxFixture.on(postgres);
            outbox.migrate();
            List<String> committed = new ArrayList<>();
            Await.until(
                    "PostgreSQL gives the slot up",
                    SOON,
                    () -> {
                        committed.addAll(outbox.accept(5));
                        outbox.execute("select pg_switch_wal()");
                        outbox.execute("checkpoint");
                        return outbox.query("select wal_status from pg_replication_slots");
                    },
                    "lost"::equals);

            try (OutboxRelay relay = outbox.relay()) {
                assertThatThrownBy(relay::start)
                        .isInstanceOf(CaptureRefused.class)
                        .hasMessageContaining(
                                "is lost (" + (outbox.major() >= 17 ? "wal_removed" : "wal_status lost") + ")")
                        .hasMessageContaining("pg_drop_replication_slot('" + outbox.slot() + "')");
            }
            List<String> steps = GUIDE.blocks("A slot that is lost or missing", "sql");
            assertThat(steps).hasSize(3);
            run(outbox, steps.get(0));
            run(outbox, steps.get(1));
            assertRecovered(outbox, committed);
        }
    }

    /** The slot keeps what was committed before: rows without a ledger row can come from nowhere else. */
    @Test
    void start_tableNotPublishedForAWhile_refusesAndTheGuideRecoversWithTheSameSlot() {
        OutboxFixture outbox = OutboxFixture.migrated();
        List<String> committed = new ArrayList<>(outbox.insert(5));
        outbox.execute("alter publication kakutei_outbox drop table outbox_orders");
        committed.addAll(outbox.accept(5));
        try (OutboxRelay relay = outbox.relay()) {
            assertThatThrownBy(relay::start)
                    .isInstanceOf(CaptureRefused.class)
                    .hasMessageContaining("does not contain the table outbox_orders")
                    .hasMessageContaining("alter publication kakutei_outbox add table public.outbox_orders")
                    .hasMessageContaining("Do not drop the slot")
                    .hasMessageNotContaining("pg_drop_replication_slot");
        }
        GUIDE.blocks("A publication that was changed", "sql").forEach(block -> run(outbox, block));
        committed.addAll(outbox.insert(5));
        assertRecovered(outbox, committed);
    }

    /** Decoding looks the publication up as it was at the time of each change; up to 17 it fails where there was none. */
    @Test
    void start_publicationDroppedForAWhile_refusesAndTheGuideRecovers() {
        OutboxFixture outbox = OutboxFixture.migrated();
        boolean keepsTheSlot = outbox.major() >= 18;
        List<String> committed = new ArrayList<>(keepsTheSlot ? outbox.insert(5) : outbox.accept(5));
        outbox.execute("drop publication kakutei_outbox");
        committed.addAll(outbox.accept(5));
        try (OutboxRelay relay = outbox.relay()) {
            assertThatThrownBy(relay::start)
                    .isInstanceOf(CaptureRefused.class)
                    .hasMessageContaining("create publication kakutei_outbox")
                    .hasMessageContaining("Do not drop the slot");
        }
        List<String> steps = GUIDE.blocks("A publication that is missing", "sql");
        assertThat(steps).hasSize(2);
        run(outbox, steps.get(0));
        if (!keepsTheSlot) {
            run(outbox, steps.get(1));
        }
        assertRecovered(outbox, committed);
    }

    /** The relay after recovery: everything is announced, new rows pass, and the guide's last question says zero. */
    private static void assertRecovered(OutboxFixture outbox, List<String> committed) {
        String question = GUIDE.blocks("A slot that is lost or missing", "sql").get(2);
        outbox.with("relay.reconcile.interval", "200ms").with("relay.reconcile.age", "1s");
        try (OutboxRelay relay = outbox.started();
                TopicReader reader = outbox.reader()) {
            assertThat(relay.state()).isEqualTo(RelayState.CAPTURING);
            committed.addAll(outbox.accept(5));
            List<ConsumerRecord<String, String>> all = reader.until(
                    "everything arrives",
                    SOON,
                    seen -> seen.stream().map(ConsumerRecord::key).toList().containsAll(committed));
            System.out.printf(
                    "recovered by the guide: %d rows, 0 lost, %d duplicates%n",
                    committed.size(), all.size() - committed.size());
            outbox.progress(committed);
            assertThat(outbox.query(question)).isEqualTo("0");
        }
    }

    private static void run(OutboxFixture outbox, String block) {
        outbox.execute(block.replace("'kakutei_outbox'", "'" + outbox.slot() + "'"));
    }
}
