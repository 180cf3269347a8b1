package dev.kakutei.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.kakutei.boot.Failpoint;
import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.proof.Findings;
import dev.kakutei.proof.Promise;
import dev.kakutei.proof.ProofReport;
import dev.kakutei.proof.read.GatewayJournalFile;
import dev.kakutei.proof.read.ProofPlan;
import dev.kakutei.proof.read.Prover;
import dev.kakutei.proof.report.TextReport;
import dev.kakutei.schemas.gateway.GatewayFile;
import dev.kakutei.schemas.topic.Topics;
import dev.kakutei.simulator.Kind;
import dev.kakutei.simulator.Simulator;
import dev.kakutei.simulator.SimulatorConfig;
import dev.kakutei.store.database.Database;
import dev.kakutei.store.database.PostgresConfig;
import dev.kakutei.testkit.Await;
import dev.kakutei.testkit.ChildJvm;
import dev.kakutei.testkit.RealKafka;
import dev.kakutei.testkit.RealPostgres;
import dev.kakutei.testkit.Slice;
import dev.kakutei.testkit.Trap;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.File;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Systems with one fault each, and the proof that finds it; and the one without, in which it finds nothing. In a slice two of
 * them: {@link ChaosTest} is the one without.
 */
@Tag("proof")
@Tag("slice")
class MutantsTest {
    private static final Duration START = Duration.ofMinutes(3);
    /** A system with a fault may never come to rest. */
    private static final Duration REST = Duration.ofSeconds(25);

    private static final Duration REST_WITHOUT_FAULT = Duration.ofMinutes(2);
    /** On a slow machine a fault may need more requests than one round's until it shows. */
    private static final int ROUNDS = 3;

    private static final int PARTITIONS = 2;
    /** Beyond the short window, together with a call and the settling time. */
    private static final Duration COMMANDS_EXPIRE = Duration.ofSeconds(6);

    /** What persons are answered by the system as it is: only a mutant may answer otherwise. */
    private static final Map<String, Integer> WITHOUT_FAULT = Map.of(
            "cancel in doubt", 409,
            "approve one's own", 403,
            "cancel", 200,
            "approve another's", 200,
            "hold", 200,
            "release", 200,
            "cancel after the release", 200,
            "send again unaccepted", 409,
            "settle", 200);

    private static final List<String> GATEWAYS = List.of("forgiving", "queryable", "neither", "slow");
    /** What persons may take in a system with a fault, in which much may never happen that they wait for. */
    private static final Duration ACTING = Duration.ofSeconds(15);

    @TempDir
    private Path folder;

