package dev.kakutei.store.project;

import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.schemas.codec.Codec;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** What one poll brought: the events that could be read, the faults of those that could not, and how far it goes. */
record Batch(List<IncomingEvent> events, List<Fault> faults, Collection<Advance> advances) {
    /** @param positions where each partition stands in Postgres */
    static Batch of(
            Iterable<ConsumerRecord<byte[], byte[]>> records,
            Codec<LedgerEvent> codec,
            Map<TopicPartition, Long> positions) {
        List<IncomingEvent> events = new ArrayList<>();
        List<Fault> faults = new ArrayList<>();
        Map<TopicPartition, Advance> advances = new LinkedHashMap<>();
        Map<TopicPartition, ConsumerRecord<byte[], byte[]>> last = new HashMap<>();
        for (ConsumerRecord<byte[], byte[]> record : records) {
            TopicPartition partition = new TopicPartition(record.topic(), record.partition());
            long from = positions.getOrDefault(partition, Advance.NOWHERE);
            last.put(partition, record);
            advances.put(partition, new Advance(partition, from, record.offset() + 1, null));
            try {
                events.add(new IncomingEvent(partition, record.offset(), codec.decode(record.value())));
            } catch (RuntimeException e) {
                faults.add(new Fault(partition, record.offset(), named(record), null, e.getMessage()));
            }
        }
        List<Advance> marked = advances.values().stream()
                .map(to -> new Advance(to.partition(), to.from(), to.to(), RecordMark.of(last.get(to.partition()))))
                .toList();
        return new Batch(List.copyOf(events), List.copyOf(faults), marked);
    }

    private static RequestId named(ConsumerRecord<byte[], byte[]> record) {
        try {
            return record.key() == null ? null : RequestId.of(new String(record.key(), StandardCharsets.US_ASCII));
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
