package dev.kakutei.embedded;

import dev.kakutei.boot.thread.DaemonThreads;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.BindException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Exit;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;

/**
 * A real Kafka broker and controller inside this JVM, with durable data.
 *
 * <p>A data folder is formatted once and keeps its cluster id for life. The addresses may differ from start to start.
 *
 * <p>Kafka halts the whole JVM when it meets a fault it cannot survive, such as a full disk. That is kept: a process
 * whose broker is gone has nothing to go on with. Only during {@link #start()} is it turned into an exception.
 */
public final class EmbeddedKafka implements AutoCloseable {
    private static final Duration STOP_TIME = Duration.ofSeconds(20);
    private static final int START_TRIES = 3;
    private static final Object STARTING = new Object();

    private final EmbeddedKafkaConfig config;
    private final Consumer<String> progress;
    private DirectoryLock lock;
    private KafkaRaftServer server;
    private Optional<KafkaCredentials> credentials = Optional.empty();
    private int port;
    private int controllerPort;

    public EmbeddedKafka(EmbeddedKafkaConfig config, Consumer<String> progress) {
        this.config = config;
        this.progress = progress;
        this.port = config.port();
    }

    public EmbeddedKafka(EmbeddedKafkaConfig config) {
        this(config, sentence -> {});
    }

    /** Where a broker on this data folder was last reached, and is now if it runs; empty when none ever did. */
    public static Optional<String> lastAddress(Path dataDirectory) {
        int port = LastPort.in(dataDirectory);
        return port == 0 ? Optional.empty() : Optional.of(LoopbackPort.HOST + ":" + port);
    }

    /** Returns when the broker serves clients; after {@link #stop()} it comes back on the same port. */
    public synchronized EmbeddedKafka start() {
        if (server != null) {
            return this;
        }
        long begin = System.nanoTime();
        if (lock == null) {
            lock = DirectoryLock.acquire(config.dataDirectory(), "Kafka");
        }
        try {
            credentials = config.access() == EmbeddedKafkaConfig.Access.PASSWORD
                    ? Optional.of(KafkaCredentials.in(config.dataDirectory()))
                    : Optional.empty();
            Path log = formatted();
            putDeadBrokerAside(log);
            server = startOnFreePorts(log);
        } finally {
            if (server == null) {
                lock.close();
                lock = null;
            }
        }
        progress.accept(
                "Kafka: ready on " + bootstrapServers() + " after " + (System.nanoTime() - begin) / 1_000_000 + " ms");
        return this;
    }

    public String bootstrapServers() {
        return LoopbackPort.HOST + ":" + port();
    }

    /** What a client on this machine needs: the address, and the account where the broker asks for one. */
    public synchronized Map<String, Object> clientProperties() {
        Map<String, Object> properties = new HashMap<>(
                credentials.map(KafkaCredentials::clientProperties).orElse(Map.of()));
        properties.put("bootstrap.servers", bootstrapServers());
        return properties;
    }

    public synchronized int port() {
        if (port == 0) {
            throw new IllegalStateException("Kafka has no port before its first start");
        }
        return port;
    }

    synchronized int controllerPort() {
        return controllerPort;
    }

    /** An outage: clients lose the broker; {@link #start()} brings it back on the same port. */
    public synchronized void stop() {
        if (server != null) {
            KafkaRaftServer stopping = server;
            server = null;
            progress.accept("Kafka: stopping");
            shutDown(stopping);
        }
    }

    /** Stops the broker in bounded time and frees the data folder. */
    @Override
    public synchronized void close() {
        stop();
        if (lock != null) {
            lock.close();
            lock = null;
        }
    }

    /** One of several brokers is put aside by the others. */
    private void putDeadBrokerAside(Path log) {
        if (!DeadBroker.isIn(log) || config.properties().containsKey("controller.quorum.voters")) {
            return;
        }
        progress.accept("Kafka: was not stopped but died; recovering");
        whileStarting("did not recover", () -> {
            new DeadBroker(log, credentials).putAside(LoopbackPort.anyFree());
            return null;
        });
    }

