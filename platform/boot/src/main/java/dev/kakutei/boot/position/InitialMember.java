package dev.kakutei.boot.position;

import dev.kakutei.boot.kafka.KafkaClients;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthorizationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A member of the senders' group for a moment: it reads nothing, and commits the first position of the partitions that
 * it owns and that nothing was ever written to.
 */
final class InitialMember implements ConsumerRebalanceListener, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(InitialMember.class);
    private static final Duration COMMIT = Duration.ofSeconds(15);
    private static final Duration LEAVE = Duration.ofSeconds(2);

    private final Consumer<byte[], byte[]> consumer;
    private final Map<TopicPartition, OffsetAndMetadata> uncommitted = new HashMap<>();

    InitialMember(SenderGroup group) {
        consumer = KafkaClients.consumer(group.memberProperties("kakutei-positions-" + group.gateway()));
        consumer.subscribe(List.of(group.topic()), this);
    }

    /** Joins and stays a member for so long, and commits what can be. */
    void joinAndCommit(Duration time) {
        consumer.poll(time);
        if (uncommitted.isEmpty()) {
            return;
        }
        try {
            consumer.commitSync(uncommitted, COMMIT);
            log.info("First position committed: {}", uncommitted.keySet());
            uncommitted.clear();
        } catch (AuthorizationException e) {
            throw e;
        } catch (KafkaException e) {
            // The partitions are being moved to another member, or Kafka is slow: the next turn shows.
            log.info("First position not committed yet: {}", e.getMessage());
        }
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
        Set<TopicPartition> without = new HashSet<>(partitions);
        consumer.committed(without).forEach((partition, offset) -> {
            if (offset != null) {
                without.remove(partition);
            }
        });
        Map<TopicPartition, Long> ends = consumer.endOffsets(without);
        consumer.beginningOffsets(without).forEach((partition, beginning) -> {
            StartPosition start = StartPosition.uncommitted(beginning, ends.get(partition), ends.get(partition));
            consumer.seek(partition, start.offset());
            if (start.kind() == StartPosition.Kind.FIRST) {
                uncommitted.put(partition, start.commit());
            }
        });
        consumer.pause(partitions);
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
        partitions.forEach(uncommitted::remove);
    }

    @Override
    public void close() {
        try {
            consumer.close(CloseOptions.timeout(LEAVE));
        } catch (KafkaException e) {
            log.warn(
                    "Could not leave the senders' group: {}; Kafka removes this member after the session timeout",
                    e.getMessage());
        }
    }
}
