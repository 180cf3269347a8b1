package dev.kakutei.proof.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.schemas.topic.Topics;
import dev.kakutei.testkit.RealKafka;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.Test;

class GroupProgressTest {
    private static final Duration LONG = Duration.ofMinutes(2);

    private final String prefix = RealKafka.freshPrefix();
    private final KafkaConfig kafka = new KafkaConfig(RealKafka.bootstrapServers(), new Topics(prefix, 1), 1);
    private final TopicPartition partition = new TopicPartition(prefix + "alarms", 0);

    @Test
    void await_aGroupThatComesThere_returnsWhenItHas() throws Exception {
        try (Admin admin = Admin.create(new HashMap<>(kafka.clientProperties("test")))) {
            admin.createTopics(List.of(new NewTopic(partition.topic(), 1, (short) 1)))
                    .all()
                    .get();
        }
        try (GroupProgress progress = new GroupProgress(kafka, "verifier")) {
            progress.await(Map.of(), LONG);
            // Over in time, though the group does not exist.
            progress.await(Map.of(partition, 5L), Duration.ofMillis(300));
            commit(4);
            CompletableFuture<Void> waiting =
                    CompletableFuture.runAsync(() -> progress.await(Map.of(partition, 5L), LONG));
            assertThat(waiting).isNotDone();
            commit(5);
            waiting.get(60, TimeUnit.SECONDS);
        }
    }

    private void commit(long offset) {
        Map<String, Object> properties = kafka.clientProperties("test");
        properties.put("group.id", prefix + "verifier");
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(List.of(partition));
            consumer.commitSync(Map.of(partition, new OffsetAndMetadata(offset)));
        }
    }
}
