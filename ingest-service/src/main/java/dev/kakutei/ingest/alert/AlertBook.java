package dev.kakutei.ingest.alert;

import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.ingest.consume.Probe;
import dev.kakutei.ingest.consume.Progress;
import dev.kakutei.ingest.consume.ReaderThread;
import dev.kakutei.ingest.project.RecordMark;
import dev.kakutei.ingest.store.Database;
import dev.kakutei.schemas.Alert;
import dev.kakutei.schemas.codec.Undecodable;
import dev.kakutei.schemas.topic.Topic;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the table of alerts up with their topic. A message that is written twice changes nothing, so instances may hand
 * partitions to each other at any time. Kafka is given the positions as well, for those who look at the group's lag.
 */
public final class AlertBook implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(AlertBook.class);
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration CLEAN_EVERY = Duration.ofMinutes(10);
    private static final int CLEAN_MOST = 1_000;
    /** Longer than the topic keeps its messages, or reading it anew would bring back what was cleaned away. */
    private static final Duration KEPT = Duration.ofDays(90);

    private final KafkaConfig kafka;
    private final Topic<Alert> topic;
    private final AlertTable table;
    private final InstantSource clock;
    private final Progress progress;
    private final ReaderThread thread;
    private long cleanedAt = System.nanoTime();

    public AlertBook(KafkaConfig kafka, Database database, Duration patience, InstantSource clock) {
        this.kafka = kafka;
        this.topic = kafka.topics().alerts();
        this.table = new AlertTable(database);
        this.clock = clock;
        this.progress = new Progress(patience);
        this.thread = new ReaderThread("ingest-alerts", this::consumer, this::reader, progress::failed);
    }

    public void start() {
        progress.made(0);
        thread.start();
    }

    public Optional<String> trouble() {
        return progress.trouble();
    }

    @Override
    public void close() {
        thread.close();
    }

    private ReaderThread.Reader reader(Consumer<byte[], byte[]> consumer) {
        AlertPositions positions = new AlertPositions(consumer, table);
        consumer.subscribe(List.of(topic.name()), positions);
        Probe probe = new Probe(consumer, progress);
        return () -> {
            try {
                positions.place();
                List<ConsumerRecord<byte[], byte[]>> records = positions.unread(consumer.poll(POLL));
                if (!records.isEmpty()) {
                    table.write(read(records), reached(records));
                    consumer.commitSync();
                    progress.made(progress.lag());
                }
                clean();
            } catch (SQLException e) {
                log.warn("the alerts wait for Postgres: {}", e.getMessage());
                progress.failed("Postgres: " + e.getMessage());
                positions.placeAgain();
                consumer.poll(Duration.ZERO); // of paused partitions: without it, Kafka takes this member for dead
                return false;
            } catch (CommitFailedException | RebalanceInProgressException e) {
                log.info("alerts are written again by another instance: {}", e.getMessage());
            }
            probe.look();
            return true;
        };
    }

    private List<AlertTable.Told> read(List<ConsumerRecord<byte[], byte[]>> records) {
        List<AlertTable.Told> told = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> record : records) {
            try {
                told.add(new AlertTable.Told(topic.codec().decode(record.value()), record.offset()));
            } catch (Undecodable e) {
                log.error(
                        "an alert cannot be read and is passed over: {}-{}@{}: {}",
                        record.topic(),
                        record.partition(),
                        record.offset(),
                        e.getMessage());
            }
        }
        return told;
    }

    /** Behind the last of each partition. */
    private static Map<TopicPartition, AlertTable.Position> reached(List<ConsumerRecord<byte[], byte[]>> records) {
        Map<TopicPartition, AlertTable.Position> reached = new HashMap<>();
        for (ConsumerRecord<byte[], byte[]> record : records) {
            reached.put(
                    new TopicPartition(record.topic(), record.partition()),
                    new AlertTable.Position(record.offset() + 1, RecordMark.of(record)));
        }
        return reached;
    }

    private void clean() throws SQLException {
        if (System.nanoTime() - cleanedAt > CLEAN_EVERY.toNanos()) {
            cleanedAt = System.nanoTime();
            table.clean(clock.instant(), KEPT, CLEAN_MOST);
        }
    }

    private Consumer<byte[], byte[]> consumer() {
        Map<String, Object> properties = kafka.clientProperties("ingest-alerts");
        properties.put(ConsumerConfig.GROUP_ID_CONFIG, kafka.topics().prefix() + "ingest-alerts");
        // Whoever dies is missed as soon as in the other groups; Kafka's own time is 45 s.
        properties.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, 10_000);
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        return new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }
}
