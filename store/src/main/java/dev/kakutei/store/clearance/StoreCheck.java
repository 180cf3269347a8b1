package dev.kakutei.store.clearance;

import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.boot.kafka.KafkaClients;
import dev.kakutei.boot.position.RecoveryNames;
import dev.kakutei.schemas.ClearanceRequest;
import dev.kakutei.store.database.Database;
import dev.kakutei.store.project.RecordMark;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/** Compares both stores. One thread at a time. */
public final class StoreCheck implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final KafkaConfig kafka;
    private final String topic;
    private final RecoveryTables tables;
    private final Workers workers;
    private KafkaConsumer<byte[], byte[]> consumer;

    public StoreCheck(KafkaConfig kafka, Database database) {
        this.kafka = kafka;
        this.topic = kafka.topics().ledger().name();
        this.tables = new RecoveryTables(database);
        this.workers = new Workers(kafka);
    }

    /**
     * What a comparison found.
     *
     * @param recovery how many recoveries there were
     * @param problem why nothing may be sent; empty where nothing is missing
     * @param lost the partitions of the ledger topic that have lost records
     * @param writtenOn those of them that have other records in their place
     */
    public record Result(
            int recovery, Optional<String> problem, Set<TopicPartition> lost, Set<TopicPartition> writtenOn) {}

    /**
     * Postgres is asked before the ledger topic: what it has read by then, Kafka must have afterwards. For recoveries
     * it is the other way round: Postgres knows of each before Kafka does. Where something is missing, that is stored
     * as soon as no verifier and no sender is at work any more; before any service is cleared, it is deleted.
     *
     * @throws dev.kakutei.boot.StoreUnavailable when Postgres cannot be queried
     * @throws org.apache.kafka.common.KafkaException when Kafka cannot be queried
     */
    public Result compare() {
        Map<String, List<PartitionInfo>> topics = asked(consumer -> consumer.listTopics(LIMIT));
        RecoveryTables.Known known = tables.known(topic);
        Comparison.Found found = asked(consumer -> found(consumer, topics, known.marks()));
        Optional<String> problem = Comparison.problem(known, found);
        if (problem.isEmpty() && known.quiet()) {
            tables.notQuiet();
        } else if (problem.isPresent() && !known.quiet() && workers.areStopped()) {
            tables.quiet();
        }
        return new Result(
                known.recovery(),
                problem,
                Comparison.lost(known.marks(), found),
                Comparison.writtenOn(known.marks(), found));
    }

    /** A service misses records that Postgres cannot miss. A recovery that was completed since has made up for it. */
    void report(ClearanceRequest.Loss loss) {
        if (loss.recovery() == tables.recovery()) {
            tables.open(loss.reason());
        }
    }

    @Override
    public void close() {
        workers.close();
        if (consumer != null) {
            consumer.close();
            consumer = null;
        }
    }

    private <T> T asked(Function<KafkaConsumer<byte[], byte[]>, T> question) {
        try {
            return question.apply(open());
        } catch (RuntimeException e) {
            close(); // its connection may be that of a broker which is gone
            throw e;
        }
    }

    private Comparison.Found found(
            KafkaConsumer<byte[], byte[]> open, Map<String, List<PartitionInfo>> topics, List<ReadPosition> marks) {
        Set<Integer> there = topics.getOrDefault(topic, List.of()).stream()
                .map(PartitionInfo::partition)
                .collect(Collectors.toSet());
        List<TopicPartition> partitions = marks.stream()
                .map(ReadPosition::partition)
                .filter(partition -> there.contains(partition.partition()))
                .toList();
        Map<TopicPartition, Long> ends = partitions.isEmpty() ? Map.of() : open.endOffsets(partitions, LIMIT);
        int recovery = RecoveryNames.highest(kafka.topics().prefix(), topics.keySet());
        return new Comparison.Found(recovery, ends, records(open, marks, ends));
    }

    private static Map<TopicPartition, String> records(
            KafkaConsumer<byte[], byte[]> open, List<ReadPosition> marks, Map<TopicPartition, Long> ends) {
        Map<TopicPartition, Long> wanted = marks.stream()
                .filter(mark -> mark.record() != null && ends.getOrDefault(mark.partition(), 0L) >= mark.next())
                .collect(Collectors.toMap(ReadPosition::partition, mark -> mark.next() - 1));
        open.assign(wanted.keySet());
        wanted.forEach(open::seek);
        Map<TopicPartition, String> records = new HashMap<>();
        long deadline = System.nanoTime() + LIMIT.toNanos();
        Map<TopicPartition, Long> missing = new HashMap<>(wanted);
        while (!missing.isEmpty()) {
            for (ConsumerRecord<byte[], byte[]> record : open.poll(POLL)) {
                TopicPartition partition = new TopicPartition(record.topic(), record.partition());
                if (record.offset() == wanted.get(partition)) {
                    records.put(partition, RecordMark.of(record));
                }
            }
            // A position that was passed without a record has none: it was replaced by the end of a transaction.
            missing.keySet().removeIf(partition -> open.position(partition, LIMIT) > wanted.get(partition));
            if (System.nanoTime() - deadline > 0 && !missing.isEmpty()) {
                throw new TimeoutException("no record came from " + missing.keySet() + " within " + LIMIT);
            }
        }
        return records;
    }

    private KafkaConsumer<byte[], byte[]> open() {
        if (consumer == null) {
            Map<String, Object> properties =
                    KafkaClients.committedProperties(kafka, "ingest-store-check", KafkaClients.Begin.EARLIEST);
            properties.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 10);
            properties.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, 16 * 1024);
            consumer = KafkaClients.consumer(properties);
        }
        return consumer;
    }
}
