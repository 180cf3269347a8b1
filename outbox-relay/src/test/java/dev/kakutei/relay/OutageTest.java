package dev.kakutei.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.embedded.EmbeddedKafka;
import dev.kakutei.embedded.EmbeddedKafkaConfig;
import dev.kakutei.embedded.EmbeddedPostgres;
import dev.kakutei.embedded.EmbeddedPostgresConfig;
import dev.kakutei.testkit.Await;
import dev.kakutei.testkit.ChildJvm;
import dev.kakutei.testkit.RealPostgres;
import dev.kakutei.testkit.TopicReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SPEC B2, B4: servers go and come back, the relay is not touched, and nothing is lost. */
class OutageTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static EmbeddedPostgres postgres;
    private static EmbeddedKafka kafka;
    private static OutboxFixture outbox;
    private static OutboxRelay relay;

    @BeforeAll
    static void start(@TempDir Path folder) {
        postgres = new EmbeddedPostgres(EmbeddedPostgresConfig.in(folder.resolve("postgres"))).start();
        kafka = new EmbeddedKafka(EmbeddedKafkaConfig.in(folder.resolve("kafka"))).start();
        outbox = new OutboxFixture(
                new RealPostgres.Database("kakutei", postgres.jdbcUrl(), postgres.user(), postgres.password()),
                kafka.bootstrapServers(),
                "outage.");
        outbox.migrate();
        relay = outbox.started();
    }

    @AfterAll
    static void stop() {
        relay.close();
        kafka.close();
        postgres.close();
    }

    @Test
    void postgres_crashedAndBack_goesOnAndLosesNothing() {
        List<String> committed = new ArrayList<>(outbox.insert(50));
        postgres.stopImmediately();
        Await.until("the loss is noticed", SOON, relay::state, RelayState.AWAITING_POSTGRES::equals);
        assertThat(relay.checks().get(0).problem().get()).isPresent();
        postgres.start();
        committed.addAll(outbox.insert(50));

        assertNothingLost("Postgres crashed", committed);
    }

    @Test
    void kafka_awayAndBack_isWaitedForAndLosesNothing() {
        List<String> committed = new ArrayList<>(outbox.insert(50));
        kafka.stop();
        for (int i = 0; i < 20; i++) {
            committed.addAll(outbox.insert(25));
        }
        // The health check becomes impatient after ten seconds: the outage is longer than that.
        Await.until(
                "the wait for Kafka shows",
                SOON,
                () -> relay.checks().get(0).problem().get().orElse(""),
                text -> text.contains("Kafka has not acknowledged"));
        kafka.start();
        committed.addAll(outbox.insert(50));

        assertNothingLost("Kafka away", committed);
        Await.until(
                "it is well again", () -> relay.checks().get(0).problem().get().isEmpty());
    }

    @Test
    void close_whileKafkaIsAway_endsAndTheNextOneLosesNothing() {
        kafka.stop();
        List<String> committed = new ArrayList<>(outbox.insert(50));
        relay.close();
        assertThat(relay.ended()).as("it ends while Kafka is still away").succeedsWithin(Await.LIMIT);
        Await.until(
                "the slot is free", SOON, () -> outbox.query("select active from pg_replication_slots"), "f"::equals);
        kafka.start();
        relay = outbox.started();

        assertNothingLost("closed while Kafka was away", committed);
    }

    @Test
    void kafka_stoppedInTheMiddleOfALargeTransaction_losesNothing() {
        List<String> committed = new ArrayList<>(outbox.insert(10_000));
        try (TopicReader reader = outbox.reader()) {
            reader.until(
                    "some of it has arrived",
                    SOON,
                    seen -> seen.stream().anyMatch(record -> committed.contains(record.key())));
        }
        kafka.stop();
        committed.addAll(outbox.insert(100));
        kafka.start();

        assertNothingLost("Kafka stopped in mid-batch", committed);
    }

    /** Kafka has the rows, and they were not acknowledged to the slot: they come again, and none is missing. */
    @Tag("proof")
    @Test
    void relay_killedBetweenSendAndAcknowledgement_repeatsAndLosesNothing() {
        relay.close();
        outbox.with("relay.acknowledge-interval", "1m");
        List<String> committed = new ArrayList<>();
        try (ChildJvm child = ChildJvm.start(RelayMain.class, List.of("-Xmx256m"), outbox.environment(), List.of());
                TopicReader reader = outbox.reader()) {
            child.awaitLine("outbox-relay ready", SOON);
            // The first batch is acknowledged at once; what comes after it only a minute later.
            String first = outbox.insert(1).get(0);
            reader.until(
                    "the first has arrived",
                    SOON,
                    seen -> seen.stream().anyMatch(record -> record.key().equals(first)));
            committed.addAll(outbox.insert(300));
            reader.until(
                    "Kafka has them",
                    SOON,
                    seen -> seen.stream().map(ConsumerRecord::key).toList().containsAll(committed));
            child.kill9();
        } finally {
            outbox.with("relay.acknowledge-interval", "100ms");
            relay = outbox.started();
        }
        committed.addAll(outbox.insert(10));

        assertThat(assertNothingLost("killed between send and acknowledgement", committed))
                .as("the schedule was hit: what was not acknowledged came again")
                .isPositive();
    }

    private static int assertNothingLost(String name, List<String> committed) {
        Set<String> missing = new HashSet<>(committed);
        try (TopicReader reader = outbox.reader()) {
            reader.until("all " + committed.size() + " rows arrive", SOON, seen -> {
                seen.forEach(record -> missing.remove(record.key()));
                return missing.isEmpty();
            });
            List<String> ours = reader.toEnd(SOON).stream()
                    .map(ConsumerRecord::key)
                    .filter(new HashSet<>(committed)::contains)
                    .toList();
            System.out.printf(
                    "%s: %d rows, 0 lost, %d duplicates%n", name, committed.size(), ours.size() - committed.size());
            return ours.size() - committed.size();
        }
    }
}
