package dev.kakutei.store.project;

import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.boot.kafka.KafkaClients;
import dev.kakutei.store.database.Database;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits at the start until Postgres knows what the ledger topic knew then. A database that was restored to an earlier
 * time has lost requests that were sent, and their idempotency keys: a repetition of one of them would be taken for a
 * new request. The projection restores them from the topic, and no request is accepted before.
 */
public final class StartupCatchUp {
    private static final Logger log = LoggerFactory.getLogger(StartupCatchUp.class);
    private static final Duration LOOK = Duration.ofMillis(50);
    private static final Duration KAFKA = Duration.ofSeconds(30);
    /** A projection without progress for so long must not keep the service from starting. */
    private static final Duration WITHOUT_PROGRESS = Duration.ofSeconds(60);

    private final KafkaConfig kafka;
    private final ProjectionTables tables;
    private final Supplier<Set<TopicPartition>> lost;
    private final UndecidedAcceptances announced;
    private final LedgerDrain drain;

    /**
     * @param lost the partitions that have lost records: they are not projected, and Postgres is ahead of them
     * @param recovery how many recoveries there were
     */
    public StartupCatchUp(
            KafkaConfig kafka, Database database, Supplier<Set<TopicPartition>> lost, IntSupplier recovery) {
        this.kafka = kafka;
        this.tables = new ProjectionTables(database);
        this.lost = lost;
        this.announced = new UndecidedAcceptances(kafka, tables, recovery);
        this.drain = new LedgerDrain(kafka, database);
    }

    public void await() {
        restoreLost();
        awaitLedger();
        announced.store();
    }

    /** A Postgres of another history than Kafka's reads on only after a recovery; the keys must be known before. */
    private void restoreLost() {
        Set<TopicPartition> partitions = lost.get();
        if (partitions.isEmpty()) {
            return;
        }
        try {
            LedgerDrain.Drained drained = drain.restore(partitions);
            log.info("Restored {} events of partitions that have lost records to Postgres", drained.restored());
        } catch (SQLException e) {
            throw new IllegalStateException("Postgres does not accept the events of " + partitions + ": " + e, e);
        }
    }

    private void awaitLedger() {
        try (KafkaConsumer<byte[], byte[]> consumer = consumer()) {
            Map<TopicPartition, Long> open = new HashMap<>(consumer.endOffsets(partitions(), KAFKA));
            long last = Long.MAX_VALUE;
            long progressAt = System.nanoTime();
            while (true) {
                open.keySet().removeAll(lost.get());
                if (!open.isEmpty()) {
                    open.keySet().removeAll(read(consumer, open));
                }
                long missing = missing(open);
                if (missing == 0) {
                    return;
                }
                if (missing < last) {
                    last = missing;
                    progressAt = System.nanoTime();
                } else if (System.nanoTime() - progressAt > WITHOUT_PROGRESS.toNanos()) {
                    log.error(
                            "{} records of the ledger topic are not in Postgres, and none was projected for {} s;"
                                    + " starting without them",
                            missing,
                            WITHOUT_PROGRESS.toSeconds());
                    return;
                }
            }
        } catch (SQLException e) {
            throw new IllegalStateException("Postgres does not say how far it has read: " + e.getMessage(), e);
        } catch (KafkaException e) {
            throw new IllegalStateException("the end of the ledger topic cannot be read: " + e.getMessage(), e);
        }
    }

    /**
     * The partitions of which Postgres has every record. Behind the last one may be ends of transactions, which are
     * never read.
     */
    private Set<TopicPartition> read(KafkaConsumer<byte[], byte[]> consumer, Map<TopicPartition, Long> open)
            throws SQLException {
        Map<TopicPartition, Long> offsets = tables.offsets(open.keySet());
        consumer.assign(open.keySet());
        open.keySet().forEach(partition -> consumer.seek(partition, offsets.getOrDefault(partition, 0L)));
        Set<TopicPartition> unread = consumer.poll(LOOK).partitions();
        return open.entrySet().stream()
                .filter(end -> !unread.contains(end.getKey()))
                .filter(end -> consumer.position(end.getKey(), KAFKA) >= end.getValue())
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    private long missing(Map<TopicPartition, Long> open) throws SQLException {
        Map<TopicPartition, Long> offsets = tables.offsets(open.keySet());
        return open.entrySet().stream()
                .mapToLong(end -> Math.max(0, end.getValue() - offsets.getOrDefault(end.getKey(), 0L)))
                .sum();
    }

    private List<TopicPartition> partitions() {
        return IntStream.range(0, kafka.topics().partitions())
                .mapToObj(
                        partition -> new TopicPartition(kafka.topics().ledger().name(), partition))
                .toList();
    }

    private KafkaConsumer<byte[], byte[]> consumer() {
        Map<String, Object> properties =
                KafkaClients.committedProperties(kafka, "ingest-start", KafkaClients.Begin.EARLIEST);
        properties.put("max.poll.records", 100);
        return KafkaClients.consumer(properties);
    }
}