    /** A port found free may be snatched before it is used: then with other ones, as far as they are ours to choose. */
    private KafkaRaftServer startOnFreePorts(Path log) {
        LastPort lastPort = new LastPort(config.dataDirectory());
        for (int tries = 1; ; tries++) {
            int chosen = lastPort.chosen(port);
            LoopbackPort.requireFree(chosen, "Kafka");
            lastPort.remember(chosen);
            controllerPort = otherThan(chosen);
            progress.accept("Kafka: starting on " + LoopbackPort.HOST + ":" + chosen);
            try {
                KafkaRaftServer started =
                        startServer(BrokerProperties.of(config, credentials, log, chosen, controllerPort), chosen);
                port = chosen;
                return started;
            } catch (EmbeddedStartException e) {
                if (tries == START_TRIES || causes(e).noneMatch(BindException.class::isInstance)) {
                    throw e;
                }
            }
        }
    }

    private static int otherThan(int brokerPort) {
        int chosen = LoopbackPort.anyFree();
        while (chosen == brokerPort) {
            chosen = LoopbackPort.anyFree();
        }
        return chosen;
    }

    private static Stream<Throwable> causes(Throwable failure) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause).limit(20);
    }

    /** Formats beside the real place and renames, so a crash in between leaves nothing half made. */
    private Path formatted() {
        Path log = config.dataDirectory().resolve("log");
        if (Files.exists(log)) {
            return log;
        }
        progress.accept("Kafka: formatting " + log);
        Path making = config.dataDirectory().resolve("log.partial");
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        try (PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8)) {
            Folders.delete(making);
            new Formatter()
                    .setPrintStream(out)
                    .setNodeId(BrokerProperties.NODE_ID)
                    .setClusterId(Uuid.randomUuid().toString())
                    .setControllerListenerName(BrokerProperties.CONTROLLER_LISTENER)
                    .setMetadataLogDirectory(making.toString())
                    .addDirectory(making.toString())
                    .run();
            return Files.move(making, log, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new EmbeddedStartException("Kafka data folder " + log + " cannot be made: " + e, e);
        } catch (Exception e) {
            throw new EmbeddedStartException(
                    "Kafka data folder " + log + " cannot be formatted: " + said.toString(StandardCharsets.UTF_8), e);
        }
    }

    private KafkaRaftServer startServer(Properties properties, int chosen) {
        return whileStarting("did not start on " + LoopbackPort.HOST + ":" + chosen, () -> {
            KafkaRaftServer starting = new KafkaRaftServer(new KafkaConfig(properties, false), Time.SYSTEM);
            try {
                starting.startup();
                return starting;
            } catch (Throwable e) {
                shutDown(starting);
                throw e;
            }
        });
    }

    private <T> T whileStarting(String failing, Supplier<T> step) {
        // The halt procedure belongs to the whole JVM: one start at a time.
        synchronized (STARTING) {
            Exit.setHaltProcedure((status, message) -> {
                throw new EmbeddedStartException("Kafka gave up while starting: " + message);
            });
            try {
                return step.get();
            } catch (Throwable e) {
                throw new EmbeddedStartException(
                        "Kafka " + failing + " with data in " + config.dataDirectory() + ": "
                                + causes(e).map(Throwable::getMessage).collect(Collectors.joining("; because ")),
                        e);
            } finally {
                // Kafka's own reset would leave a procedure behind that only throws, and with it a broker that is dead
                // and does not say so.
                Exit.setHaltProcedure((status, message) -> Runtime.getRuntime().halt(status));
            }
        }
    }

    private void shutDown(KafkaRaftServer stopping) {
        Thread thread = DaemonThreads.create("embedded-kafka-stop", stopping::shutdown);
        thread.setUncaughtExceptionHandler((t, e) -> progress.accept("Kafka: failed while stopping: " + e));
        thread.start();
        DaemonThreads.join(thread, STOP_TIME);
        if (thread.isAlive()) {
            progress.accept("Kafka: did not stop within " + STOP_TIME.toSeconds() + " s; left to the process's end");
        }
    }
}
