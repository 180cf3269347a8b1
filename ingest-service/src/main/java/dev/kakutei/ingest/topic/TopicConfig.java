package dev.kakutei.ingest.topic;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * How requests are taken from the request topic.
 *
 * @param group the consumer group in which instances share the partitions
 * @param records most records in one transaction
 * @param patience how long no progress is no trouble yet
 */
public record TopicConfig(Enabled enabled, String group, int records, Duration patience) {
    /** Whether this instance reads the topic at all. */
    public enum Enabled {
        TRUE,
        FALSE
    }

    public TopicConfig {
        requireNonNull(enabled, "enabled");
        requireNonNull(group, "group");
        requireNonNull(patience, "patience");
        if (records < 1) {
            throw new IllegalArgumentException("a batch of " + records);
        }
    }
}
