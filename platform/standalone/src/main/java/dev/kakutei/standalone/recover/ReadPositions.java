package dev.kakutei.standalone.recover;

import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.boot.position.SenderGroup;
import dev.kakutei.schemas.topic.Topics;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/** From where verifiers and senders read on after a recovery. */
final class ReadPositions {
    private final KafkaConfig kafka;
    private final Set<String> lanes;
    private final Map<TopicPartition, Long> acceptedFrom = new HashMap<>();
    private final Map<TopicPartition, Long> acceptedEnd;
    private final Map<TopicPartition, Long> verifier = new HashMap<>();

    /**
     * The end of the acceptances is taken before Postgres is read: what was announced up to there and is not in Postgres
     * is known to Kafka alone.
     *
     * @param oldGroup the consumer group of the verifiers before the recovery
     * @param writtenSince records from then on may be where others were lost
     */
    ReadPositions(KafkaConfig kafka, KafkaAdmin admin, Set<String> lanes, String oldGroup, Instant writtenSince)
            throws RecoveryFailed {
        this.kafka = kafka;
        this.lanes = Set.copyOf(lanes);
        Topics topics = kafka.topics();
        acceptedEnd = admin.ends(List.of(topics.accepted().name()));
        Map<TopicPartition, Long> committed = admin.committed(oldGroup);
        Map<TopicPartition, Long> acceptedBeginning =
                admin.beginnings(List.of(topics.accepted().name()));
        acceptedEnd.forEach((partition, end) -> acceptedFrom.put(
                partition, Math.min(end, committed.getOrDefault(partition, acceptedBeginning.get(partition)))));
        verifier.putAll(acceptedFrom);
        // Outcomes and operators' actions are read again from where the old verifiers were: both are harmless twice.
        // A topic that lost its tail and was written on has new records before that place.
        List<String> again = List.of(topics.outcomes().name(), topics.actions().name());
        Map<TopicPartition, Long> beginnings = admin.beginnings(again);
        Map<TopicPartition, Long> firstSince = admin.since(again, writtenSince.toEpochMilli());
        admin.ends(again).forEach((partition, end) -> {
            long read = Math.min(end, committed.getOrDefault(partition, beginnings.get(partition)));
            long written = firstSince.get(partition);
            verifier.put(partition, written < 0 ? read : Math.min(read, written));
        });
        verifier.putAll(admin.ends(List.of(topics.alarms().name())));
    }

    /** The gateways that have commands. */
    Set<String> lanes() {
        return lanes;
    }

    Map<TopicPartition, Long> acceptedFrom() {
        return acceptedFrom;
    }

    Map<TopicPartition, Long> acceptedEnd() {
        return acceptedEnd;
    }

    /** For the groups of this recovery. */
    void commit(KafkaAdmin admin, int number) throws RecoveryFailed {
        admin.commit(KafkaAdmin.verifierGroup(kafka, number), verifier);
        for (String lane : lanes) {
            SenderGroup group = new SenderGroup(kafka, lane, number);
            admin.commit(group.name(), admin.ends(List.of(group.topic())));
        }
    }
}
