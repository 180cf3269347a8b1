package dev.kakutei.store.project;

import dev.kakutei.boot.Failpoint;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.topic.Topic;
import dev.kakutei.store.consume.LagProbe;
import dev.kakutei.store.consume.ReaderProgress;
import dev.kakutei.store.database.SqlFault;
import dev.kakutei.store.metrics.ProjectionMetrics;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One consumer's turns: find out from Postgres where each partition goes on, read, write. The group only assigns the
 * partitions; its own offsets are never used.
 */
final class ProjectionLoop implements ConsumerRebalanceListener {
    private static final Logger log = LoggerFactory.getLogger(ProjectionLoop.class);
    private static final Duration POLL = Duration.ofMillis(100);

    private final Consumer<byte[], byte[]> consumer;
    private final Topic<LedgerEvent> topic;
    private final ProjectionTables tables;
    private final Quarantine quarantine;
    private final ProjectionMetrics metrics;
    private final ReaderProgress progress;
    private final LagProbe probe;
    private final Supplier<Set<TopicPartition>> lost;
    private final InstantSource clock = InstantSource.system();
    /** The offset of each partition in Postgres, as of the last query. */
    private final Map<TopicPartition, Long> positions = new HashMap<>();
    /**
     * The marks of records that were read last, of partitions that were placed and have brought nothing since. Each is
     * read once more: where another record has taken its place, what comes behind it does not go on from what Postgres
     * has. To write that would hide the loss from those who compare.
     */
    private final Map<TopicPartition, String> expected = new HashMap<>();
    /** Ours, but it is not known yet where they go on; they are paused. */
    private final Set<TopicPartition> unplaced = new HashSet<>();

    ProjectionLoop(
            Consumer<byte[], byte[]> consumer,
            Topic<LedgerEvent> topic,
            ProjectionTables tables,
            Quarantine quarantine,
            ProjectionMetrics metrics,
            ReaderProgress progress,
            Supplier<Set<TopicPartition>> lost) {
        this.consumer = consumer;
        this.topic = topic;
        this.tables = tables;
        this.quarantine = quarantine;
        this.metrics = metrics;
        this.progress = progress;
        this.lost = lost;
        this.probe = new LagProbe(consumer, progress);
    }

    void begin() {
        consumer.subscribe(List.of(topic.name()), this);
    }

    /** Returns whether it succeeded; if not, the caller pauses. */
    boolean turn() {
        try {
            leaveLost();
            place();
            ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
            List<ConsumerRecord<byte[], byte[]>> unread = unread(records);
            if (!unread.isEmpty()) {
                Failpoint.PROJECTION_READ.reached();
                write(unread);
            }
            probe.check();
            quarantine.refresh();
            return true;
        } catch (Fenced e) {
            log.warn(
                    "Another instance has advanced the projection; reading again from the stored offsets: {}",
                    e.getMessage());
            startOver(e.getMessage());
        } catch (CutBack e) {
            log.error("Kafka has lost records: {}. Nothing is projected", e.getMessage());
            startOver("Kafka has lost records: " + e.getMessage());
        } catch (SQLException e) {
            log.warn("Projection failed: {}; retrying", e.getMessage());
            startOver("Postgres: " + e.getMessage());
        }
        return false;
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
        // Postgres is not asked here: it may be away, and the group does not wait for it.
        unplaced.addAll(partitions);
        consumer.pause(partitions);
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
        partitions.forEach(positions::remove);
        partitions.forEach(expected::remove);
        unplaced.removeAll(partitions);
    }

    /** What such a partition brings has taken the place of other records. It is read again after a recovery. */
    private void leaveLost() {
        Set<TopicPartition> ours = new HashSet<>(lost.get());
        ours.retainAll(consumer.assignment());
        if (!ours.isEmpty()) {
            progress.failed("Kafka has lost records of " + ours);
            unplaced.addAll(ours);
            consumer.pause(ours);
        }
    }

