package dev.kakutei.sender.gateway;

import static java.util.Objects.requireNonNull;

import java.net.URI;
import java.time.Duration;
import java.util.Map;

/**
 * A request as it will be on the wire.
 *
 * @param body null where there is none
 * @param timeout for the whole call, from the search for a connection to the last byte of the answer
 */
record Outgoing(String method, URI uri, Map<String, String> headers, byte[] body, Duration timeout) {
    Outgoing {
        requireNonNull(method, "method");
        requireNonNull(uri, "uri");
        requireNonNull(timeout, "timeout");
        headers = Map.copyOf(headers);
    }
}
