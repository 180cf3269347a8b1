package dev.kakutei.store.project;

import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.boot.StoreUnavailable;
import dev.kakutei.boot.kafka.KafkaClients;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.topic.Topic;
import dev.kakutei.store.database.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/**
 * After Kafka has lost records: writes into Postgres what the ledger topic still has, and sets where the projection
 * goes on. The projection is halted meanwhile.
 */
public final class LedgerDrain {
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration LIMIT = Duration.ofSeconds(30);
    /**
     * Before the end or the last position, whichever comes first: what was written on after a loss is read again as
     * well.
     */
    private static final long OVERLAP = 20_000;

    private final KafkaConfig kafka;
    private final Topic<LedgerEvent> topic;
    private final Database database;
    private final ProjectionTables tables;

    public LedgerDrain(KafkaConfig kafka, Database database) {
        this.kafka = kafka;
        this.topic = kafka.topics().ledger();
        this.database = database;
        this.tables = new ProjectionTables(database);
    }

    /**
     * The result.
     *
     * @param restored events that Postgres did not have
     * @param faults records that do not fit what Postgres has: of these, Postgres counts
     */
    public record Drained(int restored, List<String> faults) {}

    /** Reads the end of the topic into Postgres, and sets the projection's position behind it. */
    public Drained drain() {
        try {
            return drained();
        } catch (SQLException e) {
            throw new StoreUnavailable(e);
        }
    }

    /**
     * Reads the end of these partitions into Postgres as far as it fits, and leaves the projection's position where it
     * is: keys that only the topic knows must be known before a client repeats them.
     */
    Drained restore(Collection<TopicPartition> partitions) throws SQLException {
        return read(List.copyOf(partitions), new HashMap<>());
    }

    private Drained drained() throws SQLException {
        List<TopicPartition> all = IntStream.range(0, topic.partitions())
                .mapToObj(partition -> new TopicPartition(topic.name(), partition))
                .toList();
        Map<TopicPartition, ConsumerRecord<byte[], byte[]>> last = new HashMap<>();
        Drained drained = read(all, last);
        reset(all, last);
        return drained;
    }

    private Drained read(List<TopicPartition> all, Map<TopicPartition, ConsumerRecord<byte[], byte[]>> last)
            throws SQLException {
        Map<TopicPartition, Long> read = tables.offsets(all);
        int restored = 0;
        List<String> faults = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer = consumer()) {
            Map<TopicPartition, Long> ends = consumer.endOffsets(all, LIMIT);
            consumer.assign(all);
            ends.forEach((partition, end) ->
                    consumer.seek(partition, Math.max(0, Math.min(end, read.getOrDefault(partition, 0L)) - OVERLAP)));
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey(), LIMIT) < end.getValue())) {
                Iterable<ConsumerRecord<byte[], byte[]>> records = consumer.poll(POLL);
                records.forEach(record -> last.put(new TopicPartition(record.topic(), record.partition()), record));
                Batch batch = Batch.of(records, topic.codec(), Map.of());
                ProjectionTables.Written written = written(batch);
                restored += written.applied();
                written.faults().forEach(fault -> faults.add(fault.place() + ": " + fault.reason()));
            }
        }
        return new Drained(restored, List.copyOf(faults));
    }

    private ProjectionTables.Written written(Batch batch) throws SQLException {
        try {
            return tables.write(batch.events(), batch.faults(), List.of());
        } catch (Fenced e) {
            throw new IllegalStateException("no offset was to be moved", e);
        }
    }

    private void reset(List<TopicPartition> all, Map<TopicPartition, ConsumerRecord<byte[], byte[]>> last)
            throws SQLException {
        try (Connection connection = database.connection();
                PreparedStatement delete = connection.prepareStatement(
                        "delete from projection_offsets where topic = ? and partition = ?");
                PreparedStatement insert = connection.prepareStatement(
                        "insert into projection_offsets (topic, partition, next_offset, last_record)"
                                + " values (?, ?, ?, ?)")) {
            for (TopicPartition partition : all) {
                delete.setString(1, partition.topic());
                delete.setInt(2, partition.partition());
                delete.executeUpdate();
                ConsumerRecord<byte[], byte[]> record = last.get(partition);
                if (record != null) {
                    insert.setString(1, partition.topic());
                    insert.setInt(2, partition.partition());
                    insert.setLong(3, record.offset() + 1);
                    insert.setString(4, RecordMark.of(record));
                    insert.executeUpdate();
                }
            }
            connection.commit();
        }
    }

    private KafkaConsumer<byte[], byte[]> consumer() {
        return KafkaClients.consumer(
                KafkaClients.committedProperties(kafka, "kakutei-recover", KafkaClients.Begin.EARLIEST));
    }
}
