package dev.kakutei.boot.position;

import static java.util.Objects.requireNonNull;

import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.boot.kafka.KafkaClients;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.common.TopicPartition;

/**
 * The consumer group in which all senders of an installation share the commands of one gateway. Each recovery begins a
 * new group: a position from before it says nothing about what was posted.
 *
 * @param recovery how many recoveries there were
 */
public record SenderGroup(KafkaConfig kafka, String gateway, int recovery) {
    public SenderGroup {
        requireNonNull(kafka, "kafka");
        requireNonNull(gateway, "gateway");
    }

    /** Before any recovery. */
    public SenderGroup(KafkaConfig kafka, String gateway) {
        this(kafka, gateway, 0);
    }

    /** The group's id. */
    public String name() {
        return kafka.topics().prefix() + "sender." + gateway + RecoveryNames.suffix(recovery);
    }

    public String topic() {
        return kafka.topics().commands(gateway).name();
    }

    public List<TopicPartition> partitions() {
        return IntStream.range(0, kafka.topics().partitions())
                .mapToObj(partition -> new TopicPartition(topic(), partition))
                .toList();
    }

    /**
     * The settings of a consumer that is a member of the group.
     *
     * <p>The classic protocol is chosen on purpose: there, a member's generation moves only inside {@code poll}, on the
     * member's own thread, so a confirmed commit proves that the partition was still its own when it was made.
     */
    public Map<String, Object> memberProperties(String clientId) {
        Map<String, Object> properties = KafkaClients.committedProperties(kafka, clientId, KafkaClients.Begin.NOWHERE);
        properties.put("group.id", name());
        properties.put("group.protocol", "classic");
        properties.put("partition.assignment.strategy", "org.apache.kafka.clients.consumer.CooperativeStickyAssignor");
        properties.put("allow.auto.create.topics", "false");
        properties.put("session.timeout.ms", 10_000);
        properties.put("heartbeat.interval.ms", 1_000);
        return properties;
    }
}
