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
 * @param codec null where others write it: what callers send is read where it comes in, more strictly than a codec does
 * @param retention how long records are kept; null keeps them for ever
 */
public record Topic<T>(String name, Codec<T> codec, int partitions, Duration retention, Keeps keeps) {
    /** What is kept of the records with one key, while they are kept. */
    public enum Keeps {
        ALL,
        /** The latest of each key, a while after a newer one came. */
        LATEST
    }

    private static final Duration SEGMENT = Duration.ofMinutes(10);

    public Topic {
        requireNonNull(name, "name");
        requireNonNull(keeps, "keeps");
        if (partitions < 1) {
            throw new IllegalArgumentException(name + " needs at least one partition");
        }
    }

    Topic<T> latest() {
        return new Topic<>(name, codec, partitions, retention, Keeps.LATEST);
    }

    /** The broker's settings for it. */
    public Map<String, String> config() {
        Map<String, String> config = new LinkedHashMap<>();
        config.put("cleanup.policy", keeps == Keeps.ALL ? "delete" : "compact,delete");
        config.put("retention.ms", retention == null ? "-1" : Long.toString(retention.toMillis()));
        config.put("retention.bytes", "-1");
        if (keeps == Keeps.LATEST) {
            // only what is in a finished segment is drawn together
            config.put("segment.ms", Long.toString(SEGMENT.toMillis()));
        }
        // what a producer compressed is stored as it came
        config.put("compression.type", "producer");
        return config;
    }
}
