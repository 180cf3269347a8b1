package dev.kakutei.standalone;

import dev.kakutei.embedded.EmbeddedKafka;
import dev.kakutei.embedded.EmbeddedKafkaConfig;
import dev.kakutei.testkit.ChildJvm;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.metadata.storage.Formatter;

/**
 * Two brokers, the second in a process of its own, to be killed. What it leads has no other copy, so that it is without a
 * leader meanwhile, as it is where all copies of a partition are away.
 */
final class SecondBroker {
    static final int ID = 2;
    private static final String HOST = "127.0.0.1";
    private static final String UP = "broker up";

    private SecondBroker() {}

    /** The first one, which is the controller, too. */
    static EmbeddedKafka first(Path folder, int port, int controllerPort) {
        Map<String, String> properties = quickToNotice(controllerPort);
        properties.put("listeners", "BROKER://" + HOST + ":" + port + ",CONTROLLER://" + HOST + ":" + controllerPort);
        return new EmbeddedKafka(EmbeddedKafkaConfig.in(folder).withPort(port).withProperties(properties));
    }

    /** Returns when it serves clients. */
    static ChildJvm start(Path folder, String cluster, int port, int controllerPort, Duration limit) {
        ChildJvm child = ChildJvm.start(
                SecondBroker.class,
                folder.toString(),
                cluster,
                Integer.toString(port),
                Integer.toString(controllerPort));
        child.awaitLine(UP, limit);
        return child;
    }

    public static void main(String[] args) throws Exception {
        Path folder = Files.createDirectories(Path.of(args[0]));
        Path log = folder.resolve("log");
        if (!Files.exists(log)) {
            new Formatter()
                    .setPrintStream(new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8))
                    .setNodeId(ID)
                    .setClusterId(args[1])
                    .setControllerListenerName("CONTROLLER")
                    .setMetadataLogDirectory(log.toString())
                    .addDirectory(log.toString())
                    .run();
        }
        Map<String, String> properties = quickToNotice(Integer.parseInt(args[3]));
        properties.put("process.roles", "broker");
        properties.put("node.id", Integer.toString(ID));
        properties.put("listeners", "BROKER://" + HOST + ":" + args[2]);
        new EmbeddedKafka(EmbeddedKafkaConfig.in(folder)
                        .withPort(Integer.parseInt(args[2]))
                        .withProperties(properties))
                .start();
        System.out.println(UP);
        new CountDownLatch(1).await();
    }

    private static Map<String, String> quickToNotice(int controllerPort) {
        Map<String, String> properties = new HashMap<>();
        properties.put("controller.quorum.voters", "1@" + HOST + ":" + controllerPort);
        // Not shorter: on a busy machine the first one would lose its leadership, too.
        properties.put("broker.session.timeout.ms", "6000");
        properties.put("broker.heartbeat.interval.ms", "500");
        return properties;
    }
}
