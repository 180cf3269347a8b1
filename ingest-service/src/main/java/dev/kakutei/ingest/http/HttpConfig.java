package dev.kakutei.ingest.http;

import static java.util.Objects.requireNonNull;

import dev.kakutei.ingest.admit.DeadlineRule;
import java.time.Duration;

/**
 * Where callers reach the service and what they may ask of it.
 *
 * @param port 0 for any free one
 * @param maxBodyBytes a longer body is refused unread
 * @param idleTimeout how long a connection may be silent while a request is being read
 * @param maxWaiting how many callers may wait for their outcome at once
 */
public record HttpConfig(
        String host, int port, int maxBodyBytes, int maxWaiting, Duration idleTimeout, DeadlineRule deadlines) {
    public HttpConfig {
        requireNonNull(host, "host");
        requireNonNull(idleTimeout, "idleTimeout");
        requireNonNull(deadlines, "deadlines");
    }
}
