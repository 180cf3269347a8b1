package dev.kakutei.store.project;

import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.boot.kafka.KafkaClients;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.topic.Topic;
import dev.kakutei.store.consume.ReaderProgress;
import dev.kakutei.store.consume.ReaderThread;
import dev.kakutei.store.database.Database;
import dev.kakutei.store.metrics.ProjectionMetrics;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.TopicPartition;

/**
 * Keeps Postgres up with the ledger topic, for as long as it is open. Postgres or Kafka may be unavailable for a while:
 * it continues from the stored offset.
 */
public final class LedgerProjection implements AutoCloseable {
    private final ProjectionConfig config;
    private final KafkaConfig kafka;
    private final Topic<LedgerEvent> topic;
    private final ProjectionTables tables;
    private final Quarantine quarantine;
    private final ProjectionMetrics metrics;
    private final ReaderProgress progress;
    private final ReaderThread thread;
    private final Supplier<Set<TopicPartition>> lost;

    /** Writes nothing but the projection's own tables. */
    public LedgerProjection(
            ProjectionConfig config,
            KafkaConfig kafka,
            Database database,
            LaneReaders lanes,
            ProjectionMetrics metrics,
            Supplier<Set<TopicPartition>> lost) {
        this(config, kafka, database, lanes, SameTransactionWriter.NOTHING, metrics, lost);
    }

    /**
     * @param lanes which sender holds the attempts that begin
     * @param also what else is written when events are stored
     * @param lost the partitions that have lost records, and are not projected
     */
    public LedgerProjection(
            ProjectionConfig config,
            KafkaConfig kafka,
            Database database,
            LaneReaders lanes,
            SameTransactionWriter also,
            ProjectionMetrics metrics,
            Supplier<Set<TopicPartition>> lost) {
        this.config = config;
        this.lost = lost;
        this.kafka = kafka;
        this.topic = kafka.topics().ledger();
        this.tables = new ProjectionTables(database, lanes, also);
        this.quarantine = new Quarantine(new FaultTable(database), metrics);
        this.metrics = metrics;
        this.progress = new ReaderProgress(config.progressTimeout());
        this.thread = new ReaderThread("ingest-projection", this::consumer, this::reader, progress::failed);
    }

    public void start() {
        metrics.lag(progress::lag);
        progress.made(0);
        thread.start();
    }

    public Optional<String> problem() {
        return progress.problem().or(quarantine::problem);
    }

    @Override
    public void close() {
        thread.close();
    }

    private ReaderThread.Reader reader(Consumer<byte[], byte[]> consumer) {
        ProjectionLoop loop = new ProjectionLoop(consumer, topic, tables, quarantine, metrics, progress, lost);
        loop.begin();
        return loop::turn;
    }

    private Consumer<byte[], byte[]> consumer() {
        Map<String, Object> properties = KafkaClients.memberProperties(kafka, "ingest-projection", config.group());
        // A dead member is removed as soon as in the other groups; Kafka's default is 45 s.
        properties.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, 10_000);
        properties.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, config.records());
        return KafkaClients.consumer(properties);
    }
}
