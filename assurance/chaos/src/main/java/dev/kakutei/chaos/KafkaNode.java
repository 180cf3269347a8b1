package dev.kakutei.chaos;

import dev.kakutei.embedded.EmbeddedKafka;
import dev.kakutei.embedded.EmbeddedKafkaConfig;
import dev.kakutei.testkit.ChildJvm;
import dev.kakutei.testkit.ReservedPort;
import dev.kakutei.testkit.TcpProxy;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.metadata.storage.Formatter;

/**
 * One of three brokers that are controllers, too, in a process of its own. Clients, the other brokers and the other
 * controllers each reach it through a proxy, so it can be cut off from some while others still hear it.
 */
final class KafkaNode implements AutoCloseable {
    private static final Duration START = Duration.ofMinutes(3);
    private static final String HOST = "127.0.0.1";

    private final int id;
    private final TcpProxy clients;
    private final TcpProxy brokers;
    private final TcpProxy quorum;
    private final List<String> args;
    private ChildJvm process;

    private KafkaNode(int id, TcpProxy clients, TcpProxy brokers, TcpProxy quorum, List<String> args) {
        this.id = id;
        this.clients = clients;
        this.brokers = brokers;
        this.quorum = quorum;
        this.args = List.copyOf(args);
    }

    /** All of them, launched and ready. */
    static List<KafkaNode> cluster(Path folder, int count) {
        String cluster = Uuid.randomUuid().toString();
        List<Integer> ports = new ArrayList<>();
        List<TcpProxy> quorum = new ArrayList<>();
        List<String> voters = new ArrayList<>();
        for (int id = 1; id <= count; id++) {
            int port = ReservedPort.next();
            TcpProxy way = TcpProxy.to(HOST, port);
            ports.add(port);
            quorum.add(way);
            voters.add(id + "@" + HOST + ":" + way.port());
        }
        List<KafkaNode> nodes = new ArrayList<>();
        for (int id = 1; id <= count; id++) {
            int forBrokers = ReservedPort.next();
            int forClients = ReservedPort.next();
            TcpProxy brokers = TcpProxy.to(HOST, forBrokers);
            TcpProxy clients = TcpProxy.to(HOST, forClients);
            nodes.add(new KafkaNode(
                    id,
                    clients,
                    brokers,
                    quorum.get(id - 1),
                    List.of(
                            folder.resolve("kafka-" + id).toString(),
                            Integer.toString(id),
                            cluster,
                            String.join(",", voters),
                            listeners(forBrokers, forClients) + ",CONTROLLER://" + HOST + ":" + ports.get(id - 1),
                            listeners(brokers.port(), clients.port()),
                            Integer.toString(forClients))));
        }
        nodes.forEach(KafkaNode::launch);
        nodes.forEach(KafkaNode::awaitReady);
        return nodes;
    }

    private static String listeners(int forBrokers, int forClients) {
        return "BROKER://" + HOST + ":" + forBrokers + ",CLIENT://" + HOST + ":" + forClients;
    }

    String name() {
        return "broker-" + id;
    }

    /** Where its partitions lie, a folder each. */
    Path log() {
        return Path.of(args.get(0)).resolve("log");
    }

    String address() {
        return HOST + ":" + clients.port();
    }

    /** The ways to it, by who takes them. */
    Map<String, TcpProxy> ways() {
        return Map.of("clients", clients, "brokers", brokers, "quorum", quorum);
    }

    ChildJvm process() {
        return process;
    }

    void launch() {
        process = ChildJvm.start(KafkaNode.class, List.of("-Xmx512m"), Map.of(), args);
    }

    /** Once more where it could not: its port may have been taken for a moment. */
    void awaitReady() {
        try {
            process.awaitLine("broker up", START);
        } catch (AssertionError e) {
            process.close();
            launch();
            process.awaitLine("broker up", START);
        }
    }

    @Override
    public void close() {
        if (process != null) {
            process.close();
        }
        ways().values().forEach(TcpProxy::close);
    }

    /** In the child: data folder, node id, cluster id, voters, listeners, advertised listeners, port for clients. */
    public static void main(String[] args) throws Exception {
        Path data = Files.createDirectories(Path.of(args[0]));
        int id = Integer.parseInt(args[1]);
        Path log = data.resolve("log");
        if (!Files.exists(log)) {
            format(log, id, args[2]);
        }
        Map<String, String> properties = new HashMap<>();
        properties.put("node.id", args[1]);
        properties.put("controller.quorum.voters", args[3]);
        properties.put("listeners", args[4]);
        properties.put("advertised.listeners", args[5]);
        properties.put("listener.security.protocol.map", "BROKER:PLAINTEXT,CLIENT:PLAINTEXT,CONTROLLER:PLAINTEXT");
        properties.put("broker.session.timeout.ms", "4000");
        properties.put("broker.heartbeat.interval.ms", "500");
        for (String factor : List.of(
                "default.replication.factor",
                "offsets.topic.replication.factor",
                "transaction.state.log.replication.factor",
                "share.coordinator.state.topic.replication.factor")) {
            properties.put(factor, "3");
        }
        properties.put("min.insync.replicas", "2");
        properties.put("transaction.state.log.min.isr", "2");
        EmbeddedKafka kafka = new EmbeddedKafka(
                EmbeddedKafkaConfig.in(data).withPort(Integer.parseInt(args[6])).withProperties(properties));
        Runtime.getRuntime().addShutdownHook(new Thread(kafka::close));
        kafka.start();
        System.out.println("broker up");
        new CountDownLatch(1).await();
    }

    private static void format(Path log, int id, String cluster) throws Exception {
        new Formatter()
                .setPrintStream(new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8))
                .setNodeId(id)
                .setClusterId(cluster)
                .setControllerListenerName("CONTROLLER")
                .setMetadataLogDirectory(log.toString())
                .addDirectory(log.toString())
                .run();
    }
}
