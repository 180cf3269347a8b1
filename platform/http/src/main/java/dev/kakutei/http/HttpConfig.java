package dev.kakutei.http;

import static java.util.Objects.requireNonNull;

import dev.kakutei.http.tls.TlsConfig;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/**
 * Where callers reach the service and what they may ask of it.
 *
 * @param port 0 for any free one
 * @param tls empty for plain HTTP; otherwise there is nothing else on the port
 * @param maxBodyBytes a longer body is refused unread
 * @param idleTimeout how long a connection may be silent while a request is being read
 * @param maxWaiting how many callers may wait for their outcome at once
 */
public record HttpConfig(
        String host,
        int port,
        Optional<TlsConfig> tls,
        int maxBodyBytes,
        int maxWaiting,
        Duration idleTimeout,
        DeadlineRule deadlines) {
    public HttpConfig {
        requireNonNull(host, "host");
        requireNonNull(tls, "tls");
        requireNonNull(idleTimeout, "idleTimeout");
        requireNonNull(deadlines, "deadlines");
    }

    /** @param listening the port that is listened on */
    public URI address(int listening) {
        return URI.create((tls.isPresent() ? "https" : "http") + "://" + (host.contains(":") ? "[" + host + "]" : host)
                + ":" + listening);
    }

    /** Whether only this machine can reach it. A host that has no address cannot be listened on, and is none. */
    public boolean loopback() {
        InetSocketAddress address = new InetSocketAddress(host, port);
        return !address.isUnresolved() && address.getAddress().isLoopbackAddress();
    }
}
