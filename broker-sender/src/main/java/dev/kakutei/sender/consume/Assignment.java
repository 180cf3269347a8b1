package dev.kakutei.sender.consume;

import dev.kakutei.boot.clearance.ClearanceSource;
import dev.kakutei.boot.position.SenderGroup;
import dev.kakutei.boot.position.StartPosition;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which partitions are ours, and where reading begins in them. Runs on the lane's thread, inside {@code poll}.
 *
 * <p>Where to begin is never left to a default, and no position is never taken for "nothing was posted":
 * {@link StartPosition} decides, and its decision is committed before anything is taken. An offset that the partition no
 * longer has is refused: what lay between was lost, and a person must know.
 */
final class Assignment implements ConsumerRebalanceListener {
    private static final Logger log = LoggerFactory.getLogger(Assignment.class);
    /**
     * For longer no attempt is open: it may begin for an hour ({@code send_window}), last for five minutes
     * ({@code call_timeout}), and then the verifier's timer makes it unknown.
     */
    private static final Duration LONGEST_OPEN = Duration.ofHours(2);

    private final SenderGroup group;
    private final Consumer<?, ?> consumer;
    private final Backlog backlog;
    private final LaneHealth health;
    private final InstantSource clock;
    private final ClearanceSource clearance;
    private final Map<TopicPartition, StartPosition> starts = new HashMap<>();
    private final Map<TopicPartition, OffsetAndMetadata> beginnings = new HashMap<>();
    private final Set<TopicPartition> refused = new HashSet<>();
    private long asked;

    Assignment(
            SenderGroup group,
            Consumer<?, ?> consumer,
            Backlog backlog,
            LaneHealth health,
            InstantSource clock,
            ClearanceSource clearance) {
        this.group = group;
        this.consumer = consumer;
        this.backlog = backlog;
        this.health = health;
        this.clock = clock;
        this.clearance = clearance;
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
        Set<TopicPartition> without = new HashSet<>(partitions);
        consumer.committed(without).forEach((partition, offset) -> {
            if (offset != null) {
                without.remove(partition);
                starts.put(partition, StartPosition.committed(offset));
            }
        });
        if (!without.isEmpty()) {
            decide(without);
        }
        if (!partitions.isEmpty()) {
            asked = clearance.ask();
        }
    }

    /**
     * Whether Kafka is known to have all that it had when commands were taken last, asked after the positions were read. Before
     * that nothing is posted, and nothing is called "not sent" either: a sender whose position is not known any more may have
     * posted it.
     */
    boolean cleared() {
        return asked == 0 || clearance.covers(asked, group.recovery());
    }

    /** The end is that of what is committed in Kafka: no sender can have read an open transaction. */
    private void decide(Set<TopicPartition> without) {
        Map<TopicPartition, Long> ends = consumer.endOffsets(without);
        Map<TopicPartition, OffsetAndTimestamp> recent = recent(without);
        consumer.beginningOffsets(without).forEach((partition, beginning) -> {
            long end = ends.get(partition);
            OffsetAndTimestamp since = recent.get(partition);
            StartPosition start = StartPosition.uncommitted(beginning, since == null ? end : since.offset(), end);
            logStart(partition, start);
            consumer.seek(partition, start.offset());
            starts.put(partition, start);
            beginnings.put(partition, start.commit());
        });
    }

    private Map<TopicPartition, OffsetAndTimestamp> recent(Set<TopicPartition> partitions) {
        long since = clock.instant().minus(LONGEST_OPEN).toEpochMilli();
        Map<TopicPartition, Long> times = new HashMap<>();
        partitions.forEach(partition -> times.put(partition, since));
        return consumer.offsetsForTimes(times);
    }

    private void logStart(TopicPartition partition, StartPosition start) {
        if (start.kind() == StartPosition.Kind.FIRST) {
            log.info("{}: no command was ever issued here; starting at the first one", partition);
            return;
        }
        log.error(
                "{}: the group {} has no committed position, though commands were issued here: it was deleted, its offsets"
                        + " expired, or Kafka lost them. Earlier senders may have posted any command below offset {}, so"
                        + " none of these is posted: from offset {} on each is reported as unknown (position_lost), and"
                        + " the verifier's timers end the older ones. Commands from offset {} on are sent as usual. See"
                        + " position_lost in docs/runbook.md",
                partition,
                group.name(),
                start.lostBelow(),
                start.offset(),
                start.lostBelow());
    }

    /** Where reading began in a partition that is ours. */
    StartPosition start(TopicPartition partition) {
        StartPosition start = starts.get(partition);
        if (start == null) {
            throw new IllegalStateException(partition + " is read without having been assigned");
        }
        return start;
    }

    /** Also called for partitions that were lost: what was read from them and not taken belongs to the next owner. */
    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
        backlog.drop(partitions);
        partitions.forEach(starts::remove);
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
                    + " does not exist any more, so commands were lost unread; nothing is taken from this partition."
                    + " Stop the senders, run kafka-consumer-groups.sh --group " + group.name() + " --topic "
                    + partition.topic() + ":" + partition.partition()
                    + " --reset-offsets --to-latest --execute, and start them again. Never reset to an earlier offset:"
                    + " what was taken before would be posted again. Commands that are skipped are not posted; the"
                    + " verifier's timers make their attempts unknown";
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
