package dev.kakutei.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.simulator.JournalFile;
import dev.kakutei.standalone.Kakutei;
import dev.kakutei.testkit.Await;
import dev.kakutei.testkit.PromiseViolation;
import dev.kakutei.testkit.ReservedPort;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** One installation that works, is damaged, and recovers, again and again. */
final class RestoreRounds implements AutoCloseable {
    enum Kind {
        /** Kafka's folder is put back to a copy that was taken while it ran. */
        KAFKA_COPY,
        /** After a kill and another boot, files of single partitions end too early. */
        KAFKA_CUT,
        KAFKA_DELETED,
        /** Postgres is put back to an earlier moment; Kafka has moved on. */
        POSTGRES_COPY,
        /** The same, and the folder itself stays: nothing shows that it was done. */
        POSTGRES_COPY_UNNOTICED,
        /** Both are put back to the same moment; what came later is known to the gateway alone. */
        BOTH_COPIES
    }

    /** What a round did, and what became of its requests. */
    record Done(Kind kind, String details, boolean halted, Map<String, Integer> states, int effects, long seconds) {}

    private static final Duration LIMIT = Duration.ofSeconds(120);
    private static final Pattern RECOVERED = Pattern.compile("Recovered \\(number (\\d+)\\)");
    /** Enough for one to lose records and one not to; starts and restores are much quicker than with more. */
    private static final String PARTITIONS = "topics.partitions=2";

    private static final int LOAD = 50;
    private static final int PAUSE_MILLIS = 40;

    private final Path data;
    private final Path copies;
    private final Path gateways;
    private final String[] options;
    private final RestoreCallers callers = new RestoreCallers();
    private RunningKakutei kakutei;
    private int recovery;
    private boolean bothPutBack;
    /** Of an earlier round. */
    private Copies older;

    private String doing = "";

    RestoreRounds(Path folder) throws IOException {
        this.data = folder.resolve("data");
        this.copies = Files.createDirectories(folder.resolve("copies"));
        int port = ReservedPort.next();
        gateways = Files.writeString(folder.resolve("gateways.yaml"), gateways(port));
        options = new String[] {
            "--port", "0", "--simulator-port", "" + port, "--gateways", gateways.toString(), "-s", PARTITIONS
        };
        kakutei = RunningKakutei.up(data, options);
    }

    String doing() {
        return doing;
    }

