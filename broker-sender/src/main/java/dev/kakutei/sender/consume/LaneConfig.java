package dev.kakutei.sender.consume;

import static java.util.Objects.requireNonNull;

import java.util.HashMap;
import java.util.Map;

/** Which lane, and as whom. */
public record LaneConfig(String gateway, String topic, String group, Map<String, Object> client, int pollRecords) {
    public LaneConfig {
        requireNonNull(gateway, "gateway");
        requireNonNull(topic, "topic");
        requireNonNull(group, "group");
        client = Map.copyOf(client);
    }

    /**
     * The classic protocol is chosen on purpose: there, a member's generation moves only inside {@code poll}, on the
     * lane's own thread, so a confirmed commit proves that the partition was still ours when it was made.
     */
    Map<String, Object> consumerProperties() {
        Map<String, Object> properties = new HashMap<>(client);
        properties.put("group.id", group);
        properties.put("group.protocol", "classic");
        properties.put("partition.assignment.strategy", "org.apache.kafka.clients.consumer.CooperativeStickyAssignor");
        properties.put("isolation.level", "read_committed");
        properties.put("enable.auto.commit", "false");
        properties.put("auto.offset.reset", "none");
        properties.put("allow.auto.create.topics", "false");
        properties.put("max.poll.records", pollRecords);
        properties.put("fetch.max.wait.ms", 100);
        properties.put("session.timeout.ms", 10_000);
        properties.put("heartbeat.interval.ms", 1_000);
        return properties;
    }
}
