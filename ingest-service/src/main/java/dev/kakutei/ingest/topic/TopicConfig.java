package dev.kakutei.ingest.topic;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * How requests are taken from the request topic.
 *
 * @param group the consumer group in which instances share the partitions
 * @param records at most so many in one transaction
 * @param progressTimeout without progress for longer than this, reading the topic is reported as unhealthy
 */
public record TopicConfig(Enabled enabled, String group, int records, Duration progressTimeout) {
    /** Whether this instance reads the topic at all. */
    public enum Enabled {
        TRUE,
        FALSE
    }

    public TopicConfig {
        requireNonNull(enabled, "enabled");
        requireNonNull(group, "group");
        requireNonNull(progressTimeout, "progressTimeout");
        if (records < 1) {
            throw new IllegalArgumentException("a batch of " + records);
        }
    }
}
