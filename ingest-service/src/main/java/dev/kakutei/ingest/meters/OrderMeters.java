package dev.kakutei.ingest.meters;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.Supplier;

/** What is counted about persons' orders. */
public final class OrderMeters {
    public static final String WAITING = "ingest_orders_waiting";
    public static final String ENDED = "ingest_orders_total";

    public static final String BULK = "ingest_bulk_orders_total";

    private final MeterRegistry registry;

    public OrderMeters(MeterRegistry registry) {
        this.registry = registry;
    }

    public void waiting(Supplier<Number> orders) {
        Gauge.builder(WAITING, orders)
                .description("Orders that were given and not heard of yet")
                .register(registry);
    }

    /** @param how one of a few words */
    public void bulk(String how) {
        registry.counter(BULK, "ending", how).increment();
    }

    /** @param how one of a few words */
    public void ended(String how) {
        registry.counter(ENDED, "ending", how).increment();
    }
}
