package dev.kakutei.ingest.project;

import dev.kakutei.boot.Failpoint;
import dev.kakutei.ingest.consume.Probe;
import dev.kakutei.ingest.consume.Progress;
import dev.kakutei.ingest.meters.IngestMeters;
import dev.kakutei.ingest.store.SqlFault;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.topic.Topic;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
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
 * One consumer's turns: find out from Postgres where each partition goes on, read, write. The group only shares the
 * partitions out; its own offsets are never asked.
 */
final class ProjectionLoop implements ConsumerRebalanceListener {
    private static final Logger log = LoggerFactory.getLogger(ProjectionLoop.class);
    private static final Duration POLL = Duration.ofMillis(100);

    private final Consumer<byte[], byte[]> consumer;
    private final Topic<LedgerEvent> topic;
    private final ProjectionTables tables;
    private final Quarantine quarantine;
    private final IngestMeters meters;
    private final Progress progress;
    private final Probe probe;
    private final Supplier<Set<TopicPartition>> lost;
    private final InstantSource clock = InstantSource.system();
    /** Where each partition stands in Postgres, as of the last look. */
    private final Map<TopicPartition, Long> positions = new HashMap<>();
    /** Ours, but it is not known yet where they go on; they are paused. */
    private final Set<TopicPartition> unplaced = new HashSet<>();

    ProjectionLoop(
            Consumer<byte[], byte[]> consumer,
            Topic<LedgerEvent> topic,
            ProjectionTables tables,
            Quarantine quarantine,
            IngestMeters meters,
            Progress progress,
            Supplier<Set<TopicPartition>> lost) {
        this.consumer = consumer;
        this.topic = topic;
        this.tables = tables;
        this.quarantine = quarantine;
        this.meters = meters;
        this.progress = progress;
        this.lost = lost;
        this.probe = new Probe(consumer, progress);
    }

    void begin() {
        consumer.subscribe(List.of(topic.name()), this);
    }

    /** Returns whether it went well; if not, the caller rests a while. */
    boolean turn() {
        try {
            leaveLost();
            place();
            ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
            if (!records.isEmpty()) {
                refuseCutBack(records);
                Failpoint.PROJECTION_READ.reached();
                write(records);
            }
            probe.look();
            quarantine.look();
            return true;
        } catch (Fenced e) {
            log.warn("reading again from the stored offsets: {}", e.getMessage());
            startOver(e.getMessage());
        } catch (CutBack e) {
            log.error("Kafka has lost records: {}. Nothing is projected", e.getMessage());
            startOver("Kafka has lost records: " + e.getMessage());
        } catch (SQLException e) {
            log.warn("the projection waits for Postgres: {}", e.getMessage());
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
        Map<TopicPartition, Long> stored = tables.offsets(placed);
        for (TopicPartition partition : placed) {
            Long next = stored.get(partition);
            if (next == null) {
                positions.remove(partition);
                consumer.seekToBeginning(List.of(partition));
            } else {
                positions.put(partition, next);
                consumer.seek(partition, next);
            }
        }
        consumer.resume(placed);
        unplaced.removeAll(placed);
    }

    /** The topic ended before what was read from it, so that it was read from its beginning again. */
    private static final class CutBack extends Exception {
        private static final long serialVersionUID = 1;

        CutBack(TopicPartition partition, long offset, long read) {
            super(partition + " was read up to offset " + read + ", and brings offset " + offset);
        }
    }

    private void refuseCutBack(ConsumerRecords<byte[], byte[]> records) throws CutBack {
        for (TopicPartition partition : records.partitions()) {
            long first = records.records(partition).get(0).offset();
            long read = positions.getOrDefault(partition, 0L);
            if (first < read) {
                throw new CutBack(partition, first, read);
            }
        }
    }

    private void write(ConsumerRecords<byte[], byte[]> records) throws SQLException, Fenced {
        try {
            write(Batch.of(records, topic.codec(), positions));
        } catch (SQLException e) {
            if (SqlFault.of(e) != SqlFault.DATA) {
                throw e;
            }
            log.warn("a batch holds what Postgres refuses; going on one by one: {}", e.getMessage());
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
        written.faults().forEach(quarantine::told);
        meters.projected(written.applied(), written.repeated());
        if (written.repeated() == 0) {
            Instant now = clock.instant();
            batch.events()
                    .forEach(incoming ->
                            meters.projected(Duration.between(incoming.event().at(), now)));
        }
    }

    /** What was read and not written is read again. */
    private void startOver(String reason) {
        progress.failed(reason);
        unplaced.addAll(consumer.assignment());
        consumer.pause(unplaced);
    }
}
