package dev.kakutei.embedded;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.errors.BrokerIdNotRegisteredException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.apache.kafka.common.utils.Time;

/**
 * What a broker that died left in the metadata: that it lives, and leads every partition.
 *
 * <p>A broker that starts on such metadata takes up its transactions at once, loses its leadership when the controller
 * notices that it is another process, and in between Kafka takes partitions without a leader for deleted ones
 * (KAFKA-20734): a transaction counts as ended though its markers were never written, and every reader of committed
 * records waits behind it for ever. So the controller runs alone first, until it has put the dead broker aside. The next
 * one then starts without leadership, and is given it when it can be reached, on whichever port.
 */
final class DeadBroker {
    static final String CLEAN = ".kafka_cleanshutdown";
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Duration AGAIN = Duration.ofMillis(100);

    private final Path log;
    private final Optional<KafkaCredentials> credentials;

    DeadBroker(Path log, Optional<KafkaCredentials> credentials) {
        this.log = log;
        this.credentials = credentials;
    }

    /** Whether a broker ran here and was not stopped. To be asked before a start, which removes the mark of an end. */
    static boolean isIn(Path log) {
        return Files.exists(log.resolve("__cluster_metadata-0")) && !Files.exists(log.resolve(CLEAN));
    }

    /** Does nothing to the data: the next broker registers again, with what it has. */
    void putAside(int controllerPort) {
        Properties properties = BrokerProperties.controllerOnly(log, controllerPort, credentials);
        KafkaRaftServer controller = new KafkaRaftServer(new KafkaConfig(properties, false), Time.SYSTEM);
        try {
            controller.startup();
            unregister(controllerPort);
        } finally {
            controller.shutdown();
            controller.awaitShutdown();
        }
    }

    /**
     * Asks again while the controller refuses because of its metadata version: until it has published what it read from its log,
     * it answers as if it had the oldest one.
     */
    private void unregister(int controllerPort) {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        try {
            while (!unregistered(controllerPort, deadline)) {
                TimeUnit.MILLISECONDS.sleep(AGAIN.toMillis());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw refused(e);
        }
    }

    private boolean unregistered(int controllerPort, long deadline) throws InterruptedException {
        Map<String, Object> config = new HashMap<>(
                credentials.map(KafkaCredentials::clientProperties).orElse(Map.of()));
        config.put("bootstrap.controllers", LoopbackPort.HOST + ":" + controllerPort);
        try (Admin admin = Admin.create(config)) {
            admin.unregisterBroker(BrokerProperties.NODE_ID).all().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
            return true;
        } catch (ExecutionException e) {
            // It died once more in this place, or before it had ever registered.
            if (e.getCause() instanceof BrokerIdNotRegisteredException) {
                return true;
            }
            if (e.getCause() instanceof UnsupportedVersionException && System.nanoTime() - deadline < 0) {
                return false;
            }
            throw refused(e);
        } catch (TimeoutException e) {
            throw refused(e);
        }
    }

    private EmbeddedStartException refused(Exception cause) {
        return new EmbeddedStartException(
                "Kafka was not stopped but died, and its controller did not put the dead broker aside within "
                        + LIMIT.toSeconds() + " s",
                cause);
    }
}
