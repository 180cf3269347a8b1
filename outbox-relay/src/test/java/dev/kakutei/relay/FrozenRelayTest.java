package dev.kakutei.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.embedded.EmbeddedPostgres;
import dev.kakutei.embedded.EmbeddedPostgresConfig;
import dev.kakutei.testkit.Await;
import dev.kakutei.testkit.ChildJvm;
import dev.kakutei.testkit.TopicReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SPEC B3: a relay that stops without dying loses its slot to the next one, and does not fight for it when it wakes. */
@Tag("proof")
class FrozenRelayTest {
    private static final Duration SOON = Duration.ofSeconds(90);

    /** The server itself would wait for a minute: it is the relay that asks for less. */
    @Test
    void relay_frozenAndThawed_isReplacedAndStandsBy(@TempDir Path folder) {
        try (EmbeddedPostgres postgres = new EmbeddedPostgres(
                        EmbeddedPostgresConfig.in(folder).withSettings(Map.of("wal_sender_timeout", "60s")))
                .start()) {
            OutboxFixture outbox = OutboxFixture.on(postgres);
            outbox.migrate();
            try (ChildJvm first =
                            ChildJvm.start(RelayMain.class, List.of("-Xmx256m"), outbox.environment(), List.of());
                    TopicReader reader = outbox.reader()) {
                first.awaitLine("outbox-relay ready", SOON);
                List<String> committed = new ArrayList<>(outbox.insert(10));
                reader.untilCount(10, SOON);
                try (OutboxRelay second = outbox.started()) {
                    assertThat(second.state()).isEqualTo(RelayState.STANDBY);
                    first.sigstop();
                    long began = System.nanoTime();
                    committed.addAll(outbox.insert(200));
                    await(reader, committed);
                    System.out.printf(
                            "take-over from a frozen relay: %d ms%n", (System.nanoTime() - began) / 1_000_000);
                    Await.until("it captures", SOON, second::state, RelayState.CAPTURING::equals);

                    first.sigcont();
                    first.awaitLine("STANDBY", SOON);
                    committed.addAll(outbox.insert(50));
                    await(reader, committed);
                    assertThat(second.state()).isEqualTo(RelayState.CAPTURING);
                    assertThat(first.isAlive()).isTrue();
                }
            }
        }
    }

    @Test
    void relays_threeStartedAtOnce_oneCapturesAndTwoStandBy() {
        OutboxFixture outbox = OutboxFixture.migrated();
        List<OutboxRelay> relays = List.of(outbox.relay(), outbox.relay(), outbox.relay());
        try (TopicReader reader = outbox.reader()) {
            relays.parallelStream().forEach(OutboxRelay::start);
            List<String> committed = new ArrayList<>(outbox.insert(5));
            Await.until("they agree", SOON, () -> states(relays), states -> states.equals("CAPTURING STANDBY STANDBY"));
            await(reader, committed);
            // The one that captures now: the next one does so as soon as this one is closed.
            OutboxRelay first = relays.stream()
                    .filter(relay -> relay.state() == RelayState.CAPTURING)
                    .findFirst()
                    .orElseThrow();
            first.close();
            committed.addAll(outbox.insert(5));
            await(reader, committed);
            Await.until(
                    "another goes on",
                    SOON,
                    () -> states(relays),
                    states -> states.equals("CAPTURING STANDBY STOPPED"));
        } finally {
            relays.forEach(OutboxRelay::close);
        }
    }

    private static String states(List<OutboxRelay> relays) {
        return String.join(
                " ", relays.stream().map(relay -> relay.state().name()).sorted().toList());
    }

    private static void await(TopicReader reader, List<String> ids) {
        reader.until(
                "all " + ids.size() + " rows are there",
                SOON,
                seen -> seen.stream().map(ConsumerRecord::key).toList().containsAll(ids));
    }
}
