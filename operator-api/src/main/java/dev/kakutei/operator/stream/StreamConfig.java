package dev.kakutei.operator.stream;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * Limits of the streams that follow requests.
 *
 * @param max streams at once
 * @param timeout after this a stream ends, whatever the state of the request; the caller may connect again
 * @param heartbeat how often a heartbeat is sent, and Postgres is asked for what the topic did not bring
 * @param bufferBytes what may wait for a caller that reads slowly; beyond it the stream is closed
 */
public record StreamConfig(int max, Duration timeout, Duration heartbeat, int bufferBytes) {
    public StreamConfig {
        requireNonNull(timeout, "timeout");
        requireNonNull(heartbeat, "heartbeat");
    }
}
