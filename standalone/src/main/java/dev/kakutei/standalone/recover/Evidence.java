package dev.kakutei.standalone.recover;

import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.schemas.Command;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.Report;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.schemas.codec.Codecs;
import dev.kakutei.schemas.codec.Undecodable;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** What Kafka still has beside the ledger topic: attempts that were commanded or reported, and acceptances. */
final class Evidence {
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final KafkaConfig kafka;
    private final Map<RequestId, Integer> attempts = new HashMap<>();

    Evidence(KafkaConfig kafka) {
        this.kafka = kafka;
    }

    /** The highest attempt that is known of the request; 0 for none. */
    int lastAttempt(RequestId id) {
        return attempts.getOrDefault(id, 0);
    }

    /** Reads commands, of the requests that matter. */
    void commands(Map<TopicPartition, Long> from, Map<TopicPartition, Long> to, Predicate<RequestId> matters) {
        read(from, to, value -> {
            if (Codecs.COMMAND.decode(value) instanceof Command.Send send && matters.test(send.requestId())) {
                attempts.merge(send.requestId(), send.attempt(), Math::max);
            }
        });
    }

    /** Reads reports, of the requests that matter. */
    void outcomes(Map<TopicPartition, Long> from, Map<TopicPartition, Long> to, Predicate<RequestId> matters) {
        read(from, to, value -> {
            if (Codecs.REPORT.decode(value) instanceof Report.AttemptReport report
                    && matters.test(report.requestId())) {
                attempts.merge(report.requestId(), report.attempt(), Math::max);
            }
        });
    }

    /** The acceptances in this range, by request. */
    Map<RequestId, LedgerEvent> accepted(Map<TopicPartition, Long> from, Map<TopicPartition, Long> to) {
        Map<RequestId, LedgerEvent> accepted = new HashMap<>();
        read(from, to, value -> {
            LedgerEvent event = Codecs.LEDGER_EVENT.decode(value);
            accepted.putIfAbsent(event.requestId(), event);
        });
        return accepted;
    }

    private void read(Map<TopicPartition, Long> from, Map<TopicPartition, Long> to, Consumer<byte[]> each) {
        Map<TopicPartition, Long> open = to.entrySet().stream()
                .filter(end -> from.getOrDefault(end.getKey(), end.getValue()) >= 0)
                .filter(end -> from.getOrDefault(end.getKey(), end.getValue()) < end.getValue())
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
        if (open.isEmpty()) {
            return;
        }
        Map<String, Object> properties = kafka.clientProperties("kakutei-recover");
        properties.put("isolation.level", "read_committed");
        properties.put("enable.auto.commit", false);
        properties.put("auto.offset.reset", "earliest");
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(open.keySet());
            open.keySet().forEach(partition -> consumer.seek(partition, from.get(partition)));
            while (open.entrySet().stream().anyMatch(end -> consumer.position(end.getKey(), LIMIT) < end.getValue())) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                    hear(record, each);
                }
            }
        }
    }

    /** What cannot be read is evidence of nothing. */
    private static void hear(ConsumerRecord<byte[], byte[]> record, Consumer<byte[]> each) {
        try {
            each.accept(record.value());
        } catch (Undecodable e) {
            return;
        }
    }
}
