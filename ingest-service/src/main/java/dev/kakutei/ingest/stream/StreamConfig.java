package dev.kakutei.ingest.stream;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * How requests may be followed.
 *
 * @param most streams at once
 * @param timeout after this a stream ends, whatever became of the request; the caller may come back
 * @param heartbeat how often a sign of life is sent, and Postgres asked for what the topic did not bring
 * @param bufferBytes what may wait for a caller who reads slowly; beyond it the stream is cut off
 */
public record StreamConfig(int most, Duration timeout, Duration heartbeat, int bufferBytes) {
    public StreamConfig {
        requireNonNull(timeout, "timeout");
        requireNonNull(heartbeat, "heartbeat");
    }
}