    Done run(Random random) throws Exception {
        long began = System.nanoTime();
        Kind kind = kind(random);
        bothPutBack |= kind == Kind.BOTH_COPIES;
        doing = kind.name();
        Set<String> before = callers.keys();
        Copies copied = work(random, kind);
        boolean old = random.nextInt(3) == 0 && older != null && (older.postgres() != null || kind == Kind.KAFKA_COPY);
        Copies restored = old ? older : copied;
        String details = (copied.killed() ? "killed" : "stopped")
                + (old ? ", copy of an earlier round" : ", copy of this round")
                + damage(kind, restored, random);
        doing = kind + " " + details;
        int posts = posts();
        kakutei = RunningKakutei.up(data, options);
        // Logged by the first comparison, which comes before it is ready; the line for people comes after that.
        boolean halted = kakutei.process().output().contains("Sending is halted");
        boolean mustHalt = kind != Kind.POSTGRES_COPY_UNNOTICED || restored.recovery() < recovery;
        PromiseViolation.unless(() -> assertThat(halted || !mustHalt)
                .as("halted: " + kakutei.process())
                .isTrue());
        UpstreamClient client = new UpstreamClient(kakutei.url());
        repeat(client, kind, random);
        if (halted) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(500));
            PromiseViolation.unless(
                    () -> assertThat(posts()).as("posts before recovery").isEqualTo(posts));
            recover();
        }
        callers.load(client, random, 3, PAUSE_MILLIS).forEach(CompletableFuture::join);
        settle();
        Set<String> round = new HashSet<>(callers.keys());
        round.removeAll(before);
        new RestoreAudit(kakutei, data, callers).check();
        // Of a future that both stores have left, nothing is kept.
        keep(kind == Kind.BOTH_COPIES ? restored : copied, old && kind == Kind.BOTH_COPIES ? copied : older);
        return new Done(
                kind,
                details,
                halted,
                kakutei.tables().statesOf(round),
                new SimulatorJournal(data).applied().size(),
                TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began));
    }

    /** After the last round. */
    void checkAlerts() {
        new RestoreAudit(kakutei, data, callers).checkAlerts();
    }

    /**
     * After the last round: {@code prove} finds nothing broken, though the ledger topic has events twice and requests of several
     * recoveries. Where both stores were put back, the gateway's journal has requests that no store knows: there it cannot judge.
     */
    boolean prove() {
        if (bothPutBack) {
            return false;
        }
        PromiseViolation.unless(() -> {
            StringWriter output = new StringWriter();
            String journal =
                    "forgiving,queryable,neither=" + data.resolve("simulator").resolve(JournalFile.NAME);
            int code = execute(output, "prove", "--gateways", "" + gateways, "--journal", journal, "--grace", "5s");
            assertThat(code).as(output.toString()).isZero();
        });
        return true;
    }

    private static Kind kind(Random random) {
        String only = System.getProperty("kakutei.restores.kind");
        int drawn = random.nextInt(Kind.values().length);
        return only == null ? Kind.values()[drawn] : Kind.valueOf(only);
    }

    /**
     * @param acknowledged keys that came before the copies
     * @param recovery how many recoveries there were
     * @param killed how the round of the copies ended
     */
    private record Copies(Path kafka, Path postgres, Set<String> acknowledged, int recovery, boolean killed) {}

    private Copies work(Random random, Kind kind) throws Exception {
        UpstreamClient client = new UpstreamClient(kakutei.url());
        int copyAfter = random.nextInt(3) == 0 ? LOAD : random.nextInt(LOAD);
        boolean killed = kind == Kind.KAFKA_CUT || random.nextInt(3) > 0;
        List<CompletableFuture<?>> sent = new ArrayList<>(callers.load(client, random, copyAfter, PAUSE_MILLIS));
        String name = Long.toHexString(System.nanoTime());
        Path kafka = copies.resolve("kafka-" + name);
        Path postgres = copies.resolve("postgres-" + name);
        Set<String> atCopy = callers.acknowledged();
        if (kind == Kind.KAFKA_COPY && random.nextBoolean()) {
            StoreFolders.copy(data.resolve("kafka"), kafka);
        } else {
            frozen(() -> {
                StoreFolders.copy(data.resolve("kafka"), kafka);
                StoreFolders.copy(data.resolve("postgres"), postgres);
            });
        }
        sent.addAll(callers.load(client, random, LOAD - copyAfter, PAUSE_MILLIS));
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(random.nextInt(copyAfter == LOAD ? 30 : 1500)));
        if (killed) {
            kakutei.process().kill9();
        }
        kakutei.close();
        sent.forEach(CompletableFuture::join);
        return new Copies(kafka, Files.exists(postgres) ? postgres : null, atCopy, recovery, killed);
    }

    /** Says what was done beyond putting back the copies. */
    private String damage(Kind kind, Copies restored, Random random) throws IOException {
        Path kafka = data.resolve("kafka");
        Path postgres = data.resolve("postgres");
        switch (kind) {
            case KAFKA_COPY -> StoreFolders.restore(restored.kafka(), kafka);
            case KAFKA_CUT -> {
                List<String> cuts = KafkaSegments.cut(kafka.resolve("log"), random);
                KafkaSegments.anotherBoot(data);
                return ", cut " + cuts;
            }
            case KAFKA_DELETED -> StoreFolders.delete(kafka);
            case POSTGRES_COPY -> StoreFolders.restore(restored.postgres(), postgres);
            case POSTGRES_COPY_UNNOTICED -> inPlace(restored.postgres().resolve("data"), postgres.resolve("data"));
            case BOTH_COPIES -> {
                StoreFolders.restore(restored.kafka(), kafka);
                StoreFolders.restore(restored.postgres(), postgres);
                callers.retain(restored.acknowledged());
            }
        }
        return "";
    }

    private static void inPlace(Path copy, Path folder) throws IOException {
        List<Path> found;
        try (Stream<Path> entries = Files.list(folder)) {
            found = entries.toList();
        }
        for (Path entry : found) {
            if (Files.isDirectory(entry)) {
                StoreFolders.delete(entry);
            } else {
                Files.delete(entry);
            }
        }
        StoreFolders.copy(copy, folder);
    }

    /** Callers that have no answer, or lost it, repeat their keys; where Postgres was put back all of them do. */
    private void repeat(UpstreamClient client, Kind kind, Random random) throws InterruptedException {
        boolean all = kind == Kind.POSTGRES_COPY || kind == Kind.POSTGRES_COPY_UNNOTICED;
        List<CompletableFuture<?>> repeated = new ArrayList<>();
        for (String key : callers.keys().stream().sorted().toList()) {
            if (all || callers.answersTo(key).isEmpty() || random.nextInt(5) == 0) {
                repeated.add(callers.submit(client, callers.call(key), "100"));
            }
        }
        repeated.addAll(callers.load(client, random, 3, PAUSE_MILLIS));
        repeated.forEach(CompletableFuture::join);
    }

    /** As the command itself advises: what hangs in a copy is ended first. */
    private void recover() {
        String[] recover = {"recover", "--apply", "--reason", "a test restored them"};
        String output = command(recover);
        if (output.contains("repair-transactions --apply")) {
            doing += ", a transaction hung";
            command("repair-transactions", "--apply");
            output = command(recover);
        }
        Matcher number = RECOVERED.matcher(output);
        assertThat(number.find()).as(output).isTrue();
        recovery = Integer.parseInt(number.group(1));
    }

    /** In this process, which has its classes loaded; PowerCutTest runs it as a person does. */
    private String command(String... args) {
        StringWriter output = new StringWriter();
        execute(output, args);
        return last(output.toString());
    }

    private int execute(StringWriter output, String... args) {
        List<String> all = new ArrayList<>(List.of(args));
        all.addAll(List.of("--data", data.toString(), "-s", PARTITIONS));
        PrintWriter writer = new PrintWriter(output);
        return Kakutei.commandLine().setOut(writer).setErr(writer).execute(all.toArray(String[]::new));
    }

    private static String last(String output) {
        List<String> lines = output.lines().toList();
        return String.join("\n", lines.subList(Math.max(0, lines.size() - 12), lines.size()));
    }

    private void settle() {
        PostgresTables tables = kakutei.tables();
        PromiseViolation.unless(() ->
                Await.until("everything is settled or waits for a person", LIMIT, tables::unsettled, List::isEmpty));
    }

    private void keep(Copies kept, Copies dropped) {
        if (dropped != null && dropped != kept) {
            StoreFolders.delete(dropped.kafka());
            if (dropped.postgres() != null) {
                StoreFolders.delete(dropped.postgres());
            }
        }
        older = kept;
    }

    private int posts() {
        return new SimulatorJournal(data)
                .posts().values().stream().mapToInt(Integer::intValue).sum();
    }

    /** Kafka and Postgres as of one moment: nothing moves while they are copied. */
    private void frozen(Runnable copying) throws Exception {
        ProcessHandle server = kakutei.postgresProcess();
        kakutei.process().sigstop();
        signal("STOP", server);
        try {
            copying.run();
        } finally {
            signal("CONT", server);
            kakutei.process().sigcont();
        }
    }

    private static void signal(String name, ProcessHandle server) throws Exception {
        StringBuilder command = new StringBuilder("kill -" + name + " " + server.pid());
        server.descendants().forEach(process -> command.append(' ').append(process.pid()));
        // One of them may have ended meanwhile.
        new ProcessBuilder("sh", "-c", command + " 2>/dev/null || true").start().waitFor();
    }

    @Override
    public void close() {
        kakutei.close();
    }

    /** Three gateways of three classes, which are one simulator, with waiting times that fit a test. */
    private static String gateways(int port) {
        String shared = """
                    url: http://127.0.0.1:%d
                    network: {allow: [loopback]}
                    paths: {order: /orders, payment: /payments}
                    call_timeout: 1s
                    send_window: 1s
                    concurrency: 32
                    breaker: {open_for: 1s}
                    retry: {first: 200ms, cap: 1s, attempts: 20}
                """.formatted(port).indent(0);
        String asking = """
                    status_query:
                      paths: {order: "/orders/{request_id}", payment: "/payments/{request_id}"}
                      succeeded: [AUTHORIZED, FILLED]
                      declined: [DECLINED, REJECTED]
                      pending: [PENDING]
                      not_found_criteria: {conditions: [{path: $.status, operation: eq, value: NOT_FOUND}]}
                    verification:
                      after: [300ms, 700ms%s]
                      settling_time: 3s
                      misses: 2
                      not_found: resend
                """.formatted(", 1s".repeat(40)).indent(0);
        return "default: forgiving\ngateways:\n"
                + "  forgiving:\n    class: idempotent\n    idempotency: {header: Idempotency-Key, ttl: 24h}\n" + shared
                + asking + "  queryable:\n    class: queryable\n" + shared + asking + "  neither:\n    class: neither\n"
                + shared + "    verification: {settling_time: 3s}\n";
    }
}
