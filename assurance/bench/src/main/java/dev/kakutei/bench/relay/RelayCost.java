package dev.kakutei.bench.relay;

import com.sun.management.OperatingSystemMXBean;
import dev.kakutei.bench.BenchFolders;
import dev.kakutei.embedded.EmbeddedKafka;
import dev.kakutei.embedded.EmbeddedKafkaConfig;
import dev.kakutei.embedded.EmbeddedPostgres;
import dev.kakutei.embedded.EmbeddedPostgresConfig;
import dev.kakutei.relay.RelayMain;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * One backlog, three readers (SPEC B): rows a second to Kafka and processor time for a million of them;
 * then, at 200 rows a second, the time from commit to consumer, and what an idle relay uses.
 *
 * <p>Arguments: rows of the backlog, seconds of the latency measurement, settings of the relay as key=value.
 */
public final class RelayCost {
    private static final String RELAY_SLOT = "kakutei_outbox";
    private static final String DEBEZIUM_SLOT = "bench_debezium";
    private static final String RECVLOGICAL_SLOT = "bench_recvlogical";
    private static final Duration TIMEOUT = Duration.ofMinutes(10);
    private static final Duration MAX_MEASUREMENT = Duration.ofSeconds(90);
    private static final int PER_SECOND = 200;

    private final Path folder;
    private final EmbeddedPostgres postgres;
    private final EmbeddedKafka kafka;
    private final OutboxBacklog backlog;
    private final int rows;
    private final Duration latency;

    private RelayCost(Path folder, EmbeddedPostgres postgres, EmbeddedKafka kafka, int rows, Duration latency) {
        this.folder = folder;
        this.postgres = postgres;
        this.kafka = kafka;
        this.backlog = new OutboxBacklog(postgres);
        this.rows = rows;
        this.latency = latency;
    }

    public static void main(String[] args) throws IOException, SQLException {
        int rows = args.length > 0 ? Integer.parseInt(args[0]) : 1_000_000;
        Duration latency = Duration.ofSeconds(args.length > 1 ? Long.parseLong(args[1]) : 30);
        Map<String, String> settings = new HashMap<>();
        for (int i = 2; i < args.length; i++) {
            settings.put(args[i].substring(0, args[i].indexOf('=')), args[i].substring(args[i].indexOf('=') + 1));
        }
        Path folder = Files.createTempDirectory("kakutei-bench");
        try (EmbeddedPostgres postgres = new EmbeddedPostgres(EmbeddedPostgresConfig.in(folder.resolve("postgres"))
                                .withSettings(Map.of("max_wal_size", "8GB", "checkpoint_timeout", "1h")))
                        .start();
                EmbeddedKafka kafka = new EmbeddedKafka(EmbeddedKafkaConfig.in(folder.resolve("kafka"))).start()) {
            new RelayCost(folder, postgres, kafka, rows, latency).run(settings);
        } finally {
            BenchFolders.delete(folder);
        }
    }

    private void run(Map<String, String> settings) throws IOException, SQLException {
        backlog.migrate(RELAY_SLOT);
        backlog.slot(DEBEZIUM_SLOT);
        backlog.slot(RECVLOGICAL_SLOT);
        backlog.fill(rows);
        String end = backlog.position();
        say("backlog: %,d rows, %,d MB of WAL", rows, backlog.bytesKept(RELAY_SLOT) >> 20);
        say("%-28s %12s %16s %16s %16s", "", "rows/s", "own CPU s/M", "walsender s/M", "broker s/M");
        recvlogical(end);
        debezium();
        relay(settings);
    }

    private void recvlogical(String end) throws IOException {
        List<String> command = List.of(
                "pg_recvlogical",
                "--host=127.0.0.1",
                "--port=" + postgres.port(),
                "--username=" + postgres.user(),
                "--dbname=kakutei",
                "--slot=" + RECVLOGICAL_SLOT,
                "--start",
                "--no-loop",
                "--endpos=" + end,
                "--option=proto_version=1",
                "--option=publication_names=kakutei_outbox",
                "--file=/dev/null");
        Path log = folder.resolve("recvlogical.log");
        try (MeasuredProcess reader = MeasuredProcess.start(
                command, Map.of("PGPASSWORD", postgres.password()), log, RECVLOGICAL_SLOT, backlog)) {
            measure("pg_recvlogical, to nowhere", reader, log, () -> reader.alive() ? 0 : rows);
        } catch (IOException e) {
            say("pg_recvlogical is not here: %s", e.getMessage());
        }
    }

