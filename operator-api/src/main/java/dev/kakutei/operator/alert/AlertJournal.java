package dev.kakutei.operator.alert;

import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.boot.kafka.KafkaClients;
import dev.kakutei.schemas.Alert;
import dev.kakutei.schemas.codec.Undecodable;
import dev.kakutei.schemas.topic.Topic;
import dev.kakutei.store.consume.LagProbe;
import dev.kakutei.store.consume.ReaderProgress;
import dev.kakutei.store.consume.ReaderThread;
import dev.kakutei.store.database.Database;
import dev.kakutei.store.project.RecordMark;
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
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores the topic of alerts in its table. A message that is written twice changes nothing, so partitions may move
 * between instances at any time. The positions are committed to Kafka as well, so that the group's lag is visible.
 */
public final class AlertJournal implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(AlertJournal.class);
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration CLEAN_EVERY = Duration.ofMinutes(10);
    private static final int MAX_CLEANED = 1_000;
    /** Longer than the topic keeps its messages, or reading it again would restore what was deleted. */
    private static final Duration KEPT = Duration.ofDays(90);

    private final KafkaConfig kafka;
    private final Topic<Alert> topic;
    private final AlertTable table;
    private final InstantSource clock;
    private final ReaderProgress progress;
    private final ReaderThread thread;
    private long cleanedAt = System.nanoTime();

    public AlertJournal(KafkaConfig kafka, Database database, Duration progressTimeout, InstantSource clock) {
        this.kafka = kafka;
        this.topic = kafka.topics().alerts();
        this.table = new AlertTable(database);
        this.clock = clock;
        this.progress = new ReaderProgress(progressTimeout);
        this.thread = new ReaderThread("ingest-alerts", this::consumer, this::reader, progress::failed);
    }

    public void start() {
        progress.made(0);
        thread.start();
    }

    public Optional<String> problem() {
        return progress.problem();
    }

    @Override
    public void close() {
        thread.close();
    }

    private ReaderThread.Reader reader(Consumer<byte[], byte[]> consumer) {
        AlertPositions positions = new AlertPositions(consumer, table);
        consumer.subscribe(List.of(topic.name()), positions);
        LagProbe probe = new LagProbe(consumer, progress);
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
                log.warn("Storing alerts failed: {}; retrying", e.getMessage());
                progress.failed("Postgres: " + e.getMessage());
                positions.placeAgain();
                consumer.poll(Duration.ZERO); // of paused partitions: without it, Kafka takes this member for dead
                return false;
            } catch (CommitFailedException | RebalanceInProgressException e) {
                log.info("Alerts are stored again by another instance: {}", e.getMessage());
            }
            probe.check();
            return true;
        };
    }

    private List<AlertTable.PublishedAlert> read(List<ConsumerRecord<byte[], byte[]>> records) {
        List<AlertTable.PublishedAlert> published = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> record : records) {
            try {
                published.add(new AlertTable.PublishedAlert(topic.codec().decode(record.value()), record.offset()));
            } catch (Undecodable e) {
                log.error(
                        "Alert cannot be decoded and is skipped: {}-{}@{}: {}",
                        record.topic(),
                        record.partition(),
                        record.offset(),
                        e.getMessage());
            }
        }
        return published;
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
            table.clean(clock.instant(), KEPT, MAX_CLEANED);
        }
    }

    private Consumer<byte[], byte[]> consumer() {
        Map<String, Object> properties = KafkaClients.memberProperties(kafka, "ingest-alerts", "ingest-alerts");
        // A dead member is removed as soon as in the other groups; Kafka's default is 45 s.
        properties.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, 10_000);
        return KafkaClients.consumer(properties);
    }
}
