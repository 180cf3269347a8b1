package dev.kakutei.bench.accept;

import com.sun.management.OperatingSystemMXBean;
import dev.kakutei.bench.BenchFolders;
import dev.kakutei.bench.load.HttpLoad;
import dev.kakutei.bench.load.Orders;
import dev.kakutei.bench.process.CpuTime;
import dev.kakutei.bench.process.FreePort;
import dev.kakutei.bench.process.ServiceJvm;
import dev.kakutei.embedded.EmbeddedKafka;
import dev.kakutei.embedded.EmbeddedKafkaConfig;
import dev.kakutei.embedded.EmbeddedPostgres;
import dev.kakutei.embedded.EmbeddedPostgresConfig;
import dev.kakutei.ingest.IngestMain;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The acceptance of requests over HTTP beside pgbench, in one run on one Postgres with fsync on: requests a second at 64
 * connections, and how long one takes at 500 a second. ingest-service is a process of its own; callers and pgbench are
 * on the same machine as everything else. Rounds alternate, so that whatever else happens there meets both.
 */
public final class AcceptBench {
    private static final int CONNECTIONS = 64;
    private static final int RATE = 500;
    private static final Duration LONGEST_WARMING = Duration.ofMinutes(2);
    private static final double LEAST_RATIO = 2.5;
    private static final double MAX_LATENCY_RATIO = 3;
    private static final String GATEWAYS = """
            gateways:
              bench:
                class: idempotent
                url: http://127.0.0.1:1
                paths: {order: /orders, payment: /payments}
                idempotency: {header: Idempotency-Key, ttl: 30d}
            """;

    private final EmbeddedPostgres postgres;
    private final PgBench pgbench;
    private final ServiceJvm ingest;
    private final HttpLoad load;
    private final Duration round;

    private AcceptBench(EmbeddedPostgres postgres, PgBench pgbench, ServiceJvm ingest, HttpLoad load, Duration round) {
        this.postgres = postgres;
        this.pgbench = pgbench;
        this.ingest = ingest;
        this.load = load;
        this.round = round;
    }

    /** Arguments: seconds for each round, rounds of throughput, rounds of latency, requests before all of them. */
    public static void main(String[] args) throws Exception {
        Duration round = Duration.ofSeconds(args.length > 0 ? Integer.parseInt(args[0]) : 10);
        int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 3;
        int latencyRounds = args.length > 2 ? Integer.parseInt(args[2]) : 3;
        int warm = args.length > 3 ? Integer.parseInt(args[3]) : 200_000;
        Path folder = Files.createTempDirectory("kakutei-bench");
        Map<String, String> many = Map.of("max_connections", "200");
        try (EmbeddedPostgres postgres = new EmbeddedPostgres(EmbeddedPostgresConfig.in(folder.resolve("postgres"))
                                .withSettings(many))
                        .start();
                EmbeddedKafka kafka = new EmbeddedKafka(EmbeddedKafkaConfig.in(folder.resolve("kafka"))).start()) {
            int port = FreePort.any();
            try (ServiceJvm ingest = ingest(folder, postgres, kafka, port);
                    HttpLoad load = new HttpLoad(
                            new InetSocketAddress("127.0.0.1", port),
                            CONNECTIONS,
                            new Orders("127.0.0.1:" + port, "bench", "b", 0))) {
                PgBench pgbench = new PgBench(postgres, folder);
                AcceptBench bench = new AcceptBench(postgres, pgbench, ingest, load, round);
                say("%s; Postgres with fsync on; %d connections", pgbench.version(), CONNECTIONS);
                load.closedLoop(LONGEST_WARMING, warm);
                boolean fast = bench.throughput(rounds);
                boolean prompt = bench.latency(latencyRounds);
                say("%s", fast && prompt ? "both hold" : "NOT what is required");
            }
        } finally {
            BenchFolders.delete(folder);
        }
    }

