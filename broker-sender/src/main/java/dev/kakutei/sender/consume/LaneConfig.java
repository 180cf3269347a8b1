package dev.kakutei.sender.consume;

import static java.util.Objects.requireNonNull;

import dev.kakutei.boot.position.SenderGroup;
import java.util.Map;

/** Which lane, and as whom. */
public record LaneConfig(SenderGroup group, String clientId, int pollRecords) {
    public LaneConfig {
        requireNonNull(group, "group");
        requireNonNull(clientId, "clientId");
    }

    String gateway() {
        return group.gateway();
    }

    String topic() {
        return group.topic();
    }

    Map<String, Object> consumerProperties() {
        Map<String, Object> properties = group.memberProperties(clientId);
        properties.put("max.poll.records", pollRecords);
        properties.put("fetch.max.wait.ms", 100);
        return properties;
    }
}