    private void debezium() throws IOException, SQLException {
        String topic = "debezium.public.outbox_orders";
        Path log = folder.resolve("debezium.log");
        List<String> command = MeasuredProcess.java(
                ConnectWorker.class,
                kafka.bootstrapServers(),
                "127.0.0.1",
                "" + postgres.port(),
                "kakutei",
                postgres.user(),
                postgres.password(),
                DEBEZIUM_SLOT,
                folder.resolve("offsets").toString());
        try (Arrivals arrivals = new Arrivals(kafka.bootstrapServers(), topic).created();
                MeasuredProcess reader = MeasuredProcess.start(command, Map.of(), log, DEBEZIUM_SLOT, backlog)) {
            if (measure("Debezium as it comes", reader, log, arrivals::count) >= rows) {
                idle("Debezium as it comes", reader);
                pace("Debezium as it comes", topic);
            }
        }
    }

    private void relay(Map<String, String> settings) throws IOException, SQLException {
        Map<String, String> all = new HashMap<>(Map.of(
                "postgres.url", postgres.jdbcUrl(),
                "postgres.user", postgres.user(),
                "postgres.password", postgres.password(),
                "postgres.slot", RELAY_SLOT,
                "kafka.bootstrap", kafka.bootstrapServers(),
                "admin.port", "0"));
        all.putAll(settings);
        Map<String, String> environment = new HashMap<>();
        all.forEach((key, value) -> environment.put(
                "KAKUTEI_" + key.replace('.', '_').replace('-', '_').toUpperCase(Locale.ROOT), value));
        Path log = folder.resolve("relay.log");
        try (MeasuredProcess reader = MeasuredProcess.start(
                        MeasuredProcess.java(RelayMain.class), environment, log, RELAY_SLOT, backlog);
                Arrivals arrivals = new Arrivals(kafka.bootstrapServers(), "kakutei.accepted")) {
            measure("Kakutei's relay", reader, log, arrivals::count);
            idle("Kakutei's relay", reader);
            pace("Kakutei's relay", "kakutei.accepted");
        }
    }

    /** Until it has carried all, or for a minute and a half: returns how many rows it has carried. */
    private long measure(String name, MeasuredProcess reader, Path log, LongSupplier carried) throws IOException {
        await(name, reader, log, () -> reader.reads() || carried.getAsLong() >= rows);
        long broker = brokerNanos();
        MeasuredProcess.Used before = reader.used();
        long end = System.nanoTime() + MAX_MEASUREMENT.toNanos();
        await(name, reader, log, () -> {
            reader.used();
            return carried.getAsLong() >= rows || System.nanoTime() > end;
        });
        long count = Math.min(rows, carried.getAsLong());
        MeasuredProcess.Used used = reader.used().since(before);
        double millions = count / 1e6;
        say(
                "%-28s %,12.0f %16.1f %16.1f %16.1f%s",
                name,
                count / used.seconds(),
                used.ownSeconds() / millions,
                used.serverSeconds() / millions,
                (brokerNanos() - broker) / 1e9 / millions,
                count < rows ? String.format(Locale.ROOT, "   (the first %,d rows)", count) : "");
        return count;
    }

    /** After a while of nothing: what is used then is the price of being quick. */
    private void idle(String name, MeasuredProcess reader) {
        pause(Duration.ofSeconds(5));
        MeasuredProcess.Used before = reader.used();
        pause(Duration.ofSeconds(15));
        MeasuredProcess.Used used = reader.used().since(before);
        say(
                "%-28s idle: %.1f %% of a core, its walsender %.1f %%",
                name, 100 * used.ownSeconds() / used.seconds(), 100 * used.serverSeconds() / used.seconds());
    }

    private void pace(String name, String topic) throws SQLException {
        CommitToConsumerLatency.Latency found = new CommitToConsumerLatency(
                        backlog, kafka.bootstrapServers(), PER_SECOND)
                .run(topic, Duration.ofSeconds(10), latency);
        say(
                "%-28s %d/s: commit to consumer p50 %.1f ms, p99 %.1f ms (from the insert: %.1f, %.1f; %,d rows, %d"
                        + " missing)",
                name,
                PER_SECOND,
                found.p50(),
                found.p99(),
                found.sentP50(),
                found.sentP99(),
                found.rows(),
                found.missing());
    }

    private static void await(String name, MeasuredProcess reader, Path log, BooleanSupplier condition)
            throws IOException {
        long deadline = System.nanoTime() + TIMEOUT.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline || !reader.alive()) {
                if (condition.getAsBoolean()) {
                    return;
                }
                throw new IllegalStateException(name + " does not come to an end: " + Files.readString(log));
            }
            pause(Duration.ofMillis(20));
        }
    }

    private static void pause(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        while (System.nanoTime() < end) {
            LockSupport.parkNanos(end - System.nanoTime());
        }
    }

    /** This process holds the broker, and little else during a measurement. */
    private static long brokerNanos() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    private static void say(String format, Object... values) {
        System.out.println(String.format(Locale.ROOT, format, values));
    }
}
