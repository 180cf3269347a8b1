package dev.kakutei.testkit.fleet;

import dev.kakutei.embedded.EmbeddedKafka;
import dev.kakutei.embedded.EmbeddedKafkaConfig;
import dev.kakutei.testkit.ChildJvm;
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
    private static final String UP = "broker up at ";

    private final Path data;
    private int port;
    private ChildJvm process;

    private KafkaProcess(Path data) {
        this.data = data;
    }

    public static KafkaProcess start(Path data) {
        KafkaProcess kafka = new KafkaProcess(data);
        kafka.startAgain();
        return kafka;
    }

    public String bootstrapServers() {
        return "127.0.0.1:" + port;
    }

    public ChildJvm process() {
        return process;
    }

    /** On the same data and port, which the first start chose; the one before must be dead. */
    public void startAgain() {
        if (process != null && process.isAlive()) {
            throw new IllegalStateException("the broker is running (" + process + ")");
        }
        process = ChildJvm.start(
                KafkaProcess.class, List.of("-Xmx512m"), Map.of(), List.of(data.toString(), Integer.toString(port)));
        String line = process.awaitLine(UP, START);
        port = Integer.parseInt(line.substring(line.lastIndexOf(':') + 1));
    }

    @Override
    public void close() {
        process.close();
    }

    /** In the child: data folder, port (0: any). */
    public static void main(String[] args) throws InterruptedException {
        EmbeddedKafka kafka =
                new EmbeddedKafka(EmbeddedKafkaConfig.in(Path.of(args[0])).withPort(Integer.parseInt(args[1])));
        Runtime.getRuntime().addShutdownHook(new Thread(kafka::close));
        kafka.start();
        System.out.println(UP + kafka.bootstrapServers());
        new CountDownLatch(1).await();
    }
}
