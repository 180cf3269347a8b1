package dev.kakutei.e2e;

import dev.kakutei.embedded.KafkaCredentials;
import dev.kakutei.standalone.Kakutei;
import dev.kakutei.testkit.Await;
import dev.kakutei.testkit.ChildJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** {@code kakutei up} as a user has it: a process of its own, known only by what it prints. */
final class RunningKakutei implements AutoCloseable {
    private static final Duration START = Duration.ofSeconds(120);
    private static final Duration STOP = Duration.ofSeconds(60);
    private static final Pattern READY =
            Pattern.compile("ready in .*: (https?://\\S+) .*kafka (\\S+) .*postgres (jdbc:\\S+) .*");

    private final ChildJvm process;
    private final Path data;
    /** Whether the database server in the data folder is this one's. */
    private boolean started;

    private RunningKakutei(ChildJvm process, Path data) {
        this.process = process;
        this.data = data;
    }

    /** Starts it, and waits until it says that it is ready. */
    static RunningKakutei up(Path data, String... options) {
        RunningKakutei kakutei = launch(data, options);
        kakutei.process.awaitLine("ready in", START);
        kakutei.started = true;
        return kakutei;
    }

    static RunningKakutei launch(Path data, String... options) {
        List<String> args = new ArrayList<>(List.of("up", "--data", data.toString()));
        args.addAll(List.of(options));
        return new RunningKakutei(ChildJvm.start(Kakutei.class, args.toArray(String[]::new)), data);
    }

    /** A gateway file for a simulator at a fixed port, with waiting times that fit a test. */
    static Path shortTimeoutGateways(Path folder, int simulatorPort) {
        try {
            return Files.writeString(folder.resolve("impatient.yaml"), """
                    gateways:
                      simulator:
                        class: idempotent
                        url: http://127.0.0.1:%d
                        network: {allow: [loopback]}
                        paths: {order: /orders, payment: /payments}
                        idempotency: {header: Idempotency-Key, ttl: 24h}
                        status_query:
                          paths: {order: "/orders/{request_id}", payment: "/payments/{request_id}"}
                        call_timeout: 2s
                        send_window: 2s
                        concurrency: 32
                        breaker: {open_for: 1s}
                        retry: {first: 200ms, cap: 2s, attempts: 20}
                        verification:
                          after: [500ms, 1s, 1s, 1s, 1s, 1s, 1s, 1s, 1s, 1s, 1s, 1s, 1s, 1s, 1s, 1s, 1s, 1s, 1s, 1s]
                          settling_time: 1s
                          misses: 2
                          not_found: resend
                    """.formatted(simulatorPort));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Surefire hides the real class path behind a small jar and keeps it in a property. */
    static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }

    URI url() {
        return URI.create(ready().group(1));
    }

    /** What a client of its Kafka needs: the address, and the account in the data folder. */
    Map<String, Object> kafka() {
        Map<String, Object> client = kafkaAccount(data);
        client.put("bootstrap.servers", ready().group(2));
        return client;
    }

    /** The account that clients of the Kafka on this data folder use. */
    static Map<String, Object> kafkaAccount(Path data) {
        Properties account = new Properties();
        try (BufferedReader file = Files.newBufferedReader(
                KafkaCredentials.file(data.resolve("kafka")).orElseThrow())) {
            account.load(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Map<String, Object> client = new HashMap<>();
        account.forEach((name, value) -> client.put((String) name, value));
        return client;
    }

    PostgresTables tables() {
        try {
            return new PostgresTables(
                    ready().group(3),
                    "kakutei",
                    Files.readString(data.resolve("postgres").resolve("password"))
                            .strip());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The database server that runs beside it, by its own pid file. */
    ProcessHandle postgresProcess() {
        return runningPostgres().orElseThrow();
    }

    private Optional<ProcessHandle> runningPostgres() {
        Path folder = data.resolve("postgres");
        if (!Files.exists(folder)) {
            return Optional.empty();
        }
        try (Stream<Path> files = Files.list(folder)) {
            Optional<Path> pidFile = files.map(file -> file.resolve("postmaster.pid"))
                    .filter(Files::exists)
                    .findFirst();
            return pidFile.isEmpty()
                    ? Optional.empty()
                    : ProcessHandle.of(Long.parseLong(
                            Files.readAllLines(pidFile.get()).get(0).strip()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    ChildJvm process() {
        return process;
    }

    private Matcher ready() {
        Matcher matcher = READY.matcher(process.awaitLine("ready in", START));
        if (!matcher.find()) {
            throw new IllegalStateException("the ready line has changed: " + process.output());
        }
        return matcher;
    }

    /** Ends it if it runs still, and waits for the database server, which would write into a folder being removed. */
    @Override
    public void close() {
        Optional<ProcessHandle> postgres = started ? runningPostgres() : Optional.empty();
        if (process.isAlive()) {
            process.sigterm();
            process.awaitExit(STOP);
        }
        process.close();
        postgres.ifPresent(server -> Await.until("postgres ended", STOP, () -> !server.isAlive()));
    }
}
