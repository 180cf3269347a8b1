package dev.kakutei.boot;

import static java.util.Objects.requireNonNull;

import dev.kakutei.schemas.topic.Topics;
import java.util.HashMap;
import java.util.Map;

/** Where Kafka is, and which topics are ours: the same for every service of an installation. */
public record KafkaConfig(String bootstrap, Topics topics, int replication) {
    public KafkaConfig {
        requireNonNull(bootstrap, "bootstrap");
        requireNonNull(topics, "topics");
    }

    public static KafkaConfig read(Settings settings) {
        String bootstrap = settings.requiredText("kafka.bootstrap", "host:port of one or more Kafka brokers");
        String prefix = settings.text("topics.prefix", Topics.DEFAULT_PREFIX, "put before the name of every topic");
        int partitions = settings.integer(
                "topics.partitions",
                Topics.DEFAULT_PARTITIONS,
                1,
                1000,
                "partitions of every topic; cannot be changed later");
        int replication = settings.integer("topics.replication", 1, 1, 9, "copies of every partition");
        try {
            return new KafkaConfig(bootstrap, new Topics(prefix, partitions), replication);
        } catch (IllegalArgumentException e) {
            settings.mistake("topics.prefix", e.getMessage());
            return new KafkaConfig(bootstrap, new Topics(Topics.DEFAULT_PREFIX, partitions), replication);
        }
    }

    /** What every client of this Kafka is given; the caller may add to it. */
    public Map<String, Object> clientProperties(String clientId) {
        Map<String, Object> properties = new HashMap<>();
        properties.put("bootstrap.servers", bootstrap);
        properties.put("client.id", clientId);
        // Clients would ask the broker for a telemetry plan that nobody has made.
        properties.put("enable.metrics.push", false);
        return properties;
    }
}
