package dev.kakutei.operator.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.Supplier;

/** The metrics of actions that persons request. */
public final class ActionMetrics {
    public static final String WAITING = "ingest_actions_waiting";
    public static final String ENDED = "ingest_actions_total";

    public static final String BULK = "ingest_bulk_actions_total";

    private static final String SINGLE = "Actions that persons requested, by result";
    private static final String MANY = "Actions of bulk jobs, by the result of each";

    private final MeterRegistry registry;

    public ActionMetrics(MeterRegistry registry) {
        this.registry = registry;
        // From the start at zero: a rate sees the first one only then.
        count(ENDED, SINGLE, "carried_out", 0);
        count(BULK, MANY, "done", 0);
    }

    public void waiting(Supplier<Number> actions) {
        Gauge.builder(WAITING, actions)
                .description("Actions that were requested and have no result yet")
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
                .tag("result", how)
                .register(registry)
                .increment(times);
    }
}
