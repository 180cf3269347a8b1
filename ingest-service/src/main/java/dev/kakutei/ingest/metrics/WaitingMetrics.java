package dev.kakutei.ingest.metrics;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.Supplier;

/** The metrics of callers that wait for their outcome. */
public final class WaitingMetrics {
    public static final String WAITING = "ingest_waiting_requests";

    private final MeterRegistry registry;

    public WaitingMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    public void waiting(Supplier<Number> waiting) {
        Gauge.builder(WAITING, waiting)
                .description("Callers waiting for their outcome")
                .register(registry);
    }
}
