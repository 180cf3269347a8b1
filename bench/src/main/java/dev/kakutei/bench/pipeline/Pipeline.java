package dev.kakutei.bench.pipeline;

import dev.kakutei.bench.Folders;
import dev.kakutei.bench.load.HttpLoad;
import dev.kakutei.bench.load.Orders;
import dev.kakutei.bench.process.CpuTime;
import dev.kakutei.bench.process.ServiceJvm;
import dev.kakutei.embedded.RunningPostgres;
import dev.kakutei.standalone.Kakutei;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Accepted, sent, settled and readable again (W1): a closed loop of 64 callers that do not wait for the outcome, orders of
 * 1 KB, a gateway that answers at once or after 20 ms and takes 64 at a time. A round ends when every request is settled
 * in Postgres; nothing may have been posted twice.
 */
public final class Pipeline {
    private static final int CONNECTIONS = 64;
    private static final Duration LONGEST_ROUND = Duration.ofMinutes(5);
    private static final String GATEWAYS = """
            default: bench
            gateways:
              bench:
                class: idempotent
                url: http://127.0.0.1:%d
                network: {allow: [loopback]}
                paths: {order: /orders, payment: /payments}
                idempotency: {header: Idempotency-Key, ttl: 24h}
                call_timeout: 10s
                send_window: 2m
                concurrency: 64
            """;

    private final ServiceJvm kakutei;
    private final ProcessHandle postgres;
    private final Connection reading;
    private final HttpLoad load;
    private final QuickGateway gateway;

    private Pipeline(
            ServiceJvm kakutei, ProcessHandle postgres, Connection reading, HttpLoad load, QuickGateway gateway) {
        this.kakutei = kakutei;
        this.postgres = postgres;
        this.reading = reading;
        this.load = load;
        this.gateway = gateway;
    }

    /** Arguments: requests in each round, requests before them, the gateway's delays in milliseconds. */
    public static void main(String[] args) throws Exception {
        int requests = args.length > 0 ? Integer.parseInt(args[0]) : 30_000;
        int warm = args.length > 1 ? Integer.parseInt(args[1]) : 60_000;
        List<Integer> delays = new ArrayList<>();
        for (int i = 2; i < args.length; i++) {
            delays.add(Integer.parseInt(args[i]));
        }
        Path folder = Files.createTempDirectory("kakutei-bench");
        try (QuickGateway gateway = new QuickGateway()) {
            Path file = Files.writeString(folder.resolve("gateways.yaml"), GATEWAYS.formatted(gateway.port()));
            int port = freePort();
            Path data = folder.resolve("data");
            try (ServiceJvm kakutei = up(folder, data, port, file);
                    Connection reading = connect(data);
                    HttpLoad load = new HttpLoad(
                            new InetSocketAddress("127.0.0.1", port),
                            CONNECTIONS,
                            new Orders("127.0.0.1:" + port, "bench", "w", 0))) {
                Pipeline bench = new Pipeline(kakutei, postmaster(data), reading, load, gateway);
                bench.round("warming up", warm, 0);
                for (int delay : delays.isEmpty() ? List.of(0, 20) : delays) {
                    bench.round("gateway at " + delay + " ms", requests, delay);
                }
            }
        } finally {
            Folders.delete(folder);
        }
    }

    private void round(String name, int requests, int delay) throws Exception {
        gateway.delay(Duration.ofMillis(delay));
        Map<String, Double> before = cpu();
        long posts = gateway.posts();
        long began = System.nanoTime();
        HttpLoad.Load accepted = load.closedLoop(LONGEST_ROUND, requests);
        long all = accepted.accepted() + accepted.others();
        awaitSettled(began);
        double seconds = (System.nanoTime() - began) / 1e9;
        say(
                "%s: %,d requests; accepted %,.0f/s, settled %,.0f/s; p50 %.1f p99 %.1f ms to be accepted; refused %d,"
                        + " posted %d, posted twice %d",
                name,
                all,
                accepted.perSecond(),
                accepted.accepted() / seconds,
                accepted.millis(50),
                accepted.millis(99),
                accepted.others(),
                gateway.posts() - posts,
                gateway.repeated());
        Map<String, Double> after = cpu();
        double machine = 0;
        for (Map.Entry<String, Double> group : after.entrySet()) {
            double micros = (group.getValue() - before.getOrDefault(group.getKey(), 0.0)) * 1000 / all;
            if (micros >= 1) {
                say("    %-48s %6.0f µs of CPU for each request", group.getKey(), micros);
            }
            if (!group.getKey().startsWith(MACHINE)) {
                machine += micros;
            }
        }
        say("    %-48s %6.0f", "sum", machine);
    }

    private static final String MACHINE = "machine";

    private Map<String, Double> cpu() {
        Map<String, Double> all = new TreeMap<>();
        CpuTime.threads(kakutei.pid(), ThreadGroups::hop).forEach((hop, millis) -> all.put("kakutei  " + hop, millis));
        all.put("postgres", CpuTime.withChildren(postgres));
        all.put("callers and gateway", CpuTime.of(ProcessHandle.current().pid()));
        all.put(MACHINE + " (everything that runs on it)", CpuTime.ofMachine());
        return all;
    }

    private void awaitSettled(long began) throws SQLException {
        try (Statement statement = reading.createStatement()) {
            while (System.nanoTime() - began < LONGEST_ROUND.toNanos()) {
                try (ResultSet open = statement.executeQuery("select exists (select from ledger_open)")) {
                    open.next();
                    if (!open.getBoolean(1)) {
                        return;
                    }
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
            }
        }
        throw new IllegalStateException("not all are settled after " + LONGEST_ROUND);
    }

    private static ServiceJvm up(Path folder, Path data, int port, Path gateways) throws IOException {
        List<String> args = new ArrayList<>(List.of(
                "up", "--data", data.toString(), "--port", Integer.toString(port), "--gateways", gateways.toString()));
        for (String setting : System.getProperty("bench.settings", "").split(" ")) {
            if (!setting.isEmpty()) {
                args.addAll(List.of("--set", setting));
            }
        }
        String options = System.getProperty("bench.options", "-Xmx2g -XX:+UseParallelGC");
        return ServiceJvm.start(folder, "kakutei", List.of(options.split(" ")), Kakutei.class, args);
    }

    private static Connection connect(Path data) throws SQLException {
        RunningPostgres running = RunningPostgres.in(data.resolve("postgres")).orElseThrow();
        return DriverManager.getConnection(running.jdbcUrl(), running.user(), running.password());
    }

    private static ProcessHandle postmaster(Path data) throws IOException {
        try (var files = Files.walk(data.resolve("postgres"), 3)) {
            Path file = files.filter(path -> path.endsWith("postmaster.pid"))
                    .findFirst()
                    .orElseThrow();
            return ProcessHandle.of(Long.parseLong(Files.readAllLines(file).get(0)))
                    .orElseThrow();
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static void say(String format, Object... values) {
        System.out.println(String.format(Locale.ROOT, format, values));
    }
}
