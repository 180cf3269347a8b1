package dev.kakutei.standalone.recover;

import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.ledger.Entry;
import dev.kakutei.schemas.Command;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.OperatorAction;
import dev.kakutei.schemas.Report;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.schemas.SecondEffect;
import dev.kakutei.schemas.codec.Codecs;
import dev.kakutei.schemas.codec.Undecodable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * What Kafka still has beside the ledger topic: attempts that were commanded or reported, where, resubmissions that were
 * requested, and acceptances.
 */
final class TopicEvidence {
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final KafkaConfig kafka;
    private final Map<RequestId, Integer> attempts = new HashMap<>();
    private final Map<RequestId, Set<String>> gateways = new HashMap<>();
    /** Resubmissions, and those that accept a second effect. */
    private final Map<RequestId, List<OperatorAction>> actions = new HashMap<>();

    TopicEvidence(KafkaConfig kafka) {
        this.kafka = kafka;
    }

    /** The highest attempt that is known of the request; 0 for none. */
    int lastAttempt(RequestId id) {
        return attempts.getOrDefault(id, 0);
    }

    /**
     * The gateways that commands and reports of the request name, and those of resubmissions that may have been carried out:
     * whatever follows the last event that is known is lost.
     */
    Set<String> gateways(Entry known) {
        Set<String> named = new HashSet<>(gateways.getOrDefault(known.id(), Set.of()));
        lostActions(known)
                .filter(action -> action.type() == OperatorAction.Type.RESUBMIT)
                .forEach(action -> named.add(action.resubmission().gateway()));
        return named;
    }

    /** Whether an action that may have been carried out accepts a second effect; null if none does. */
    SecondEffect secondEffect(Entry known) {
        return lostActions(known).anyMatch(action -> action.acceptSecondEffect() == SecondEffect.ACCEPTED)
                ? SecondEffect.ACCEPTED
                : null;
    }

    private Stream<OperatorAction> lostActions(Entry known) {
        return actions.getOrDefault(known.id(), List.of()).stream().filter(action -> action.basedOn() >= known.seq());
    }

    /** Reads commands, of the requests that matter. */
    void commands(Map<TopicPartition, Long> from, Map<TopicPartition, Long> to, Predicate<RequestId> matters) {
        read(from, to, value -> {
            Command command = Codecs.COMMAND.decode(value);
            if (matters.test(command.requestId())) {
                named(command.requestId(), command.gateway());
                if (command instanceof Command.Send send) {
                    attempts.merge(send.requestId(), send.attempt(), Math::max);
                }
            }
        });
    }

    /** Reads reports, of the requests that matter. */
    void outcomes(Map<TopicPartition, Long> from, Map<TopicPartition, Long> to, Predicate<RequestId> matters) {
        read(from, to, value -> {
            Report report = Codecs.REPORT.decode(value);
            if (matters.test(report.requestId())) {
                named(report.requestId(), report.gateway());
                if (report instanceof Report.AttemptReport attempt) {
                    attempts.merge(attempt.requestId(), attempt.attempt(), Math::max);
                }
            }
        });
    }

    /** Reads operators' actions, of the requests that matter. */
    void actions(Map<TopicPartition, Long> from, Map<TopicPartition, Long> to, Predicate<RequestId> matters) {
        read(from, to, value -> {
            OperatorAction action = Codecs.OPERATOR_ACTION.decode(value);
            boolean leadsElsewhere = action.type() == OperatorAction.Type.RESUBMIT
                    || action.acceptSecondEffect() == SecondEffect.ACCEPTED;
            if (leadsElsewhere && matters.test(action.requestId())) {
                actions.computeIfAbsent(action.requestId(), id -> new ArrayList<>())
                        .add(action);
            }
        });
    }

    private void named(RequestId id, String gateway) {
        gateways.computeIfAbsent(id, same -> new HashSet<>()).add(gateway);
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
                    decode(record, each);
                }
            }
        }
    }

    /** What cannot be read is evidence of nothing. */
    private static void decode(ConsumerRecord<byte[], byte[]> record, Consumer<byte[]> each) {
        try {
            each.accept(record.value());
        } catch (Undecodable e) {
            return;
        }
    }
}
