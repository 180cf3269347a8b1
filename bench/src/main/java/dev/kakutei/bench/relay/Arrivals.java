package dev.kakutei.bench.relay;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** How many records a topic holds, without reading them. */
final class Arrivals implements AutoCloseable {
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final String topic;
    private List<TopicPartition> partitions = List.of();

    Arrivals(String bootstrap, String topic) {
        this.topic = topic;
        this.consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", bootstrap, "allow.auto.create.topics", "false"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
    }

    long count() {
        if (partitions.isEmpty()) {
            List<PartitionInfo> found = consumer.listTopics().get(topic);
            if (found == null) {
                return 0;
            }
            partitions = found.stream()
                    .map(info -> new TopicPartition(topic, info.partition()))
                    .toList();
        }
        return consumer.endOffsets(partitions).values().stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    @Override
    public void close() {
        consumer.close();
    }
}
