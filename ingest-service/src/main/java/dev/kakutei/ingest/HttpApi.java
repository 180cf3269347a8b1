package dev.kakutei.ingest;

import dev.kakutei.access.AccessConfig;
import dev.kakutei.access.AccessMetrics;
import dev.kakutei.access.ApiKeyAuthenticator;
import dev.kakutei.access.Authenticator;
import dev.kakutei.access.Connections;
import dev.kakutei.access.OpenAuthenticator;
import dev.kakutei.boot.HealthCheck;
import dev.kakutei.boot.ServiceInstance;
import dev.kakutei.boot.Shutdown;
import dev.kakutei.http.ApiPart;
import dev.kakutei.http.HttpConfig;
import dev.kakutei.http.HttpListener;
import dev.kakutei.http.Route;
import dev.kakutei.http.metrics.HttpMetrics;
import dev.kakutei.operator.http.ConsolePages;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The HTTP listener, wired: who may call, the parts that answer, and the console's files. */
final class HttpApi {
    private static final Logger log = LoggerFactory.getLogger(HttpApi.class);
    private static final Duration STOP = Duration.ofSeconds(10);
    /** How often the log warns that access is open to the network. */
    private static final Duration OPEN_ACCESS_WARNING = Duration.ofMinutes(10);

    private final HttpConfig http;
    private final AccessConfig access;
    private final Authenticator authenticator;
    private final HttpListener listener;

    /** @param nanos for the age of the keys and the rates of the clients */
    HttpApi(
            HttpConfig http,
            AccessConfig access,
            ServiceInstance instance,
            Connections connections,
            List<ApiPart> parts,
            LongSupplier nanos) {
        this.http = http;
        this.access = access;
        this.authenticator = authenticator(instance, connections, nanos);
        this.listener = new HttpListener(
                http, authenticator, parts, new ConsolePages(), new HttpMetrics(instance.registry()), instance.clock());
    }

    private Authenticator authenticator(ServiceInstance instance, Connections connections, LongSupplier nanos) {
        AccessMetrics metrics = new AccessMetrics(instance.registry());
        return switch (access.mode()) {
            case OPEN -> new OpenAuthenticator(OpenAuthenticator.Reach.THIS_MACHINE, OPEN_ACCESS_WARNING, metrics);
            case OPEN_TO_NETWORK ->
                new OpenAuthenticator(OpenAuthenticator.Reach.NETWORK, OPEN_ACCESS_WARNING, metrics);
            case KEYS ->
                new ApiKeyAuthenticator(access, connections, IngestService.NAME, metrics, instance.clock(), nanos);
        };
    }

    /** First: the keys are known. */
    void startAuthenticating(Shutdown shutdown) {
        shutdown.closeLater("ingest access", STOP, authenticator).start();
        if (access.mode() == AccessConfig.Mode.KEYS && http.tls().isEmpty() && !http.loopback()) {
            log.warn("API keys cross the network unencrypted: set ingest.http.tls.certificate and ingest.http.tls.key,"
                    + " or put a proxy that terminates TLS before ingest.http.host");
        }
    }

    void startListening(Shutdown shutdown) {
        shutdown.closeLater("ingest listener", STOP, listener).start();
    }

    /** Known once it listens. */
    int port() {
        return listener.port();
    }

    /** Where callers reach it; known once it listens. */
    URI address() {
        return http.address(port());
    }

    List<Route> routes() {
        return listener.routes();
    }

    List<HealthCheck> checks() {
        return authenticator.checks();
    }
}
