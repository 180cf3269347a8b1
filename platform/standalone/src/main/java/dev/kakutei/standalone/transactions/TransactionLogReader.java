package dev.kakutei.standalone.transactions;

import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.boot.kafka.KafkaClients;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.coordinator.transaction.TransactionLog;
import org.apache.kafka.coordinator.transaction.TransactionMetadata;

/** Reads what coordinators wrote down about some producers, from its beginning to its end. */
final class TransactionLogReader {
    private static final String TOPIC = "__transaction_state";
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Duration POLL = Duration.ofMillis(500);

    private TransactionLogReader() {}

    /** @throws KafkaException also when nothing came for a while */
    static List<LogEntry> read(KafkaConfig config, List<HangingTransaction> hanging) {
        Set<Long> producers =
                hanging.stream().map(one -> one.open().producerId()).collect(Collectors.toSet());
        Map<String, Object> properties =
                KafkaClients.consumerProperties(config, "kakutei-repair", KafkaClients.Begin.NOWHERE);
        properties.put("allow.auto.create.topics", false);
        try (KafkaConsumer<byte[], byte[]> consumer = KafkaClients.consumer(properties)) {
            List<TopicPartition> partitions =
                    partitions(consumer.partitionsFor(TOPIC, TIMEOUT).size(), hanging);
            consumer.assign(partitions);
            Map<TopicPartition, Long> missing = new HashMap<>(consumer.endOffsets(partitions, TIMEOUT));
            consumer.beginningOffsets(partitions, TIMEOUT).forEach(consumer::seek);
            List<LogEntry> entries = new ArrayList<>();
            long quietSince = System.nanoTime();
            while (true) {
                missing.entrySet().removeIf(end -> consumer.position(end.getKey(), TIMEOUT) >= end.getValue());
                if (missing.isEmpty()) {
                    return entries;
                }
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                    entry(record)
                            .filter(entry -> producers.stream().anyMatch(entry::isOf))
                            .ifPresent(entries::add);
                    quietSince = System.nanoTime();
                }
                if (System.nanoTime() - quietSince > TIMEOUT.toNanos()) {
                    throw new KafkaException(
                            "nothing came of " + missing.keySet() + " for " + TIMEOUT.toSeconds() + " s");
                }
            }
        }
    }

    /** Those where the transactional ids live; all of them where one is not known. */
    private static List<TopicPartition> partitions(int count, List<HangingTransaction> hanging) {
        boolean allKnown =
                hanging.stream().noneMatch(one -> one.transactionalId().isEmpty());
        Set<Integer> wanted = hanging.stream()
                .map(one -> Utils.abs(one.transactionalId().hashCode()) % count)
                .collect(Collectors.toSet());
        List<TopicPartition> partitions = new ArrayList<>();
        for (int partition = 0; partition < count; partition++) {
            if (!allKnown || wanted.contains(partition)) {
                partitions.add(new TopicPartition(TOPIC, partition));
            }
        }
        return partitions;
    }

    /** Nothing for the end of a transactional id, and for what a later Kafka writes. */
    private static Optional<LogEntry> entry(ConsumerRecord<byte[], byte[]> record) {
        if (record.key() == null || record.value() == null) {
            return Optional.empty();
        }
        TransactionLog.ReadResult read =
                TransactionLog.read(ByteBuffer.wrap(record.key()), ByteBuffer.wrap(record.value()));
        if (!(read instanceof TransactionLog.TxnRecord known)) {
            return Optional.empty();
        }
        TransactionMetadata metadata = known.metadata();
        return Optional.of(new LogEntry(
                known.transactionId(),
                metadata.producerId(),
                metadata.prevProducerId(),
                metadata.producerEpoch(),
                metadata.state(),
                metadata.topicPartitions(),
                Instant.ofEpochMilli(metadata.txnStartTimestamp()),
                Instant.ofEpochMilli(metadata.txnLastUpdateTimestamp()),
                metadata.clientTransactionVersion().featureLevel()));
    }
}
