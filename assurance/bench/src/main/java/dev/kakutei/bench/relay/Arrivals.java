package dev.kakutei.bench.relay;

import dev.kakutei.schemas.topic.Topics;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** How many records a topic holds, without reading them. */
final class Arrivals implements AutoCloseable {
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final String bootstrap;
    private final String topic;
    private List<TopicPartition> partitions = List.of();

    Arrivals(String bootstrap, String topic) {
        this.bootstrap = bootstrap;
        this.topic = topic;
        this.consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", bootstrap, "allow.auto.create.topics", "false"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
    }

    /** With as many partitions as everybody's. */
    Arrivals created() {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
            admin.createTopics(List.of(new NewTopic(topic, Topics.DEFAULT_PARTITIONS, (short) 1)))
                    .all()
                    .get();
            return this;
        } catch (ExecutionException e) {
            throw new IllegalStateException("cannot make " + topic, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
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
