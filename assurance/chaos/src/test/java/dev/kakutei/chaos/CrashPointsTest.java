package dev.kakutei.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.boot.Failpoint;
import dev.kakutei.embedded.EmbeddedPostgres;
import dev.kakutei.embedded.EmbeddedPostgresConfig;
import dev.kakutei.proof.ProofReport;
import dev.kakutei.proof.report.TextReport;
import dev.kakutei.schemas.topic.Topics;
import dev.kakutei.simulator.Behaviour;
import dev.kakutei.simulator.BehaviourType;
import dev.kakutei.simulator.Mix;
import dev.kakutei.simulator.Simulator;
import dev.kakutei.simulator.SimulatorConfig;
import dev.kakutei.testkit.Await;
import dev.kakutei.testkit.Slice;
import dev.kakutei.testkit.Trap;
import dev.kakutei.testkit.fleet.Fleet;
import dev.kakutei.testkit.fleet.KafkaProcess;
import dev.kakutei.testkit.fleet.Member;
import dev.kakutei.testkit.fleet.Role;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Between every two durable steps a real process dies once, under load, and another takes its place. Then everything comes
 * to rest, and the proof finds nothing. Roles go through their points side by side; ingest, which has most, in two rows. In
 * a slice one role does.
 */
@Tag("proof")
@Tag("slice")
class CrashPointsTest {
    private static final Duration LIMIT = Duration.ofMinutes(4);
    private static final int PER_SECOND = 12;
    private static final List<Role> ROLES = Slice.of(List.of(Role.values()), 1);
    private static final long SEED = Slice.seedOr(29);

    @TempDir
    private Path data;

    private final Set<Failpoint> died = ConcurrentHashMap.newKeySet();

    @Test
    void everyFailpoint_crashedOnceUnderLoad_loosesNothingAndRepeatsNothing() throws Exception {
        System.out.println("crash points of " + ROLES + ", seed " + SEED);
        Path callers = data.resolve("callers.ndjson");
        try (EmbeddedPostgres postgres =
                        new EmbeddedPostgres(EmbeddedPostgresConfig.in(data.resolve("postgres"))).start();
                KafkaProcess kafka = KafkaProcess.start(data.resolve("kafka"));
                Simulator simulator = Simulator.start(SimulatorConfig.in(data.resolve("simulator")))) {
            simulator.mix(forgetful());
            Path gateways = Files.writeString(
                    data.resolve("gateways.yaml"),
                    GatewayFaultPlan.gateways(simulator.url().getPort()));
            try (Fleet fleet = Fleet.in(data, settings(postgres, kafka, gateways));
                    ByTopic byTopic = new ByTopic(kafka.bootstrapServers())) {
                try (LoadGenerator load =
                        new LoadGenerator(() -> endpoints(fleet), LoadGenerator.Callers.anybody(), SEED, callers)) {
                    // Tables and topics first: a process that dies while it makes them is another test's.
                    Stream.of(Role.values())
                            .map(role -> fleet.launch(role))
                            .toList()
                            .forEach(Member::awaitReady);
                    load.start(PER_SECOND);
                    byTopic.start();
                    dieEverywhere(fleet);
                    load.stopAdding();
                    byTopic.stop();
                    Await.until("all acknowledged", LIMIT, () -> load.acknowledged() == load.submitted());
                    Await.until("at rest", LIMIT, () -> open(postgres) == 0 && count(postgres) >= load.submitted());
                }
                assertThat(died)
                        .containsExactlyInAnyOrderElementsOf(ROLES.stream()
                                .flatMap(role -> points(role).stream())
                                .toList());
                ProofReport proof = ChaosProof.of(
                        postgres,
                        kafka.bootstrapServers(),
                        gateways,
                        simulator.journalFile(),
                        callers,
                        Duration.ofMillis(500),
                        line -> {});
                assertThat(proof.violations()).as(TextReport.of(proof)).isZero();
                assertThat(count(postgres)).isGreaterThan(100);
            }
        }
    }

    /** Beside those who die, one of each role goes on. Only of the relays one works at a time: there it makes room first. */
    private void dieEverywhere(Fleet fleet) {
        if (ROLES.contains(Role.RELAY)) {
            fleet.members(Role.RELAY).forEach(relay -> relay.process().kill9());
        }
        List<CompletableFuture<Void>> rows = new ArrayList<>();
        // Each row waits most of the time: the pool that all share would let one after another go.
        ExecutorService threads = Executors.newCachedThreadPool();
        for (Role role : ROLES) {
            List<Failpoint> points = points(role);
            assertThat(points).isNotEmpty();
            int split = role == Role.INGEST ? points.size() / 2 : points.size();
            rows.add(CompletableFuture.runAsync(() -> die(fleet, role, points.subList(0, split)), threads));
            rows.add(CompletableFuture.runAsync(() -> die(fleet, role, points.subList(split, points.size())), threads));
        }
        threads.shutdown();
        rows.forEach(CompletableFuture::join);
    }

