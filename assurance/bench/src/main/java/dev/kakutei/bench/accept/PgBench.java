package dev.kakutei.bench.accept;

import dev.kakutei.bench.load.Orders;
import dev.kakutei.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * pgbench, which stores a request as a careful program would that knows no batches: one transaction with three prepared
 * statements into the very tables, for the ledger row, the first event and the outbox row of a 1 KB order.
 */
final class PgBench {
    private static final Pattern TPS = Pattern.compile("tps = ([0-9.]+) \\(without");
    private static final Pattern FAILED = Pattern.compile("number of failed transactions: ([0-9]+)");
    /** No two runs count from the same number: keys and ids are made from it. */
    private static long numbers = 1;

    private static final String SCRIPT = """
            \\set n :n + 1
            begin;
            insert into ledger (request_id, client, idempotency_key, kind, gateway, request_digest, amount, currency,
             accepted_at, deadline_at, expires_at, state, last_event_id, current_event_id, updated_at)
             values (%1$s, 'default', %2$s, 'order', 'bench', '%3$s', 250050.0, 'JPY', now(), now() + interval '30 s',
             '2099-12-01T00:00:00Z', 'accepted', 1, 1, now());
            insert into ledger_events (request_id, event_id, type, at, actor, fact, chain)
             values (%1$s, 1, 'accepted', now(), 'ingest', '%4$s', '%3$s');
            insert into outbox_orders (id, created_at, updated_at, client, idempotency_key, kind, gateway, amount, currency,
             order_request_json, request_digest, deadline_at, expires_at)
             values (%1$s, now(), now(), 'default', %2$s, 'order', 'bench', '250050.0', 'JPY', '%5$s', '%3$s',
             now() + interval '30 s', '2099-12-01T00:00:00Z');
            commit;
            """;

    private final EmbeddedPostgres postgres;
    private final Path folder;
    private final Path program;
    private final Path script;

    /** @param latencies in microseconds; empty where they were not asked for */
    record Run(double perSecond, Histogram latencies) {
        double millis(double percentile) {
            return latencies.getValueAtPercentile(percentile) / 1000.0;
        }
    }

    PgBench(EmbeddedPostgres postgres, Path folder) throws IOException {
        this.postgres = postgres;
        this.folder = folder;
        this.program = program();
        String id = "(lpad(to_hex(:n::bigint), 12, '0') || '70008' || lpad(to_hex(:client_id::int), 3, '0')"
                + " || '000000000000')::uuid";
        String key = "'pgbench-' || :client_id::int || '-' || :n::bigint";
        String document = Orders.body("bench");
        String fact =
                "{\"type\":\"accepted\",\"kind\":\"order\",\"client\":\"default\",\"idempotency_key\":\"pgbench\","
                        + "\"digest\":\"" + "d".repeat(64)
                        + "\",\"gateway\":\"bench\",\"amount\":\"250050.0\",\"currency\":\"JPY\","
                        + "\"deadline\":\"2026-11-01T00:00:30Z\",\"expires_at\":\"2099-12-01T00:00:00Z\",\"document\":"
                        + document + "}";
        // a colon before a letter would be a variable of pgbench's; a statement is one line
        this.script = Files.writeString(
                folder.resolve("accept.sql"),
                SCRIPT.formatted(id, key, "d".repeat(64), fact, document)
                        .replace(",\n ", ", ")
                        .replace("\n values", " values"));
    }

    /** Every client begins its next transaction when the one before is committed. */
    Run closedLoop(int clients, Duration duration) throws IOException, InterruptedException {
        return run(clients, duration, List.of());
    }

    /** So many transactions a second; each one's time counts from when it was due. */
    Run openLoop(int clients, int perSecond, Duration duration) throws IOException, InterruptedException {
        return run(clients, duration, List.of("--rate=" + perSecond));
    }

    String version() throws IOException, InterruptedException {
        return ran(new ProcessBuilder(program.toString(), "--version")).strip();
    }

    private Run run(int clients, Duration duration, List<String> more) throws IOException, InterruptedException {
        Path logs = Files.createTempDirectory(folder, "pgbench");
        List<String> command = new ArrayList<>(List.of(
                program.toString(),
                "--no-vacuum",
                "--protocol=prepared",
                "--client=" + clients,
                "--jobs=" + Math.min(clients, 2),
                "--time=" + duration.toSeconds(),
                "--define=n=" + numbers,
                "--log",
                "--log-prefix=" + logs.resolve("log"),
                "--file=" + script,
                "--host=127.0.0.1",
                "--port=" + postgres.port(),
                "--username=" + postgres.user()));
        command.addAll(more);
        command.add("kakutei");
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("PGPASSWORD", postgres.password());
        numbers += 100_000_000;
        String said = ran(builder);
        Matcher failed = FAILED.matcher(said);
        if (failed.find() && !failed.group(1).equals("0")) {
            throw new IllegalStateException("transactions failed: " + said);
        }
        Matcher tps = TPS.matcher(said);
        if (!tps.find()) {
            throw new IllegalStateException("pgbench did not say how many it made: " + said);
        }
        return new Run(Double.parseDouble(tps.group(1)), latencies(logs));
    }

    /** Each line: client, number, microseconds, script, when; with a rate the microseconds count from when it was due. */
    private static Histogram latencies(Path logs) throws IOException {
        Histogram latencies = new Histogram(TimeUnit.MINUTES.toMicros(2), 3);
        try (Stream<Path> files = Files.list(logs)) {
            for (Path file : files.toList()) {
                try (Stream<String> lines = Files.lines(file)) {
                    lines.forEach(line -> latencies.recordValue(Long.parseLong(line.split(" ")[2])));
                }
            }
        }
        return latencies;
    }

    private static String ran(ProcessBuilder builder) throws IOException, InterruptedException {
        Process process = builder.redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes());
        if (process.waitFor() != 0) {
            throw new IllegalStateException("pgbench failed: " + said);
        }
        return said;
    }

    private static Path program() throws IOException {
        Stream<Path> path = Stream.of(System.getenv("PATH").split(":")).map(Path::of);
        Path debian = Path.of("/usr/lib/postgresql");
        List<Path> versions = List.of();
        if (Files.isDirectory(debian)) {
            try (Stream<Path> found = Files.list(debian)) {
                versions = found.map(version -> version.resolve("bin")).toList();
            }
        }
        return Stream.concat(path, versions.stream())
                .map(folder -> folder.resolve("pgbench"))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(
                        "there is no pgbench here; Debian has it in the package postgresql-contrib"));
    }
}
