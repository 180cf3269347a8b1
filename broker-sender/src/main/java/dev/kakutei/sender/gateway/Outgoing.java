package dev.kakutei.sender.gateway;

import static java.util.Objects.requireNonNull;

import java.net.URI;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A request as it will be on the wire.
 *
 * @param headers in this order; secrets may be among them, so this never prints itself
 * @param body null where there is none
 * @param timeout for the whole call, from the search for a connection to the last byte of the answer
 */
record Outgoing(String method, URI uri, Map<String, String> headers, byte[] body, Duration timeout) {
    /** Of all headers together, names and values. */
    static final int MAX_HEADERS = 32 * 1024;

    Outgoing {
        requireNonNull(method, "method");
        requireNonNull(uri, "uri");
        requireNonNull(timeout, "timeout");
        headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    }

    /** The same with these headers too. */
    Outgoing with(Map<String, String> more) {
        Map<String, String> all = new LinkedHashMap<>(headers);
        all.putAll(more);
        return new Outgoing(method, uri, all, body, timeout);
    }

    /** The target on the request's first line. */
    String path() {
        String path = uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
        return uri.getRawQuery() == null ? path : path + "?" + uri.getRawQuery();
    }

    int headerBytes() {
        return headers.entrySet().stream()
                .mapToInt(header -> header.getKey().length() + header.getValue().length() + 4)
                .sum();
    }

    @Override
    public String toString() {
        return method + " " + path();
    }
}
