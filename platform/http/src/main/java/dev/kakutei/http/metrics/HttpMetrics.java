package dev.kakutei.http.metrics;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.function.Supplier;

/** The metrics of the HTTP listener. */
public final class HttpMetrics {
    public static final String HTTP = "ingest_http";
    public static final String CERTIFICATE = "ingest_tls_certificate_expiry_seconds";

    private final MeterRegistry registry;

    public HttpMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    /** @param route as it was registered, never the path as it came: a caller must not be able to create metrics */
    public void answered(String method, String route, int status, Duration taken) {
        Timer.builder(HTTP)
                .description("Answers over HTTP")
                .tags("method", method, "route", route, "status", Integer.toString(status))
                .register(registry)
                .record(taken);
    }

    public void certificateExpiry(Supplier<Number> seconds) {
        Gauge.builder(CERTIFICATE, seconds)
                .description("Until the TLS certificate expires")
                .register(registry);
    }
}