    private boolean throughput(int rounds) throws IOException, InterruptedException {
        List<Double> ratios = new ArrayList<>();
        List<Double> cpuRatios = new ArrayList<>();
        for (int i = 1; i <= rounds; i++) {
            Cost before = cost();
            double alone = pgbench.closedLoop(CONNECTIONS, round).perSecond();
            Cost theirs = cost().since(before).each(alone * round.toSeconds());
            say(
                    "round %d: pgbench  %,6.0f/s; each %.0f µs of CPU: Postgres %.0f, pgbench %.0f (others on the machine %.2f cores)",
                    i,
                    alone,
                    theirs.postgres + theirs.children,
                    theirs.postgres,
                    theirs.children,
                    theirs.others(alone));
            before = cost();
            HttpLoad.Result accepted = load.closedLoop(round);
            Cost ours = cost().since(before).each(accepted.accepted());
            say(
                    "         accepted %,6.0f/s, %d refused, p50 %.1f p99 %.1f ms; each %.0f µs of CPU: Postgres %.0f,"
                            + " ingest %.0f, callers %.0f (others %.2f cores)",
                    accepted.perSecond(),
                    accepted.others(),
                    accepted.millis(50),
                    accepted.millis(99),
                    ours.postgres + ours.ingest + ours.callers,
                    ours.postgres,
                    ours.ingest,
                    ours.callers,
                    ours.others(accepted.perSecond()));
            ratios.add(accepted.perSecond() / alone);
            cpuRatios.add((theirs.postgres + theirs.children) / (ours.postgres + ours.ingest + ours.callers));
            say("         ratio %.2f; of the CPU that each takes %.2f", ratios.get(i - 1), cpuRatios.get(i - 1));
        }
        double ratio = median(ratios);
        say(
                "accepted/s: %.2f of pgbench's (at least %.1f); by the CPU that each takes %.2f",
                ratio, LEAST_RATIO, median(cpuRatios));
        return ratio >= LEAST_RATIO;
    }

    private boolean latency(int rounds) throws IOException, InterruptedException {
        List<Double> ratios = new ArrayList<>();
        for (int i = 1; i <= rounds; i++) {
            PgBench.Run one = pgbench.closedLoop(1, round);
            PgBench.Run theirs = pgbench.openLoop(CONNECTIONS, RATE, round);
            HttpLoad.Result ours = load.openLoop(RATE, round);
            say(
                    "round %d at %d/s: pgbench p50 %.1f p99 %.1f ms (one client, one after the other: %.1f %.1f);"
                            + " accepted p50 %.1f p99 %.1f max %.1f ms; ratio of p99 %.2f",
                    i,
                    RATE,
                    theirs.millis(50),
                    theirs.millis(99),
                    one.millis(50),
                    one.millis(99),
                    ours.millis(50),
                    ours.millis(99),
                    ours.millis(100),
                    ours.millis(99) / theirs.millis(99));
            ratios.add(ours.millis(99) / theirs.millis(99));
        }
        double ratio = median(ratios);
        say("p99 at %d/s: %.2f of pgbench's (at most %.0f)", RATE, ratio, MAX_LATENCY_RATIO);
        return ratio <= MAX_LATENCY_RATIO;
    }

    private static ServiceJvm ingest(Path folder, EmbeddedPostgres postgres, EmbeddedKafka kafka, int port)
            throws IOException {
        Path gateways = Files.writeString(folder.resolve("gateways.yaml"), GATEWAYS);
        String options = System.getProperty("bench.options", "-Xmx1g -XX:+UseParallelGC");
        List<String> settings = new ArrayList<>(List.of(
                "postgres.url=" + postgres.jdbcUrl(),
                "postgres.user=" + postgres.user(),
                "postgres.password=" + postgres.password(),
                "kafka.bootstrap=" + kafka.bootstrapServers(),
                "gateways.file=" + gateways,
                "ingest.http.port=" + port));
        String more = System.getProperty("bench.settings", "");
        if (!more.isEmpty()) {
            settings.addAll(List.of(more.split(" ")));
        }
        return ServiceJvm.start(folder, "ingest", List.of(options.split(" ")), IngestMain.class, settings);
    }

    /** CPU in milliseconds, or for each request in microseconds. */
    private record Cost(double postgres, double ingest, double callers, double children, double machine) {
        Cost since(Cost before) {
            return new Cost(
                    postgres - before.postgres,
                    ingest - before.ingest,
                    callers - before.callers,
                    children - before.children,
                    machine - before.machine);
        }

        Cost each(double requests) {
            double share = 1000 / requests;
            return new Cost(postgres * share, ingest * share, callers * share, children * share, machine * share);
        }

        double others(double perSecond) {
            return (machine - postgres - ingest - callers - children) * perSecond / 1e6;
        }
    }

    private Cost cost() {
        return new Cost(
                postgresCpu(), CpuTime.of(ingest.pid()), ownCpu(), CpuTime.ofEndedChildren(), CpuTime.ofMachine());
    }

    private double postgresCpu() {
        return postgres.process().map(CpuTime::withChildren).orElse(Double.NaN);
    }

    private static double ownCpu() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime() / 1e6;
    }

    private static double median(List<Double> values) {
        return values.isEmpty() ? Double.NaN : values.stream().sorted().toList().get(values.size() / 2);
    }

    private static void say(String format, Object... values) {
        System.out.println(String.format(Locale.ROOT, format, values));
    }
}