    static Stream<SourceMutant> mutants() {
        String only = System.getProperty("kakutei.mutant");
        List<SourceMutant> chosen = Slice.of(SourceMutant.ALL, 2).stream()
                .filter(mutant -> only == null || mutant.name().matches(only))
                .toList();
        System.out.println(chosen.size() + " of " + SourceMutant.ALL.size() + " mutants"
                + (Slice.isWhole() ? "" : ", seed " + Slice.seedOr(0) + ": " + chosen));
        return chosen.stream();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mutants")
    @Execution(ExecutionMode.CONCURRENT)
    void prove_aSystemThat_findsIt(SourceMutant mutant) throws Exception {
        ProofReport report = run(mutant);
        System.out.println(mutant + ": " + broken(report));
        assertThat(broken(report)).as(mutant + "\n" + TextReport.of(report)).containsAnyElementsOf(mutant.caughtBy());
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void prove_theSystemAsItIs_findsNothing() throws Exception {
        assumeTrue(Slice.isWhole(), "in a slice ChaosTest proves the system as it is");
        ProofReport report = run(new SourceMutant("none", List.of(), List.of(), null, SourceMutant.Meanwhile.NOTHING));
        assertThat(broken(report)).as(TextReport.of(report)).isEmpty();
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void prove_theSystemAsItIsAfterItsSendersLostTheirPosition_findsNothing() throws Exception {
        assumeTrue(Slice.isWhole(), "in a slice ChaosTest proves the system as it is");
        ProofReport report = run(new SourceMutant(
                "none, position lost",
                List.of(),
                List.of(),
                Failpoint.SENDER_ANSWERED,
                SourceMutant.Meanwhile.SENDERS_POSITION_LOST));
        assertThat(broken(report)).as(TextReport.of(report)).isEmpty();
    }

    private ProofReport run(SourceMutant mutant) throws Exception {
        Path classes = Mutation.compiled(mutant, folder);
        RealPostgres.Database database = RealPostgres.freshDatabase();
        String prefix = RealKafka.freshPrefix();
        String slot = "slot_" + database.name();
        try (Simulator simulator = Simulator.start(SimulatorConfig.in(folder.resolve("simulator")))) {
            Path gateways = Files.writeString(
                    folder.resolve("gateways.yaml"), gateways(simulator.url().getPort(), window(mutant)));
            String[] settings = {
                "kafka.bootstrap=" + RealKafka.bootstrapServers(),
                "topics.prefix=" + prefix,
                "topics.partitions=" + PARTITIONS,
                "postgres.url=" + database.jdbcUrl(),
                "postgres.user=" + database.user(),
                "postgres.password=" + database.password(),
                "postgres.slot=" + slot,
                "gateways.file=" + gateways,
                "verifier.state-dir=" + folder.resolve("verifier"),
                "ingest.http.port=0"
            };
            Path callers = Files.createFile(folder.resolve("callers.ndjson"));
            Subject subject = new Subject(mutant, database, prefix, slot, gateways, simulator.journalFile(), callers);
            try (ChildJvm first = start(mutant, classes, true, settings)) {
                MutantTraffic traffic = traffic(subject, address(first), simulator);
                traffic.submit(1);
                if (mutant.diesAt() == null) {
                    return proved(subject, traffic);
                }
                first.awaitExit(START);
            }
            switch (mutant.meanwhile()) {
                case NOTHING -> {}
                case SENDERS_POSITION_LOST -> loseThePosition(prefix);
                case COMMANDS_EXPIRE -> Nemesis.rest(COMMANDS_EXPIRE);
            }
            try (ChildJvm second = start(mutant, classes, false, settings)) {
                return proved(subject, traffic(subject, address(second), simulator));
            }
        } finally {
            drop(database, slot);
        }
    }

    private static MutantTraffic traffic(Subject subject, URI address, Simulator simulator) {
        return new MutantTraffic(
                address,
                RealKafka.bootstrapServers(),
                new Topics(subject.prefix(), PARTITIONS).requests().name(),
                subject.callers(),
                id -> simulator
                        .effects(Kind.PAYMENT, id)
                        .filter(tally -> tally.inEffect() > 0)
                        .isPresent());
    }

    /** Possible when Kafka has noticed that the senders are dead. */
    private static void loseThePosition(String prefix) {
        KafkaConfig kafka = new KafkaConfig(RealKafka.bootstrapServers(), new Topics(prefix, PARTITIONS), 1);
        try (SenderGroups groups = new SenderGroups(kafka)) {
            for (String gateway : GATEWAYS) {
                Await.until("the position is lost", START, () -> groups.delete(gateway, 0));
            }
        }
    }

    /** A system that runs, and everything that the proof reads of it. */
    private record Subject(
            SourceMutant mutant,
            RealPostgres.Database database,
            String prefix,
            String slot,
            Path gateways,
            Path journal,
            Path callers) {
        boolean isFaulty() {
            return !mutant.edits().isEmpty();
        }
    }

    /** The first report that finds the mutant's fault, or the last. */
    private static ProofReport proved(Subject subject, MutantTraffic traffic) throws Exception {
        for (int round = 1; ; round++) {
            Map<String, Integer> answers = traffic.act(round, subject.isFaulty() ? ACTING : REST_WITHOUT_FAULT);
            if (!subject.isFaulty() && subject.mutant().diesAt() == null) {
                assertThat(answers).isEqualTo(WITHOUT_FAULT);
            }
            ProofReport report = atRest(subject);
            if (round == ROUNDS
                    || subject.mutant().caughtBy().isEmpty()
                    || broken(report).stream().anyMatch(subject.mutant().caughtBy()::contains)) {
                return report;
            }
            System.out.println(subject.mutant() + ": not found in round " + round);
            traffic.submit(round + 1);
        }
    }

    private static ChildJvm start(SourceMutant mutant, Path classes, boolean first, String... settings) {
        List<String> jvm = new ArrayList<>(List.of("-Xmx400m"));
        if (first && mutant.diesAt() != null) {
            jvm.add(Trap.at(mutant.diesAt(), 4));
        }
        ChildJvm whole = ChildJvm.start(
                WholeMain.class,
                jvm,
                Map.of("CLASSPATH", classes + File.pathSeparator + Mutation.classPath()),
                List.of(settings));
        // A fault may end its process, which must not fail the mutant beside it.
        return mutant.edits().isEmpty() ? whole : whole.mayEnd();
    }

    private static URI address(ChildJvm whole) {
        String line = whole.awaitLine("whole ", START);
        return URI.create(line.substring(line.indexOf("whole ") + "whole ".length()));
    }

    private static ProofReport atRest(Subject subject) throws Exception {
        RealPostgres.Database database = subject.database();
        try {
            Await.until("at rest", subject.isFaulty() ? REST : REST_WITHOUT_FAULT, () -> open(database) == 0);
        } catch (AssertionError never) {
            // the proof shows what became of it
            System.out.println(subject.mutant() + ": open are " + stillOpen(database));
        }
        PostgresConfig config =
                new PostgresConfig(database.jdbcUrl(), database.user(), database.password(), 3, subject.slot());
        var described = GatewayFile.read(Files.readString(subject.gateways())).byName();
        Path callers = subject.callers();
        try (Database open = new Database(config, new SimpleMeterRegistry())) {
            open.open();
            return new Prover(
                            new ProofPlan(
                                    new KafkaConfig(
                                            RealKafka.bootstrapServers(), new Topics(subject.prefix(), PARTITIONS), 1),
                                    open,
                                    subject.slot(),
                                    described,
                                    List.of(new GatewayJournalFile(described.keySet(), subject.journal())),
                                    List.of(callers),
                                    callers.getParent(),
                                    Duration.ofSeconds(2),
                                    Duration.ofMillis(500),
                                    null,
                                    Duration.ofSeconds(12),
                                    null),
                            line -> {})
                    .prove();
        }
    }

    private static List<Promise> broken(ProofReport report) {
        return Stream.of(Promise.values())
                .filter(promise -> report.results().get(promise).verdict() == Findings.Verdict.BROKEN)
                .toList();
    }

    /** But for what waits for a person: that may be for ever. */
    private static long open(RealPostgres.Database database) throws Exception {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select count(*) from ledger_open join ledger"
                        + " using (request_id) where state <> 'verification_failed'")) {
            row.next();
            return row.getLong(1);
        }
    }

    private static String stillOpen(RealPostgres.Database database) throws Exception {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select string_agg(idempotency_key || ' ' || state, ', ')"
                        + " from ledger_open join ledger using (request_id)")) {
            row.next();
            return row.getString(1);
        }
    }

    /** Slots belong to the whole server and are few; whoever read it may need a moment to be gone. */
    private static void drop(RealPostgres.Database database, String slot) {
        Await.until("the slot is dropped", () -> {
            try (Connection connection = database.connect();
                    Statement statement = connection.createStatement()) {
                statement.execute(
                        "select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = '"
                                + slot + "'");
                return true;
            }
        });
    }

    /**
     * How long a command may wait, and the questions that must follow the others so that "not found" can be believed.
     */
    private enum Window {
        SHORT("2s", ""),
        /** For a process that is started again: what was commanded before its death must still be fresh then. */
        LONG("5m", ", 310s, 1s");

        private final String length;
        private final String laterQuestions;

        Window(String length, String laterQuestions) {
            this.length = length;
            this.laterQuestions = laterQuestions;
        }
    }

    private static Window window(SourceMutant mutant) {
        return mutant.diesAt() == null || mutant.meanwhile() == SourceMutant.Meanwhile.COMMANDS_EXPIRE
                ? Window.SHORT
                : Window.LONG;
    }

    private static String gateways(int port, Window window) {
        String shared = """
                    url: http://127.0.0.1:%d
                    network: {allow: [loopback]}
                    paths: {order: /orders, payment: /payments}
                    call_timeout: 1s
                    send_window: %s
                    breaker: {enabled: false}
                """.formatted(port, window.length);
        String asked = """
                    status_query:
                      paths: {order: "/orders/{request_id}", payment: "/payments/{request_id}"}
                      succeeded: [AUTHORIZED, FILLED]
                      declined: [DECLINED]
                      pending: [PENDING]
                    verification: {after: [300ms, 500ms, 1s, 1s, 1s, 1s, 1s, 1s, 1s, 1s, 1s, 1s, 1s, 1s, 1s%s], settling_time: 1s, misses: 2, not_found: resend}
                """.formatted(window.laterQuestions);
        String often = "    retry: {first: 200ms, cap: 400ms, attempts: 3}\n";
        String idempotent = "    class: idempotent\n    idempotency: {header: Idempotency-Key, ttl: 24h}\n";
        return "approvals: [{name: large, kinds: [payment], at_least: {JPY: \"1000000\"}}]\n"
                + "gateways:\n  forgiving:\n" + idempotent + shared + asked + often
                + "  queryable:\n    class: queryable\n" + shared + asked + often
                + "  neither:\n    class: neither\n" + shared + often + "    verification: {settling_time: 1s}\n"
                // Between two attempts there is time for persons, and for a request's own expiry.
                + "  slow:\n" + idempotent + shared + asked
                + "    retry: {first: 5s, cap: 5s, attempts: 3, jitter: none}\n";
    }
}
