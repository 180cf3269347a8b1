package dev.kakutei.schemas.topic;

import static java.util.Objects.requireNonNull;

import dev.kakutei.schemas.codec.Codec;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One topic. The key of a record is the request's id as text, so that one request stays in order; only alarms and alerts
 * are keyed by their cause, and requests that come in, with what is rejected of them, as their producer likes.
 *
 * @param codec null where others write it: what callers send is read at the door, more strictly than a codec does
 * @param retention how long records are kept; null keeps them for ever
 */
public record Topic<T>(String name, Codec<T> codec, int partitions, Duration retention) {
    public Topic {
        requireNonNull(name, "name");
        if (partitions < 1) {
            throw new IllegalArgumentException(name + " needs at least one partition");
        }
    }

    /** The broker's settings for it. */
    public Map<String, String> config() {
        Map<String, String> config = new LinkedHashMap<>();
        config.put("cleanup.policy", "delete");
        config.put("retention.ms", retention == null ? "-1" : Long.toString(retention.toMillis()));
        config.put("retention.bytes", "-1");
        // what a producer compressed is stored as it came
        config.put("compression.type", "producer");
        return config;
    }
}
