package dev.kakutei.ingest.meters;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.Supplier;

/** What is counted about persons' orders. */
public final class ActionMetrics {
    public static final String WAITING = "ingest_orders_waiting";
    public static final String ENDED = "ingest_orders_total";

    public static final String BULK = "ingest_bulk_orders_total";

    private static final String SINGLE = "Orders of persons, by what became of them";
    private static final String MANY = "Orders to many requests at once, by what became of each";

    private final MeterRegistry registry;

    public ActionMetrics(MeterRegistry registry) {
        this.registry = registry;
        // From the start at zero: a rate sees the first one only then.
        count(ENDED, SINGLE, "carried_out", 0);
        count(BULK, MANY, "done", 0);
    }

    public void waiting(Supplier<Number> orders) {
        Gauge.builder(WAITING, orders)
                .description("Orders that were given and not heard of yet")
                .register(registry);
    }

    /** @param how one of a few words */
    public void bulk(String how) {
        count(BULK, MANY, how, 1);
    }

    /** @param how one of a few words */
    public void ended(String how) {
        count(ENDED, SINGLE, how, 1);
    }

    private void count(String name, String meaning, String how, int times) {
        Counter.builder(name)
                .description(meaning)
                .tag("ending", how)
                .register(registry)
                .increment(times);
    }
}
