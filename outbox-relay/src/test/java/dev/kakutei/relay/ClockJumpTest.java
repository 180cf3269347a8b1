package dev.kakutei.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.testkit.Await;
import dev.kakutei.testkit.TopicReader;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** SPEC B2, B5, F8: the machine's clock jumps while the relay carries, and nothing depends on it. */
@Tag("proof")
class ClockJumpTest {
    private static final Duration SOON = Duration.ofSeconds(60);

    private static final class JumpingClock implements InstantSource {
        private volatile Duration ahead = Duration.ZERO;

        void jump(Duration by) {
            ahead = ahead.plus(by);
        }

        @Override
        public Instant instant() {
            return Instant.now().plus(ahead);
        }
    }

    @Test
    void clock_jumpsAheadAndFarBack_carriesOnceStaysWellAndFindsWhatIsLost() {
        OutboxFixture outbox = OutboxFixture.migrated()
                .with("relay.canary-timeout", "1m")
                .with("relay.reconcile.interval", "200ms")
                .with("relay.reconcile.age", "1s");
        JumpingClock clock = new JumpingClock();
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        List<String> committed = new ArrayList<>();
        // Lost to the log: the slot begins after it.
        List<String> lost = outbox.accept(3);
        outbox.recreateSlot();
        try (OutboxRelay relay = new OutboxRelay(outbox.config(), meters, clock);
                OutboxRelay other = outbox.relay();
                TopicReader reader = outbox.reader()) {
            relay.start();
            other.start();
            assertThat(other.state()).isEqualTo(RelayState.STANDBY);
            awaitAll(reader, lost);
            for (Duration jump : List.of(Duration.ofDays(1), Duration.ofDays(-3), Duration.ofHours(2))) {
                clock.jump(jump);
                long canaries = canaries(meters);
                for (int i = 0; i < 20; i++) {
                    // By turns as an ingest-service writes them whose clock is right, and one whose clock has jumped
                    // too.
                    Instant now = i % 2 == 0 ? Instant.now() : clock.instant();
                    UUID id = OutboxFixture.idAt(now);
                    outbox.insert(id, now, "{}");
                    committed.add(id.toString());
                }
                awaitAll(reader, committed);
                Await.until("canaries come through after " + jump, SOON, () -> canaries(meters) > canaries + 2);
                assertThat(problem(relay)).as("after %s", jump).isEmpty();
                assertThat(problem(other)).as("the one that stands by").isEmpty();
            }
            List<ConsumerRecord<String, String>> all = reader.toEnd(SOON);
            System.out.printf(
                    "clock jumps: %d rows, 0 lost, %d duplicates%n",
                    committed.size(), all.size() - committed.size() - lost.size());
            assertThat(meters.get("relay.rows.announced.again").counter().count())
                    .as("a jump does not make a relay announce again")
                    .isEqualTo(lost.size());
            assertThat(meters.get("relay.capture.latency").timer().max(TimeUnit.MILLISECONDS))
                    .isNotNegative();

            // After all the jumps the reconciler still goes by its own time: what shows no progress is announced again.
            List<String> stuck = outbox.accept(2);
            reader.until(
                    "each comes twice",
                    SOON,
                    seen -> seen.stream()
                                    .filter(record -> stuck.contains(record.key()))
                                    .count()
                            == 4);
        }
    }

    private static void awaitAll(TopicReader reader, List<String> ids) {
        reader.until(
                "all " + ids.size() + " rows are there",
                SOON,
                seen -> seen.stream().map(ConsumerRecord::key).toList().containsAll(ids));
    }

    private static long canaries(SimpleMeterRegistry meters) {
        return meters.get("relay.canary.latency").timer().count();
    }

    private static Optional<String> problem(OutboxRelay relay) {
        return relay.checks().get(0).problem().get();
    }
}
