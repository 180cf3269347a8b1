package dev.kakutei.operator.alert;

import dev.kakutei.store.project.RecordMark;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where the reader of alerts goes on: behind the record that Postgres stored last. A position in Kafka would stay ahead of a
 * database that is restored to an earlier time, and the alerts between would never be stored again.
 */
final class AlertPositions implements ConsumerRebalanceListener {
    private static final Logger log = LoggerFactory.getLogger(AlertPositions.class);

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final Consumer<byte[], byte[]> consumer;
    private final AlertTable table;
    private final Set<TopicPartition> unplaced = new HashSet<>();
    private final Map<TopicPartition, AlertTable.Position> expected = new HashMap<>();

    AlertPositions(Consumer<byte[], byte[]> consumer, AlertTable table) {
        this.consumer = consumer;
        this.table = table;
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
        // Postgres may be away, and the consumer group must not wait for it.
        unplaced.addAll(partitions);
        consumer.pause(partitions);
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
        unplaced.removeAll(partitions);
        expected.keySet().removeAll(partitions);
    }

    /** Before each poll. */
    void place() throws SQLException {
        if (unplaced.isEmpty()) {
            return;
        }
        Map<TopicPartition, AlertTable.Position> stored = table.positions(unplaced);
        Map<TopicPartition, Long> ends = consumer.endOffsets(unplaced, LIMIT);
        for (TopicPartition partition : unplaced) {
            AlertTable.Position position = stored.get(partition);
            expected.remove(partition);
            if (position == null) {
                consumer.seekToBeginning(List.of(partition));
            } else if (ends.get(partition) < position.next()) {
                readAll(partition, position);
            } else {
                expected.put(partition, position);
                consumer.seek(partition, position.next() - 1);
            }
        }
        consumer.resume(unplaced);
        unplaced.clear();
    }

    /** Reads all partitions again from where Postgres is. */
    void placeAgain() {
        onPartitionsAssigned(consumer.assignment());
    }

    /** Without the records that are read only to recognise them. */
    List<ConsumerRecord<byte[], byte[]>> unread(ConsumerRecords<byte[], byte[]> records) throws SQLException {
        List<ConsumerRecord<byte[], byte[]>> unread = new ArrayList<>(records.count());
        for (TopicPartition partition : records.partitions()) {
            List<ConsumerRecord<byte[], byte[]>> brought = records.records(partition);
            AlertTable.Position position = expected.remove(partition);
            long first = brought.get(0).offset();
            if (position == null || first >= position.next()) {
                unread.addAll(brought);
            } else if (first == position.next() - 1 && position.mark().equals(RecordMark.of(brought.get(0)))) {
                unread.addAll(brought.subList(1, brought.size()));
            } else {
                readAll(partition, position);
            }
        }
        return unread;
    }

    private void readAll(TopicPartition partition, AlertTable.Position position) throws SQLException {
        log.warn(
                "Kafka lost records of {}, which was read up to offset {}; reading all of its alerts again",
                partition,
                position.next());
        table.acceptAnyOffset();
        consumer.seekToBeginning(List.of(partition));
    }
}
