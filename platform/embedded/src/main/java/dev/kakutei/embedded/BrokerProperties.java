package dev.kakutei.embedded;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;

/** The settings of a single node that is broker and controller at once, on a small machine. */
final class BrokerProperties {
    static final int NODE_ID = 1;
    static final String CONTROLLER_LISTENER = "CONTROLLER";
    private static final String BROKER_LISTENER = "BROKER";

    private BrokerProperties() {}

    static Properties of(
            EmbeddedKafkaConfig config,
            Optional<KafkaCredentials> credentials,
            Path logDirectory,
            int port,
            int controllerPort) {
        Properties all = new Properties();
        address(all, logDirectory, port, controllerPort);
        access(all, credentials);
        oneNode(all);
        smallMachine(all);
        quickRecovery(all);
        if (config.flush() == EmbeddedKafkaConfig.Flush.EVERY_APPEND) {
            all.setProperty("log.flush.interval.messages", "1");
        }
        config.properties().forEach(all::setProperty);
        return all;
    }

    /** The same node without its broker, to be rid of one that died. */
    static Properties controllerOnly(Path logDirectory, int controllerPort, Optional<KafkaCredentials> credentials) {
        Properties all = new Properties();
        all.setProperty("process.roles", "controller");
        all.setProperty("node.id", Integer.toString(NODE_ID));
        all.setProperty("controller.quorum.voters", NODE_ID + "@" + LoopbackPort.HOST + ":" + controllerPort);
        all.setProperty("listeners", CONTROLLER_LISTENER + "://" + LoopbackPort.HOST + ":" + controllerPort);
        all.setProperty("controller.listener.names", CONTROLLER_LISTENER);
        all.setProperty("log.dirs", logDirectory.toString());
        access(all, credentials);
        return all;
    }

    private static void address(Properties all, Path logDirectory, int port, int controllerPort) {
        String broker = BROKER_LISTENER + "://" + LoopbackPort.HOST + ":" + port;
        all.setProperty("process.roles", "broker,controller");
        all.setProperty("node.id", Integer.toString(NODE_ID));
        // A static quorum is not written into the data, so the ports may differ from start to start.
        all.setProperty("controller.quorum.voters", NODE_ID + "@" + LoopbackPort.HOST + ":" + controllerPort);
        all.setProperty(
                "listeners", broker + "," + CONTROLLER_LISTENER + "://" + LoopbackPort.HOST + ":" + controllerPort);
        all.setProperty("advertised.listeners", broker);
        all.setProperty("inter.broker.listener.name", BROKER_LISTENER);
        all.setProperty("controller.listener.names", CONTROLLER_LISTENER);
        all.setProperty("log.dirs", logDirectory.toString());
    }

    /** The controller asks as well: who reaches it could otherwise change topics and configurations. */
    private static void access(Properties all, Optional<KafkaCredentials> credentials) {
        String protocol = credentials.isPresent() ? "SASL_PLAINTEXT" : "PLAINTEXT";
        all.setProperty(
                "listener.security.protocol.map",
                BROKER_LISTENER + ":" + protocol + "," + CONTROLLER_LISTENER + ":" + protocol);
        credentials.ifPresent(account -> {
            all.setProperty("sasl.enabled.mechanisms", KafkaCredentials.MECHANISM);
            all.setProperty("sasl.mechanism.inter.broker.protocol", KafkaCredentials.MECHANISM);
            all.setProperty("sasl.mechanism.controller.protocol", KafkaCredentials.MECHANISM);
            for (String listener : List.of(BROKER_LISTENER, CONTROLLER_LISTENER)) {
                String prefix =
                        ("listener.name." + listener + "." + KafkaCredentials.MECHANISM).toLowerCase(Locale.ROOT);
                all.setProperty(prefix + ".sasl.jaas.config", account.jaas());
                all.setProperty(prefix + ".sasl.server.callback.handler.class", ScramCredentialHandler.class.getName());
            }
        });
    }

    private static void oneNode(Properties all) {
        all.setProperty("auto.create.topics.enable", "false");
        all.setProperty("default.replication.factor", "1");
        all.setProperty("min.insync.replicas", "1");
        all.setProperty("offsets.topic.replication.factor", "1");
        all.setProperty("transaction.state.log.replication.factor", "1");
        all.setProperty("transaction.state.log.min.isr", "1");
        all.setProperty("share.coordinator.state.topic.replication.factor", "1");
        all.setProperty("share.coordinator.state.topic.min.isr", "1");
        // A machine that is off for a month must find its consumers' positions again: ten years, not seven days.
        all.setProperty("offsets.retention.minutes", "5256000");
    }

    private static void smallMachine(Properties all) {
        all.setProperty("offsets.topic.num.partitions", "4");
        all.setProperty("transaction.state.log.num.partitions", "4");
        all.setProperty("share.coordinator.state.topic.num.partitions", "1");
        all.setProperty("num.network.threads", "2");
        all.setProperty("num.io.threads", "4");
        all.setProperty("background.threads", "2");
        all.setProperty("num.recovery.threads.per.data.dir", "2");
        // The cleaner takes this from the heap at once; its default is 128 MB.
        all.setProperty("log.cleaner.dedupe.buffer.size", "16777216");
    }

    private static void quickRecovery(Properties all) {
        // No other broker could take over. A broker that its own controller puts aside because the process was
        // paused only loses transactions that were being ended (see DeadBroker, which ends a dead one's session).
        all.setProperty("broker.session.timeout.ms", "600000");
        all.setProperty("group.initial.rebalance.delay.ms", "0");
        // Clients that ask for a quick take-over of a dead member's partitions may have it.
        all.setProperty("group.min.session.timeout.ms", "1000");
        all.setProperty("group.consumer.min.session.timeout.ms", "1000");
        all.setProperty("group.consumer.min.heartbeat.interval.ms", "300");
        all.setProperty("transaction.abort.timed.out.transaction.cleanup.interval.ms", "1000");
    }
}