    private void die(Fleet fleet, Role role, List<Failpoint> points) {
        for (Failpoint point : points) {
            Member doomed = fleet.launch(role, List.of(Trap.at(point, 3)), Map.of());
            assertThat(doomed.process().awaitExit(LIMIT))
                    .as(point + " " + doomed)
                    .isEqualTo(137);
            assertThat(doomed.process().output()).contains("dies at " + point);
            died.add(point);
        }
        if (role == Role.RELAY && !points.isEmpty()) {
            fleet.launch(role).awaitReady();
        }
    }

    private static List<Failpoint> points(Role role) {
        return Stream.of(Failpoint.values())
                .filter(point -> roleOf(point) == role)
                .toList();
    }

    private static Role roleOf(Failpoint point) {
        String name = point.name();
        if (name.startsWith("RELAY_") || name.startsWith("CANARY_")) {
            return Role.RELAY;
        }
        return name.startsWith("VERIFIER_") ? Role.VERIFIER : name.startsWith("SENDER_") ? Role.SENDER : Role.INGEST;
    }

    private static List<URI> endpoints(Fleet fleet) {
        return fleet.members(Role.INGEST).stream()
                .filter(member -> member.process().output().contains(" ready"))
                .map(Member::url)
                .toList();
    }

    private static Mix forgetful() {
        return new Mix(
                SEED,
                List.of(
                        new Mix.Share(0.1, Behaviour.of(BehaviourType.DROP_AFTER)),
                        new Mix.Share(0.1, Behaviour.of(BehaviourType.ERROR_BEFORE))),
                List.of());
    }

    private static Map<String, String> settings(EmbeddedPostgres postgres, KafkaProcess kafka, Path gateways) {
        Map<String, String> settings = new HashMap<>();
        settings.put("kafka.bootstrap", kafka.bootstrapServers());
        settings.put("postgres.url", postgres.jdbcUrl());
        settings.put("postgres.user", postgres.user());
        settings.put("postgres.password", postgres.password());
        settings.put("gateways.file", gateways.toString());
        settings.put("ingest.topic.enabled", "true");
        return settings;
    }

    private static long open(EmbeddedPostgres postgres) throws Exception {
        return number(
                postgres,
                "select count(*) from ledger_open o join ledger l using (request_id)"
                        + " where l.state <> 'verification_failed'");
    }

    private static long count(EmbeddedPostgres postgres) throws Exception {
        return number(postgres, "select count(*) from ledger");
    }

    private static long number(EmbeddedPostgres postgres, String sql) throws Exception {
        try (Connection connection = postgres.connect("kakutei");
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }

    /** Callers who publish: two of three requests are sound, the third is refused. */
    private static final class ByTopic implements AutoCloseable {
        private final String topic = new Topics(Topics.DEFAULT_PREFIX, Topics.DEFAULT_PARTITIONS)
                .requests()
                .name();
        private final AtomicInteger number = new AtomicInteger();
        private final KafkaProducer<String, String> producer;
        private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();

        ByTopic(String bootstrap) {
            producer = new KafkaProducer<>(
                    Map.of("bootstrap.servers", bootstrap), new StringSerializer(), new StringSerializer());
        }

        void start() {
            clock.scheduleAtFixedRate(this::publish, 100, 400, TimeUnit.MILLISECONDS);
        }

        private void publish() {
            int next = number.incrementAndGet();
            String body = next % 3 == 0
                    ? "no request"
                    : "{\"idempotency_key\":\"topic-" + next
                            + "\",\"amount\":\"5.00\",\"currency\":"
                            + "\"JPY\",\"payment_method\":\"tok_visa\",\"reference\":\"T\",\"gateway\":\"forgiving\"}";
            ProducerRecord<String, String> record = new ProducerRecord<>(topic, "k" + next, body);
            record.headers().add("kind", "payment".getBytes(StandardCharsets.UTF_8));
            record.headers().add("connect-timeout-ms", "2000".getBytes(StandardCharsets.UTF_8));
            producer.send(record);
        }

        void stop() {
            clock.shutdownNow();
        }

        @Override
        public void close() {
            stop();
            producer.close(Duration.ofSeconds(5));
        }
    }
}
