package dev.kakutei.testkit.fleet;

import dev.kakutei.embedded.EmbeddedKafka;
import dev.kakutei.embedded.EmbeddedKafkaConfig;
import dev.kakutei.testkit.ChildJvm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/**
 * A Kafka broker in a process of its own, at an address that stays: it can be killed and started again under its clients.
 * (A Postgres is a process of its own in any case: {@code EmbeddedPostgres.process()}.)
 */
public final class KafkaProcess implements AutoCloseable {
    private static final Duration START = Duration.ofMinutes(2);

    private final Path data;
    private final int port;
    private ChildJvm process;

    private KafkaProcess(Path data, int port) {
        this.data = data;
        this.port = port;
    }

    public static KafkaProcess start(Path data) {
        KafkaProcess kafka = new KafkaProcess(data, freePort());
        kafka.startAgain();
        return kafka;
    }

    public String bootstrapServers() {
        return "127.0.0.1:" + port;
    }

    public ChildJvm process() {
        return process;
    }

    /** On the same data and port; the one before must be dead. */
    public void startAgain() {
        if (process != null && process.isAlive()) {
            throw new IllegalStateException("the broker is running (" + process + ")");
        }
        process = ChildJvm.start(
                KafkaProcess.class, List.of("-Xmx512m"), Map.of(), List.of(data.toString(), Integer.toString(port)));
        process.awaitLine("broker up", START);
    }

    @Override
    public void close() {
        process.close();
    }

    /** In the child: data folder, port. */
    public static void main(String[] args) throws InterruptedException {
        EmbeddedKafka kafka =
                new EmbeddedKafka(EmbeddedKafkaConfig.in(Path.of(args[0])).withPort(Integer.parseInt(args[1])));
        Runtime.getRuntime().addShutdownHook(new Thread(kafka::close));
        kafka.start();
        System.out.println("broker up");
        new CountDownLatch(1).await();
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
