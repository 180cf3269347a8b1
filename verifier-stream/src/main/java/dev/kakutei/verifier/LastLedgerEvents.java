package dev.kakutei.verifier;

import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.boot.kafka.KafkaClients;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.codec.Undecodable;
import dev.kakutei.schemas.topic.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * The last events of a partition of the ledger topic. Every method throws a KafkaException when Kafka does not answer.
 */
final class LastLedgerEvents {
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration LIMIT = Duration.ofSeconds(30);
    /** So many offsets are read: ends of transactions have one each, and comments may stand at the end. */
    private static final int OFFSETS = 64;

    private final KafkaConfig kafka;
    private final Topic<LedgerEvent> ledger;

    LastLedgerEvents(KafkaConfig kafka) {
        this.kafka = kafka;
        this.ledger = kafka.topics().ledger();
    }

    /** What is committed, in its order; empty where nothing was ever decided there. */
    List<LedgerEvent> read(int number) {
        TopicPartition partition = new TopicPartition(ledger.name(), number);
        List<LedgerEvent> events = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer = consumer("read_committed")) {
            long end = end(consumer, partition);
            if (end == 0) {
                return events;
            }
            consumer.assign(List.of(partition));
            consumer.seek(partition, Math.max(0, end - OFFSETS));
            long deadline = System.nanoTime() + LIMIT.toNanos();
            while (consumer.position(partition, LIMIT) < end) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                    if (record.offset() < end) {
                        decode(record, events);
                    }
                }
                if (System.nanoTime() - deadline > 0) {
                    throw new TimeoutException("the end of " + partition + " did not come within " + LIMIT);
                }
            }
        }
        return events;
    }

    /**
     * Waits until no transaction is open in the partition: all that was committed before can be read.
     *
     * @return false where one is still open after the limit
     */
    boolean awaitEnded(String topic, int number, Duration limit) {
        TopicPartition partition = new TopicPartition(topic, number);
        long deadline = System.nanoTime() + limit.toNanos();
        try (KafkaConsumer<byte[], byte[]> all = consumer("read_uncommitted");
                KafkaConsumer<byte[], byte[]> committed = consumer("read_committed")) {
            while (end(committed, partition) < end(all, partition)) {
                if (System.nanoTime() - deadline > 0) {
                    return false;
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(POLL.toMillis()));
            }
        }
        return true;
    }

    private static long end(KafkaConsumer<byte[], byte[]> consumer, TopicPartition partition) {
        return consumer.endOffsets(Set.of(partition), LIMIT).get(partition);
    }

    /** A record that cannot be decoded is reported by the projection. */
    private void decode(ConsumerRecord<byte[], byte[]> record, List<LedgerEvent> events) {
        try {
            events.add(ledger.codec().decode(record.value()));
        } catch (Undecodable e) {
            // not an event
        }
    }

    private KafkaConsumer<byte[], byte[]> consumer(String isolation) {
        Map<String, Object> properties =
                KafkaClients.consumerProperties(kafka, "verifier-ledger-tail", KafkaClients.Begin.EARLIEST);
        properties.put("isolation.level", isolation);
        return KafkaClients.consumer(properties);
    }
}
