package dev.kakutei.boot;

import static java.util.Objects.requireNonNull;

import dev.kakutei.schemas.topic.Topics;
import java.util.HashMap;
import java.util.Map;

/**
 * Where Kafka is, and which topics are ours: the same for every service of an installation.
 *
 * @param security what a client needs to connect: {@code security.*}, {@code sasl.*}, {@code ssl.*}
 */
public record KafkaConfig(String bootstrap, Topics topics, int replication, Map<String, String> security) {
    private static final int ENOUGH_TO_LOSE_ONE = 3;

    public KafkaConfig {
        requireNonNull(bootstrap, "bootstrap");
        requireNonNull(topics, "topics");
        security = Map.copyOf(security);
    }

    public KafkaConfig(String bootstrap, Topics topics, int replication) {
        this(bootstrap, topics, replication, Map.of());
    }

    public static KafkaConfig read(Settings settings) {
        String bootstrap = settings.requiredText("kafka.bootstrap", "host:port of one or more Kafka brokers");
        Map<String, String> security = KafkaSecurity.read(settings);
        String prefix = settings.text("topics.prefix", Topics.DEFAULT_PREFIX, "put before the name of every topic");
        int partitions = settings.integer(
                "topics.partitions",
                Topics.DEFAULT_PARTITIONS,
                1,
                1000,
                "partitions of every topic; cannot be changed later");
        int replication = settings.integer("topics.replication", 1, 1, 9, "copies of every partition");
        try {
            return new KafkaConfig(bootstrap, new Topics(prefix, partitions), replication, security);
        } catch (IllegalArgumentException e) {
            settings.mistake("topics.prefix", e.getMessage());
            return new KafkaConfig(bootstrap, new Topics(Topics.DEFAULT_PREFIX, partitions), replication, security);
        }
    }

    /**
     * How many copies must have a record before it counts as written. With three copies or more it is two: one broker
     * may die for good with nothing lost, and one may be away with nothing stopped.
     */
    public int minInsyncReplicas() {
        return replication >= ENOUGH_TO_LOSE_ONE ? 2 : 1;
    }

    /** What every client of this Kafka is given; the caller may add to it. */
    public Map<String, Object> clientProperties(String clientId) {
        Map<String, Object> properties = new HashMap<>(security);
        properties.put("bootstrap.servers", bootstrap);
        properties.put("client.id", clientId);
        // Clients would ask the broker for a telemetry subscription, and none is configured.
        properties.put("enable.metrics.push", false);
        return properties;
    }

    /** Never shows a password. */
    @Override
    public String toString() {
        return bootstrap + ", topics " + topics.prefix() + "* with " + topics.partitions() + " partitions, "
                + replication + " copies";
    }
}
