package dev.kakutei.sender.consume;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which partitions are ours, and where reading begins in them. Runs on the lane's thread, inside {@code poll}.
 *
 * <p>Where to begin is never left to a default. A partition without a committed offset begins at its beginning: nobody
 * took anything from it, or the group was away for longer than Kafka remembers it, and then whatever is still there was
 * issued while it was away (and is too old to be acted on). An offset that the partition no longer has is refused: what
 * lay between was lost, and a person must know.
 */
final class Assignment implements ConsumerRebalanceListener {
    private static final Logger log = LoggerFactory.getLogger(Assignment.class);

    private final Consumer<?, ?> consumer;
    private final Backlog backlog;
    private final LaneHealth health;
    private final Map<TopicPartition, OffsetAndMetadata> beginnings = new HashMap<>();
    private final Set<TopicPartition> refused = new HashSet<>();

    Assignment(Consumer<?, ?> consumer, Backlog backlog, LaneHealth health) {
        this.consumer = consumer;
        this.backlog = backlog;
        this.health = health;
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
        Set<TopicPartition> fresh = new HashSet<>(partitions);
        consumer.committed(fresh).forEach((partition, offset) -> {
            if (offset != null) {
                fresh.remove(partition);
            }
        });
        if (fresh.isEmpty()) {
            return;
        }
        consumer.beginningOffsets(fresh).forEach((partition, offset) -> {
            log.info("{} has no committed offset; beginning at {}", partition, offset);
            consumer.seek(partition, offset);
            beginnings.put(partition, new OffsetAndMetadata(offset));
        });
    }

    /** Also called for partitions that were lost: what was read from them and not taken belongs to the next owner. */
    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
        backlog.drop(partitions);
        partitions.forEach(beginnings::remove);
        partitions.forEach(partition -> {
            if (refused.remove(partition)) {
                health.noLongerRefused(partition.toString());
            }
        });
    }

    /** Beginnings that were decided on and are not committed yet. */
    Map<TopicPartition, OffsetAndMetadata> beginnings() {
        return Map.copyOf(beginnings);
    }

    void beginningsCommitted() {
        beginnings.clear();
    }

    void refuse(OffsetOutOfRangeException e) {
        e.offsetOutOfRangePartitions().forEach((partition, offset) -> {
            String sentence = partition + ": the committed offset " + offset
                    + " does not exist any more, so commands were lost unseen; nothing is taken from this partition."
                    + " Stop the senders, set the offsets of the group forward with kafka-consumer-groups --reset-offsets"
                    + " --to-latest (never back: what was taken before would be posted again), and"
                    + " start them again; the verifier treats the lost attempts as unknown";
            log.error("{}", sentence);
            health.refused(partition.toString(), sentence);
            refused.add(partition);
        });
        consumer.pause(refused);
    }

    /** A partition of which something waits is not read on: what waits is bounded, and each partition has its place. */
    void readOnlyWhereNoneWaits() {
        Set<TopicPartition> shut = new HashSet<>(backlog.partitions());
        shut.addAll(refused);
        shut.retainAll(consumer.assignment());
        consumer.pause(shut);
        Set<TopicPartition> open = new HashSet<>(consumer.paused());
        open.removeAll(shut);
        consumer.resume(open);
    }
}
