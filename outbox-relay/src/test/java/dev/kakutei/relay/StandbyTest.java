package dev.kakutei.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kakutei.relay.capture.CaptureRefused;
import dev.kakutei.testkit.Await;
import dev.kakutei.testkit.ChildJvm;
import dev.kakutei.testkit.TopicReader;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** SPEC B3: who may read through the slot, who waits, and who is refused. */
class StandbyTest {
    private static final Duration SOON = Duration.ofSeconds(60);

    @Test
    void second_whileTheFirstCaptures_standsByAndTakesOverWhenItIsClosed() {
        OutboxFixture outbox = OutboxFixture.migrated();
        OutboxRelay first = outbox.started();
        try (OutboxRelay second = outbox.started();
                TopicReader reader = outbox.reader()) {
            assertThat(first.state()).isEqualTo(RelayState.CAPTURING);
            assertThat(second.state()).isEqualTo(RelayState.STANDBY);
            assertThat(problem(second)).isEmpty();
            outbox.insert(3);
            reader.untilCount(3, SOON);

            long began = System.nanoTime();
            first.close();
            String last = outbox.insert(1).get(0);
            reader.until(
                    "the second carries on",
                    SOON,
                    seen -> seen.stream().anyMatch(r -> r.key().equals(last)));
            System.out.printf("take-over after close: %d ms%n", (System.nanoTime() - began) / 1_000_000);
            // It carries a moment before it has looked whether it does.
            Await.until("it knows", SOON, second::state, RelayState.CAPTURING::equals);
            assertThat(first.state()).isEqualTo(RelayState.STOPPED);
        } finally {
            first.close();
        }
    }

    @Test
    void second_whenTheFirstIsKilled_takesOver() {
        OutboxFixture outbox = OutboxFixture.migrated();
        try (ChildJvm first = ChildJvm.start(RelayMain.class, List.of("-Xmx256m"), outbox.environment(), List.of());
                TopicReader reader = outbox.reader()) {
            first.awaitLine("outbox-relay ready", SOON);
            try (OutboxRelay second = outbox.started()) {
                assertThat(second.state()).isEqualTo(RelayState.STANDBY);
                long began = System.nanoTime();
                first.kill9();
                String last = outbox.insert(1).get(0);
                reader.until(
                        "the second carries on",
                        SOON,
                        seen -> seen.stream().anyMatch(r -> r.key().equals(last)));
                System.out.printf("take-over after kill -9: %d ms%n", (System.nanoTime() - began) / 1_000_000);
            }
        }
    }

    @Test
    void start_slotMissing_refusesAndMakesNone() {
        OutboxFixture outbox = OutboxFixture.migrated();
        outbox.execute("select pg_drop_replication_slot('" + outbox.slot() + "')");

        try (OutboxRelay relay = outbox.relay()) {
            assertThatThrownBy(relay::start)
                    .isInstanceOf(CaptureRefused.class)
                    .hasMessageContaining("does not exist")
                    .hasMessageContaining("pg_create_logical_replication_slot");
            assertThat(relay.state()).isEqualTo(RelayState.REFUSED);
            assertThat(problem(relay)).isPresent();
            assertThat(relay.ended()).isCompletedExceptionally();
        }
        assertThat(outbox.query("select count(*) from pg_replication_slots where slot_name = '" + outbox.slot() + "'"))
                .isEqualTo("0");
    }

    @Test
    void start_publicationMissing_refuses() {
        OutboxFixture outbox = OutboxFixture.migrated();
        outbox.execute("drop publication kakutei_outbox");

        try (OutboxRelay relay = outbox.relay()) {
            assertThatThrownBy(relay::start)
                    .isInstanceOf(CaptureRefused.class)
                    .hasMessageContaining("publication \"kakutei_outbox\" does not exist");
        }
        assertThat(outbox.query("select count(*) from pg_publication")).isEqualTo("0");
    }

    @Test
    void process_slotMissing_endsWithItsOwnCode() {
        OutboxFixture outbox = OutboxFixture.migrated();
        outbox.execute("select pg_drop_replication_slot('" + outbox.slot() + "')");

        try (ChildJvm child = ChildJvm.start(RelayMain.class, List.of("-Xmx256m"), outbox.environment(), List.of())) {
            assertThat(child.awaitExit(SOON)).isEqualTo(1);
            assertThat(child.output()).contains("cannot start: replication slot");
        }
    }

    @Test
    void start_notMigratedYet_waitsThroughEveryStepOfTheMigration() {
        OutboxFixture outbox = OutboxFixture.empty().with("relay.missing-grace", "5m");
        try (OutboxRelay relay = outbox.started();
                TopicReader reader = outbox.reader()) {
            assertThat(relay.state()).isEqualTo(RelayState.AWAITING_MIGRATION);
            assertThat(problem(relay))
                    .hasValueSatisfying(text -> assertThat(text).contains("does not exist yet"));
            for (String step : List.of("V1__ledger_events_outbox.sql", "V2__publication.sql", "V3__slot.sql")) {
                outbox.migrate(step);
                Await.until(
                        "it looks again after " + step,
                        SOON,
                        () -> problem(relay),
                        text -> text.orElse("").contains("relay_canaries does not exist yet"));
                assertThat(relay.state()).isEqualTo(RelayState.AWAITING_MIGRATION);
            }
            outbox.migrate("V6__canaries.sql");
            outbox.insert(1);
            reader.untilCount(1, SOON);
        }
    }

    /** What a migration under way might show: nothing to repair, so no advice either. */
    @Test
    void start_publicationNotWholeYet_waitsWithoutAdviceAndGoesOn() throws Exception {
        OutboxFixture outbox = OutboxFixture.migrated().with("relay.missing-grace", "5m");
        outbox.execute("alter publication kakutei_outbox drop table relay_canaries");
        try (OutboxRelay relay = outbox.relay();
                TopicReader reader = outbox.reader()) {
            CompletableFuture<Void> starting = CompletableFuture.runAsync(relay::start);
            Await.until("it waits", relay::state, RelayState.AWAITING_MIGRATION::equals);
            assertThat(problem(relay))
                    .hasValueSatisfying(text -> assertThat(text)
                            .contains("does not contain the table relay_canaries; waiting up to 300 s")
                            .doesNotContain("alter publication"));
            outbox.execute("alter publication kakutei_outbox add table relay_canaries");

            starting.get(Await.LIMIT.toSeconds(), TimeUnit.SECONDS);
            outbox.insert(1);
            reader.untilCount(1, SOON);
            Await.until("it captures", relay::state, RelayState.CAPTURING::equals);
        }
    }

    @Test
    void slot_droppedWhileItWorks_isRefusedAndNotRecreated() {
        OutboxFixture outbox = OutboxFixture.migrated();
        try (OutboxRelay relay = outbox.started()) {
            Await.until("the slot is dropped from under it", SOON, () -> {
                outbox.execute("select pg_terminate_backend(active_pid) from pg_replication_slots where slot_name = '"
                        + outbox.slot() + "' and active");
                outbox.execute("select pg_drop_replication_slot('" + outbox.slot() + "')");
                return true;
            });
            Await.until("it is refused", SOON, relay::state, RelayState.REFUSED::equals);
            assertThatThrownBy(() -> relay.ended().join()).hasCauseInstanceOf(CaptureRefused.class);
        }
        assertThat(outbox.query("select count(*) from pg_replication_slots where slot_name = '" + outbox.slot() + "'"))
                .isEqualTo("0");
    }

    private static Optional<String> problem(OutboxRelay relay) {
        return relay.checks().get(0).problem().get();
    }
}
