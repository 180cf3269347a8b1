package dev.kakutei.store.project;

import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.boot.StoreUnavailable;
import dev.kakutei.boot.kafka.KafkaClients;
import dev.kakutei.boot.position.RecoveryNames;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.topic.Topic;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntSupplier;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;

/**
 * Acceptances that were announced and that no verifier has decided on yet. A database that was restored to an earlier
 * time has lost them, and the ledger topic does not have them: they are stored again, so that their idempotency keys
 * are known.
 */
final class UndecidedAcceptances {
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final KafkaConfig kafka;
    private final Topic<LedgerEvent> topic;
    private final ProjectionTables tables;
    private final IntSupplier recovery;

    UndecidedAcceptances(KafkaConfig kafka, ProjectionTables tables, IntSupplier recovery) {
        this.kafka = kafka;
        this.topic = kafka.topics().accepted();
        this.tables = tables;
        this.recovery = recovery;
    }

    void store() {
        List<TopicPartition> all = IntStream.range(0, topic.partitions())
                .mapToObj(partition -> new TopicPartition(topic.name(), partition))
                .toList();
        try (KafkaConsumer<byte[], byte[]> consumer = KafkaClients.consumer(
                KafkaClients.consumerProperties(kafka, "ingest-start", KafkaClients.Begin.EARLIEST))) {
            Map<TopicPartition, Long> ends = consumer.endOffsets(all, LIMIT);
            Map<TopicPartition, Long> decided = decided();
            consumer.assign(all);
            all.forEach(partition ->
                    consumer.seek(partition, Math.min(ends.get(partition), decided.getOrDefault(partition, 0L))));
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey(), LIMIT) < end.getValue())) {
                Iterable<ConsumerRecord<byte[], byte[]>> records = consumer.poll(POLL);
                tables.write(Batch.of(records, topic.codec(), Map.of()).events(), List.of());
            }
        } catch (SQLException e) {
            throw new StoreUnavailable(e);
        } catch (Fenced e) {
            throw new IllegalStateException("no offset was to be moved", e);
        }
    }

    /** The committed position of the verifiers; where it is not known, everything is read. */
    private Map<TopicPartition, Long> decided() {
        String group = RecoveryNames.verifierGroup(kafka.topics().prefix(), recovery.getAsInt());
        Map<TopicPartition, Long> decided = new HashMap<>();
        try (Admin admin = Admin.create(kafka.clientProperties("ingest-start"))) {
            Map<TopicPartition, OffsetAndMetadata> committed = admin.listConsumerGroupOffsets(group)
                    .partitionsToOffsetAndMetadata()
                    .get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
            committed.forEach((partition, offset) -> {
                if (offset != null) {
                    decided.put(partition, offset.offset());
                }
            });
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof GroupIdNotFoundException)) {
                throw new IllegalStateException("the verifiers' position cannot be read: " + e.getCause(), e);
            }
        } catch (TimeoutException e) {
            throw new IllegalStateException("the verifiers' position cannot be read in time", e);
        }
        return decided;
    }
}
