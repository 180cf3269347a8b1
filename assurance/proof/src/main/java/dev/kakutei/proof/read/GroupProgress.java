package dev.kakutei.proof.read;

import dev.kakutei.boot.KafkaConfig;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Waits for a service to have read what was on a topic: an alarm becomes an alert two hops after the request has come to rest,
 * and is not missing because it is on its way. The group is looked at and never joined.
 */
final class GroupProgress implements AutoCloseable {
    private static final Duration ASKING = Duration.ofSeconds(30);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final KafkaConsumer<byte[], byte[]> consumer;

    GroupProgress(KafkaConfig kafka, String group) {
        Map<String, Object> properties = kafka.clientProperties("kakutei-proof-progress");
        properties.put(ConsumerConfig.GROUP_ID_CONFIG, kafka.topics().prefix() + group);
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        properties.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        consumer = new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    /** Returns when the group is behind these offsets, or the time is over: what is missing then is judged as missing. */
    void await(Map<TopicPartition, Long> offsets, Duration atMost) {
        long deadline = System.nanoTime() + atMost.toNanos();
        while (!offsets.isEmpty() && !hasRead(offsets) && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private boolean hasRead(Map<TopicPartition, Long> offsets) {
        try {
            Map<TopicPartition, OffsetAndMetadata> committed = consumer.committed(offsets.keySet(), ASKING);
            return offsets.entrySet().stream().allMatch(requested -> {
                OffsetAndMetadata position = committed.get(requested.getKey());
                return position != null && position.offset() >= requested.getValue();
            });
        } catch (AuthorizationException e) {
            // Without the right to read the group it cannot be waited for; the grace must suffice.
            return true;
        }
    }

    @Override
    public void close() {
        consumer.close();
    }
}
