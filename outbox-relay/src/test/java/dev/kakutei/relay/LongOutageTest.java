package dev.kakutei.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.embedded.EmbeddedKafka;
import dev.kakutei.embedded.EmbeddedKafkaConfig;
import dev.kakutei.testkit.Await;
import dev.kakutei.testkit.ChildJvm;
import dev.kakutei.testkit.RealPostgres;
import dev.kakutei.testkit.TopicReader;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * SPEC B2, B4: Kafka is away for longer than every time-out there is. The time-outs are short here, so that this takes
 * seconds: a broker's answer, the walsender's timeout for a relay that reads nothing because its queue is full, and
 * the timeout after which an operator is alerted.
 */
@Tag("proof")
class LongOutageTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static EmbeddedKafka kafka;

    @BeforeAll
    static void start(@TempDir Path folder) {
        kafka = new EmbeddedKafka(EmbeddedKafkaConfig.in(folder.resolve("kafka"))).start();
    }

    @AfterAll
    static void stop() {
        kafka.close();
    }

    @Test
    void kafka_awayLongerThanEveryTimeout_isWaitedForAndLosesNothing() {
        OutboxFixture outbox = impatient("long.");
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        try (OutboxRelay relay = new OutboxRelay(outbox.config(), meters)) {
            relay.start();
            List<String> committed = new ArrayList<>(outbox.insert(20));
            awaitAll(outbox, committed);
            kafka.stop();
            for (int i = 0; i < 20; i++) {
                committed.addAll(outbox.insert(10));
            }
            Await.until("the server has given up on a relay that reads nothing", SOON, () -> !active(outbox));
            Await.until(
                    "the health check reports it", SOON, () -> problem(relay).isPresent());
            kafka.start();
            committed.addAll(outbox.insert(20));

            report("Kafka away longer than every time-out", committed, awaitAll(outbox, committed));
            Await.until("it is well again", SOON, () -> problem(relay).isEmpty());
            Await.until("it captures", SOON, relay::state, RelayState.CAPTURING::equals);
            assertThat(meters.get("relay.restarts").counter().count()).isPositive();
        } finally {
            kafka.start();
        }
    }

    @Test
    void relay_killedWhileKafkaIsAwayAndTheNextOneStartedBeforeItIsBack_losesNothing() {
        OutboxFixture outbox = impatient("killed.");
        List<String> committed = new ArrayList<>();
        try (ChildJvm child = ChildJvm.start(RelayMain.class, List.of("-Xmx256m"), outbox.environment(), List.of())) {
            child.awaitLine("outbox-relay ready", SOON);
            committed.addAll(outbox.insert(500));
            Await.until("it is in the midst of them", SOON, () -> seen(outbox, committed) > 0);
            kafka.stop();
            committed.addAll(outbox.insert(50));
            child.kill9();
        }
        try (OutboxRelay relay = outbox.relay()) {
            relay.start();
            assertThat(relay.state()).isNotEqualTo(RelayState.REFUSED);
            // It stands by for a moment where the server has not yet missed the one that was killed.
            Await.until("it waits for Kafka", () -> problem(relay).isPresent());
            committed.addAll(outbox.insert(50));
            kafka.start();

            report("killed while Kafka was away", committed, awaitAll(outbox, committed));
            Await.until("it captures", SOON, relay::state, RelayState.CAPTURING::equals);
        } finally {
            kafka.start();
        }
    }

    /** Nothing of what Kafka has was acknowledged to the slot: an orderly end repeats it, and loses none. */
    @Test
    void relay_closedBetweenSendAndAcknowledgement_losesNothing() {
        OutboxFixture outbox = impatient("closed.").with("relay.acknowledge-interval", "1m");
        List<String> committed = new ArrayList<>();
        try (OutboxRelay relay = outbox.started()) {
            assertThat(relay.state()).isEqualTo(RelayState.CAPTURING);
            committed.addAll(outbox.insert(300));
            awaitAll(outbox, committed);
        }
        committed.addAll(outbox.insert(10));
        try (OutboxRelay relay = outbox.started()) {
            Await.until("it captures", relay::state, RelayState.CAPTURING::equals);
            report("closed between send and acknowledgement", committed, awaitAll(outbox, committed));
        }
    }

    private static OutboxFixture impatient(String prefix) {
        RealPostgres.Database database = RealPostgres.freshDatabase();
        OutboxFixture outbox = new OutboxFixture(database, kafka.bootstrapServers(), prefix)
                .with("postgres.url", database.jdbcUrl() + "?options=-c%20wal_sender_timeout=1s")
                .with("relay.request-timeout", "500ms")
                .with("relay.canary-timeout", "1s")
                .with("relay.batch-rows", "8")
                .with("relay.queue-rows", "16");
        outbox.migrate();
        return outbox;
    }

    private static boolean active(OutboxFixture outbox) {
        return "t"
                .equals(outbox.query(
                        "select active from pg_replication_slots where slot_name = '" + outbox.slot() + "'"));
    }

    private static long seen(OutboxFixture outbox, List<String> ids) {
        Set<String> wanted = new HashSet<>(ids);
        try (TopicReader reader = outbox.reader()) {
            return reader.toEnd(SOON).stream()
                    .filter(record -> wanted.contains(record.key()))
                    .count();
        }
    }

    /** Returns how many records there are for these rows when each has one at least. */
    private static long awaitAll(OutboxFixture outbox, List<String> committed) {
        Set<String> missing = new HashSet<>(committed);
        try (TopicReader reader = outbox.reader()) {
            List<ConsumerRecord<String, String>> all = reader.until("all rows arrive", SOON, records -> {
                records.forEach(record -> missing.remove(record.key()));
                return missing.isEmpty();
            });
            return all.size();
        }
    }

    private static void report(String name, List<String> committed, long records) {
        System.out.printf("%s: %d rows, 0 lost, %d duplicates%n", name, committed.size(), records - committed.size());
    }

    private static Optional<String> problem(OutboxRelay relay) {
        return relay.checks().get(0).problem().get();
    }
}
