package dev.kakutei.boot.kafka;

import dev.kakutei.boot.KafkaConfig;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Kafka clients whose keys and values are bytes, and the properties that most of them share. What is special about a
 * client is added by its owner, with the reason beside it.
 */
public final class KafkaClients {
    private static final int MAX_REQUEST_MILLIS = 30_000;

    /** Where a consumer begins in a partition that it has no position in. */
    public enum Begin {
        EARLIEST,
        LATEST,
        /** It fails there, and nothing is read by accident. */
        NOWHERE;

        private String word() {
            return switch (this) {
                case EARLIEST -> "earliest";
                case LATEST -> "latest";
                case NOWHERE -> "none";
            };
        }
    }

    private KafkaClients() {}

    /** Of a consumer that also reads what is not committed. It commits a position only when its owner says so. */
    public static Map<String, Object> consumerProperties(KafkaConfig kafka, String clientId, Begin begin) {
        Map<String, Object> properties = kafka.clientProperties(clientId);
        properties.put("enable.auto.commit", false);
        properties.put("auto.offset.reset", begin.word());
        return properties;
    }

    /** Of a consumer that reads only what producers have committed. */
    public static Map<String, Object> committedProperties(KafkaConfig kafka, String clientId, Begin begin) {
        Map<String, Object> properties = consumerProperties(kafka, clientId, begin);
        properties.put("isolation.level", "read_committed");
        return properties;
    }

    /**
     * Of a member of a consumer group that reads a topic from its beginning, and only what producers have committed.
     *
     * @param group without the prefix that all names of an installation have
     */
    public static Map<String, Object> memberProperties(KafkaConfig kafka, String clientId, String group) {
        Map<String, Object> properties = committedProperties(kafka, clientId, Begin.EARLIEST);
        properties.put("group.id", kafka.topics().prefix() + group);
        return properties;
    }

    /** Of a producer whose records are acknowledged by every replica in sync, once each and in order. */
    public static Map<String, Object> durableProperties(KafkaConfig kafka, String clientId) {
        Map<String, Object> properties = kafka.clientProperties(clientId);
        properties.put("acks", "all");
        properties.put("enable.idempotence", true);
        properties.put("compression.type", "lz4");
        return properties;
    }

    /** Of a producer that sends at once and gives up soon: what it sends is repeated anyway. */
    public static Map<String, Object> promptProperties(KafkaConfig kafka, String clientId, Duration timeout) {
        int millis = (int) timeout.toMillis();
        Map<String, Object> properties = kafka.clientProperties(clientId);
        properties.put("max.block.ms", millis);
        properties.put("request.timeout.ms", millis);
        properties.put("delivery.timeout.ms", 2 * millis);
        properties.put("linger.ms", 0);
        properties.put("acks", "1");
        properties.put("enable.idempotence", false);
        return properties;
    }

    /** Of an admin client whose answers are awaited no longer than this. */
    public static Map<String, Object> adminProperties(KafkaConfig kafka, String clientId, Duration timeout) {
        int millis = (int) timeout.toMillis();
        Map<String, Object> properties = kafka.clientProperties(clientId);
        properties.put("default.api.timeout.ms", millis);
        properties.put("request.timeout.ms", Math.min(millis, MAX_REQUEST_MILLIS));
        return properties;
    }

    public static KafkaConsumer<byte[], byte[]> consumer(Map<String, Object> properties) {
        return new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    public static KafkaProducer<byte[], byte[]> producer(Map<String, Object> properties) {
        return new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
    }
}