    private void place() throws SQLException {
        Set<TopicPartition> placed = new HashSet<>(unplaced);
        placed.removeAll(lost.get());
        if (placed.isEmpty()) {
            return;
        }
        Map<TopicPartition, ProjectionTables.Position> stored = tables.positions(placed);
        for (TopicPartition partition : placed) {
            ProjectionTables.Position position = stored.get(partition);
            expected.remove(partition);
            if (position == null) {
                positions.remove(partition);
                consumer.seekToBeginning(List.of(partition));
            } else if (position.mark() == null) {
                positions.put(partition, position.next());
                consumer.seek(partition, position.next());
            } else {
                positions.put(partition, position.next());
                expected.put(partition, position.mark());
                consumer.seek(partition, position.next() - 1);
            }
        }
        consumer.resume(placed);
        unplaced.removeAll(placed);
    }

    /** A partition does not go on from what was read of it. */
    private static final class CutBack extends Exception {
        private static final long serialVersionUID = 1;

        CutBack(TopicPartition partition, long offset, long read) {
            super(partition + " was read up to offset " + read + ", and brings "
                    + (offset == read - 1 ? "another record than before at offset " : "offset ") + offset);
        }
    }

    /** Without the records that are only there to be known again. */
    private List<ConsumerRecord<byte[], byte[]>> unread(ConsumerRecords<byte[], byte[]> records) throws CutBack {
        List<ConsumerRecord<byte[], byte[]>> unread = new ArrayList<>(records.count());
        for (TopicPartition partition : records.partitions()) {
            List<ConsumerRecord<byte[], byte[]>> brought = records.records(partition);
            ConsumerRecord<byte[], byte[]> first = brought.get(0);
            long read = positions.getOrDefault(partition, 0L);
            String mark = expected.remove(partition);
            boolean goesOn = mark == null
                    ? first.offset() >= read
                    : first.offset() == read - 1 && mark.equals(RecordMark.of(first));
            if (!goesOn) {
                throw new CutBack(partition, first.offset(), read);
            }
            unread.addAll(mark == null ? brought : brought.subList(1, brought.size()));
        }
        return unread;
    }

    private void write(List<ConsumerRecord<byte[], byte[]>> records) throws SQLException, Fenced {
        try {
            write(Batch.of(records, topic.codec(), positions));
        } catch (SQLException e) {
            if (SqlFault.of(e) != SqlFault.DATA) {
                throw e;
            }
            log.warn("Postgres refuses the data of a batch; its records are written one by one: {}", e.getMessage());
            for (ConsumerRecord<byte[], byte[]> record : records) {
                writeAlone(record);
            }
        }
        progress.made(progress.lag());
    }

    private void writeAlone(ConsumerRecord<byte[], byte[]> record) throws SQLException, Fenced {
        Batch batch = Batch.of(List.of(record), topic.codec(), positions);
        try {
            write(batch);
        } catch (SQLException e) {
            if (SqlFault.of(e) != SqlFault.DATA) {
                throw e;
            }
            Fault fault = batch.events().get(0).fault("Postgres refuses it: " + e.getMessage());
            write(new Batch(List.of(), List.of(fault), batch.advances()));
        }
    }

    private void write(Batch batch) throws SQLException, Fenced {
        ProjectionTables.Written written = tables.write(batch.events(), batch.faults(), batch.advances());
        batch.advances().forEach(advance -> positions.put(advance.partition(), advance.to()));
        written.faults().forEach(quarantine::add);
        metrics.projected(written.applied(), written.repeated());
        if (written.repeated() == 0) {
            Instant now = clock.instant();
            batch.events()
                    .forEach(incoming ->
                            metrics.projected(Duration.between(incoming.event().at(), now)));
        }
    }

    /** What was read and not written is read again. */
    private void startOver(String reason) {
        progress.failed(reason);
        unplaced.addAll(consumer.assignment());
        consumer.pause(unplaced);
    }
}
