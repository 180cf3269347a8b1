package dev.kakutei.sender.consume;

import static java.util.Objects.requireNonNull;

import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.boot.position.SenderGroup;
import java.util.Map;

/** Which lane, and as whom. */
public record LaneConfig(KafkaConfig kafka, String gateway, String clientId, int pollRecords) {
    public LaneConfig {
        requireNonNull(kafka, "kafka");
        requireNonNull(gateway, "gateway");
        requireNonNull(clientId, "clientId");
    }

    String topic() {
        return group(0).topic();
    }

    /** Whose positions count after so many recoveries. */
    SenderGroup group(int recovery) {
        return new SenderGroup(kafka, gateway, recovery);
    }

    Map<String, Object> consumerProperties(int recovery) {
        Map<String, Object> properties = group(recovery).memberProperties(clientId);
        properties.put("max.poll.records", pollRecords);
        properties.put("fetch.max.wait.ms", 100);
        return properties;
    }
}
