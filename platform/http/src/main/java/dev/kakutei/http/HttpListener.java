package dev.kakutei.http;

import dev.kakutei.access.Authenticator;
import dev.kakutei.http.metrics.HttpMetrics;
import java.time.InstantSource;
import java.util.List;

/** The HTTP API: its parts, and the server that answers for them. Constructed without listening. */
public final class HttpListener implements AutoCloseable {
    private final List<ApiPart> parts;
    private final HttpServer server;

    public HttpListener(
            HttpConfig config,
            Authenticator authenticator,
            List<ApiPart> parts,
            Pages pages,
            HttpMetrics metrics,
            InstantSource clock) {
        this.parts = List.copyOf(parts);
        this.server = new HttpServer(
                config, new RequestAuthentication(authenticator, config), routes(), pages, metrics, clock);
    }

    public void start() {
        server.start();
    }

    /** The port that is listened on. */
    public int port() {
        return server.port();
    }

    public List<Route> routes() {
        return parts.stream().flatMap(part -> part.routes().stream()).toList();
    }

    @Override
    public void close() {
        parts.forEach(ApiPart::stopWaiting);
        server.close();
    }
}
