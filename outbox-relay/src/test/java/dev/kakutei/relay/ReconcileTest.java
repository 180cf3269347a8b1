package dev.kakutei.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.relay.reconcile.Reconciler;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.codec.Codecs;
import dev.kakutei.testkit.Await;
import dev.kakutei.testkit.TopicReader;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

/** SPEC B5: what is lost to the log is not lost. */
class ReconcileTest {
    private static final Duration SOON = Duration.ofSeconds(60);

    @Test
    void rows_behindASlotThatWasRecreated_areAnnouncedAgainOnceAndUnchanged() {
        OutboxFixture outbox = OutboxFixture.migrated();
        List<String> seen = outbox.accept(3);
        List<LedgerEvent> captured;
        try (OutboxRelay relay = outbox.started();
                TopicReader reader = outbox.reader()) {
            assertThat(relay.state()).isEqualTo(RelayState.CAPTURING);
            captured = reader.untilCount(3, SOON).stream()
                    .map(ReconcileTest::event)
                    .toList();
        }
        outbox.progress(seen);
        List<String> lost = outbox.accept(40);
        outbox.recreateSlot();
        outbox.with("relay.reconcile.interval", "200ms").with("relay.reconcile.age", "1s");

        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        try (OutboxRelay relay = new OutboxRelay(outbox.config(), meters);
                TopicReader reader = outbox.reader()) {
            relay.start();
            reader.untilCount(43, SOON);
            Await.until(
                    "several looks later",
                    SOON,
                    () -> meters.get("relay.suspects").gauge().value() == 40);
            double looks = meters.get("relay.rows.announced.again").counter().count();
            assertThat(looks).isEqualTo(40);
            outbox.progress(lost);
            Await.until(
                    "their progress is seen",
                    SOON,
                    () -> meters.get("relay.suspects").gauge().value() == 0);

            List<ConsumerRecord<String, String>> all = reader.toEnd(SOON);
            assertThat(all).extracting(ConsumerRecord::key).hasSize(43).contains(lost.toArray(new String[0]));
            assertThat(all)
                    .filteredOn(record -> seen.contains(record.key()))
                    .extracting(ReconcileTest::event)
                    .containsExactlyInAnyOrderElementsOf(captured);
        }
    }

    /** The event of a row is the same, whoever announces it: projection and verifier compare. */
    @Test
    void row_announcedAgain_isTheEventThatTheCaptureMade() {
        OutboxFixture outbox = OutboxFixture.migrated()
                .with("relay.reconcile.interval", "200ms")
                .with("relay.reconcile.age", "1s");
        String id = outbox.accept(1).get(0);
        try (OutboxRelay relay = outbox.started();
                TopicReader reader = outbox.reader()) {
            assertThat(relay.state()).isEqualTo(RelayState.CAPTURING);
            List<LedgerEvent> both = reader.untilCount(2, SOON).stream()
                    .map(ReconcileTest::event)
                    .toList();
            assertThat(both)
                    .hasSize(2)
                    .allMatch(event -> event.requestId().toString().equals(id));
            assertThat(both.get(0)).isEqualTo(both.get(1));
        }
    }

    /** The server ends a session that lies idle, and the next look would find that out by failing. */
    @Test
    void look_thatIsOver_leavesNoSessionBehind() throws InterruptedException {
        OutboxFixture outbox = OutboxFixture.migrated();
        outbox.accept(1);
        // The server itself ends no session here: whatever is gone was closed by the look.
        outbox.with("postgres.url", outbox.database().jdbcUrl() + "?options=-c%20idle_session_timeout=0");
        RelayConfig config = outbox.config();
        try (Reconciler reconciler =
                new Reconciler(config.reconcile(), config.capture().postgres(), InstantSource.system())) {
            assertThat(reconciler.reconcile(rows -> {}).announced()).isZero();
            Await.until(
                    "no session is connected",
                    () -> outbox.query("select count(*) from pg_stat_activity where datname = current_database()"
                                    + " and application_name = 'kakutei-outbox-relay'")
                            .equals("0"));
        }
    }

    private static LedgerEvent event(ConsumerRecord<String, String> record) {
        return Codecs.LEDGER_EVENT.decode(record.value().getBytes(StandardCharsets.UTF_8));
    }
}
