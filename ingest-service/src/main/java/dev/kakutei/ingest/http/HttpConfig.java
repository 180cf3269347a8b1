package dev.kakutei.ingest.http;

import static java.util.Objects.requireNonNull;

/**
 * Where callers reach the service and what they may ask of it.
 *
 * @param port 0 for any free one
 * @param maxBodyBytes a longer body is refused unread
 * @param maxWaiting how many callers may wait for their outcome at once
 */
public record HttpConfig(String host, int port, int maxBodyBytes, int maxWaiting, DeadlineRule deadlines) {
    public HttpConfig {
        requireNonNull(host, "host");
        requireNonNull(deadlines, "deadlines");
    }
}
