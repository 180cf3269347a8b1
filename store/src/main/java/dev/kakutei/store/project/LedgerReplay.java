package dev.kakutei.store.project;

import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.boot.StoreUnavailable;
import dev.kakutei.boot.kafka.KafkaClients;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.schemas.topic.Topic;
import dev.kakutei.store.database.Database;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Utils;

/**
 * Repairs a gap: reads one request's events from the ledger topic, which keeps everything, and applies those that
 * Postgres does not have, as the projection would. The projection may run meanwhile; both take the row's lock.
 */
public final class LedgerReplay {
    /** Records carry the time of what led to them, on clocks that may differ. */
    private static final Duration SLACK = Duration.ofDays(1);

    private static final Duration POLL = Duration.ofMillis(500);
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final int AT_ONCE = 500;
    private static final int ROUNDS = 5;

    private final KafkaConfig kafka;
    private final Topic<LedgerEvent> topic;
    private final ProjectionTables tables;
    private final FaultTable faults;

    public LedgerReplay(KafkaConfig kafka, Database database) {
        this.kafka = kafka;
        this.topic = kafka.topics().ledger();
        this.tables = new ProjectionTables(database);
        this.faults = new FaultTable(database);
    }

    /**
     * The result.
     *
     * @param found records of the request on the topic
     * @param applied events that Postgres did not have before
     * @param obstacles why some could not be applied; the request's faults are removed only where there are none
     */
    public record Outcome(int found, int applied, List<String> obstacles) {}

    /**
     * @param since when the request was accepted; null where it is not known, and the whole partition is read
     * @throws StoreUnavailable when Postgres cannot be asked
     */
    public Outcome replay(RequestId id, Instant since) {
        int applied = 0;
        // Events that come while this reads are gaps to the projection until it has caught up: then again.
        for (int round = 1; ; round++) {
            Batch batch = read(id, since);
            List<String> obstacles =
                    new ArrayList<>(batch.faults().stream().map(Fault::reason).toList());
            int before = applied;
            for (int from = 0; from < batch.events().size(); from += AT_ONCE) {
                ProjectionTables.Written written = write(batch.events()
                        .subList(from, Math.min(from + AT_ONCE, batch.events().size())));
                applied += written.applied();
                written.faults().forEach(fault -> obstacles.add(fault.reason()));
            }
            if (obstacles.isEmpty()) {
                faults.removeRepaired(id);
            }
            if (!obstacles.isEmpty() || applied == before || round == ROUNDS) {
                return new Outcome(batch.events().size() + batch.faults().size(), applied, List.copyOf(obstacles));
            }
        }
    }

    private ProjectionTables.Written write(List<IncomingEvent> events) {
        try {
            return tables.write(events, List.of());
        } catch (SQLException e) {
            throw new StoreUnavailable(e);
        } catch (Fenced e) {
            throw new IllegalStateException("no offset was to be moved", e);
        }
    }

    private Batch read(RequestId id, Instant since) {
        byte[] key = id.toString().getBytes(StandardCharsets.US_ASCII);
        try (KafkaConsumer<byte[], byte[]> consumer = consumer()) {
            int partitions = consumer.partitionsFor(topic.name(), TIMEOUT).size();
            TopicPartition partition =
                    new TopicPartition(topic.name(), Utils.toPositive(Utils.murmur2(key)) % partitions);
            consumer.assign(List.of(partition));
            begin(consumer, partition, since);
            long end = consumer.endOffsets(List.of(partition), TIMEOUT).get(partition);
            List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
            while (consumer.position(partition, TIMEOUT) < end) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                    if (Arrays.equals(record.key(), key)) {
                        records.add(record);
                    }
                }
            }
            return Batch.of(records, topic.codec(), Map.of());
        }
    }

    private static void begin(KafkaConsumer<byte[], byte[]> consumer, TopicPartition partition, Instant since) {
        OffsetAndTimestamp first = since == null
                ? null
                : consumer.offsetsForTimes(Map.of(partition, since.minus(SLACK).toEpochMilli()), TIMEOUT)
                        .get(partition);
        if (first == null) {
            consumer.seekToBeginning(List.of(partition));
        } else {
            consumer.seek(partition, first.offset());
        }
    }

    private KafkaConsumer<byte[], byte[]> consumer() {
        return KafkaClients.consumer(
                KafkaClients.committedProperties(kafka, "kakutei-replay", KafkaClients.Begin.EARLIEST));
    }
}
