package dev.kakutei.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.kakutei.boot.Failpoint;
import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.ingest.store.Database;
import dev.kakutei.ingest.store.PostgresConfig;
import dev.kakutei.proof.Findings;
import dev.kakutei.proof.Promise;
import dev.kakutei.proof.ProofReport;
import dev.kakutei.proof.read.Book;
import dev.kakutei.proof.read.ProofPlan;
import dev.kakutei.proof.read.Prover;
import dev.kakutei.proof.report.TextReport;
import dev.kakutei.schemas.gateway.GatewayFile;
import dev.kakutei.schemas.topic.Topics;
import dev.kakutei.simulator.Simulator;
import dev.kakutei.simulator.SimulatorConfig;
import dev.kakutei.testkit.Await;
import dev.kakutei.testkit.ChildJvm;
import dev.kakutei.testkit.RealKafka;
import dev.kakutei.testkit.RealPostgres;
import dev.kakutei.testkit.Slice;
import dev.kakutei.testkit.Trap;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.File;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
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
    /** What requests ask the simulator to do to them. */
    private static final List<String> MOODS = List.of(
            "visa",
            "visa",
            "drop_after_apply_once",
            "drop_before_apply_once",
            "error_after_apply_once",
            "error_408_after_apply_once",
            "busy_429_once",
            "error_503",
            "declined");

    @TempDir
    private Path folder;

    static Stream<Mutant> mutants() {
        List<Mutant> chosen = Slice.of(Mutant.ALL, 2);
        System.out.println(chosen.size() + " of " + Mutant.ALL.size() + " mutants"
                + (Slice.isWhole() ? "" : ", seed " + Slice.seedOr(0) + ": " + chosen));
        return chosen.stream();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mutants")
    @Execution(ExecutionMode.CONCURRENT)
    void prove_aSystemThat_findsIt(Mutant mutant) throws Exception {
        ProofReport report = run(mutant);
        System.out.println(mutant + ": " + broken(report));
        assertThat(broken(report)).as(mutant + "\n" + TextReport.of(report)).containsAnyElementsOf(mutant.caughtBy());
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void prove_theSystemAsItIs_findsNothing() throws Exception {
        assumeTrue(Slice.isWhole(), "in a slice ChaosTest proves the system as it is");
        ProofReport report = run(new Mutant("none", List.of(), List.of(), null, Mutant.Meanwhile.NOTHING));
        assertThat(broken(report)).as(TextReport.of(report)).isEmpty();
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void prove_theSystemAsItIsAfterItsSendersLostTheirPosition_findsNothing() throws Exception {
        assumeTrue(Slice.isWhole(), "in a slice ChaosTest proves the system as it is");
        ProofReport report = run(new Mutant(
                "none, position lost",
                List.of(),
                List.of(),
                Failpoint.SENDER_ANSWERED,
                Mutant.Meanwhile.SENDERS_POSITION_LOST));
        assertThat(broken(report)).as(TextReport.of(report)).isEmpty();
    }

    private ProofReport run(Mutant mutant) throws Exception {
        Path classes = Mutation.compiled(mutant, folder);
        RealPostgres.Database database = RealPostgres.freshDatabase();
        String prefix = RealKafka.freshPrefix();
        String slot = "slot_" + database.name();
        try (Simulator simulator = Simulator.start(SimulatorConfig.in(folder.resolve("simulator")))) {
            Path gateways = Files.writeString(
                    folder.resolve("gateways.yaml"),
                    gateways(simulator.url().getPort(), mutant.diesAt() == null ? Window.SHORT : Window.LONG));
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
                submit(address(first), 1, callers);
                if (mutant.diesAt() == null) {
                    return proved(subject, address(first));
                }
                first.awaitExit(START);
            }
            if (mutant.meanwhile() == Mutant.Meanwhile.SENDERS_POSITION_LOST) {
                loseThePosition(prefix);
            }
            try (ChildJvm second = start(mutant, classes, false, settings)) {
                return proved(subject, address(second));
            }
        } finally {
            drop(database, slot);
        }
    }

    /** Possible when Kafka has noticed that the senders are dead. */
    private static void loseThePosition(String prefix) {
        KafkaConfig kafka = new KafkaConfig(RealKafka.bootstrapServers(), new Topics(prefix, PARTITIONS), 1);
        try (SenderGroups groups = new SenderGroups(kafka)) {
            for (String gateway : List.of("forgiving", "queryable")) {
                Await.until("the position is lost", START, () -> groups.delete(gateway));
            }
        }
    }

    /** A system that runs, and everything that the proof reads of it. */
    private record Subject(
            Mutant mutant,
            RealPostgres.Database database,
            String prefix,
            String slot,
            Path gateways,
            Path journal,
            Path callers) {}

    /** The first report that finds the mutant's fault, or the last. */
    private static ProofReport proved(Subject subject, URI address) throws Exception {
        for (int round = 1; ; round++) {
            ProofReport report = atRest(subject);
            if (round == ROUNDS
                    || subject.mutant().caughtBy().isEmpty()
                    || broken(report).stream().anyMatch(subject.mutant().caughtBy()::contains)) {
                return report;
            }
            System.out.println(subject.mutant() + ": not found in round " + round);
            submit(address, round + 1, subject.callers());
        }
    }

    private static ChildJvm start(Mutant mutant, Path classes, boolean first, String... settings) {
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

    private static void submit(URI address, int round, Path callers) throws Exception {
        HttpClient http = HttpClient.newHttpClient();
        List<String> answers = new ArrayList<>();
        int number = (round - 1) * 100;
        for (String gateway : List.of("forgiving", "queryable")) {
            for (String mood : MOODS) {
                number++;
                boolean order = number % 4 == 0 && mood.equals("visa");
                String body = order
                        ? "{\"account\":\"A\",\"instrument\":\"7203.T\",\"side\":\"buy\",\"quantity\":\"100\",\"order_type\":"
                                + "\"market\",\"currency\":\"JPY\",\"gateway\":\"" + gateway + "\"}"
                        : "{\"amount\":\"" + number + "00.00\",\"currency\":\"JPY\",\"payment_method\":\"tok_" + mood
                                + "\",\"reference\":\"I-" + number + "\",\"gateway\":\"" + gateway + "\"}";
                HttpResponse<String> reply;
                try {
                    reply = http.send(
                            HttpRequest.newBuilder(address.resolve(order ? "/do/order" : "/payments"))
                                    .header("Idempotency-Key", "m-" + number)
                                    .header("Content-Type", "application/json")
                                    .header("Prefer", "respond-async")
                                    .header("Connect-Timeout-Ms", "1000")
                                    .timeout(Duration.ofSeconds(20))
                                    .POST(HttpRequest.BodyPublishers.ofString(body))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
                } catch (java.io.IOException died) {
                    break;
                }
                answers.add("{\"idempotency_key\":\"m-" + number + "\",\"status\":" + reply.statusCode() + "}");
            }
        }
        Files.write(callers, answers, StandardOpenOption.APPEND);
    }

    private static ProofReport atRest(Subject subject) throws Exception {
        RealPostgres.Database database = subject.database();
        try {
            Await.until(
                    "at rest",
                    subject.mutant().edits().isEmpty() ? REST_WITHOUT_FAULT : REST,
                    () -> open(database) == 0);
        } catch (AssertionError never) {
            // the proof shows what is open
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
                                    List.of(new Book(described.keySet(), subject.journal())),
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
                .filter(promise -> report.accounts().get(promise).verdict() == Findings.Verdict.BROKEN)
                .toList();
    }

    private static long open(RealPostgres.Database database) throws Exception {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select count(*) from ledger_open")) {
            row.next();
            return row.getLong(1);
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

    private static String gateways(int port, Window window) {
        String shared = """
                    url: http://127.0.0.1:%d
                    network: {allow: [loopback]}
                    paths: {order: /orders, payment: /payments}
                    status_query:
                      paths: {order: "/orders/{request_id}", payment: "/payments/{request_id}"}
                      succeeded: [AUTHORIZED, FILLED]
                      declined: [DECLINED]
                      pending: [PENDING]
                    call_timeout: 1s
                    send_window: %s
                    retry: {first: 200ms, cap: 400ms, attempts: 3}
                    verification: {after: [300ms, 500ms, 1s, 1s, 1s, 1s, 1s, 1s, 1s, 1s, 1s, 1s, 1s, 1s, 1s%s], settling_time: 1s, misses: 2, not_found: resend}
                """.formatted(port, window.length, window.laterQuestions);
        return "gateways:\n  forgiving:\n    class: idempotent\n    idempotency: {header: Idempotency-Key, ttl: 24h}\n"
                + shared + "  queryable:\n    class: queryable\n" + shared;
    }
}
