package dev.kakutei.store.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/** The metrics of cleaning. */
public final class UpkeepMetrics {
    public static final String CLEANED = "cleaning_deleted";
    public static final String FAILED = "cleaning_failed";

    private final MeterRegistry registry;
    private final Counter failed;

    public UpkeepMetrics(MeterRegistry registry) {
        this.registry = registry;
        failed =
                Counter.builder(FAILED).description("Cleaning runs that failed").register(registry);
        cleaned("outbox", 0);
        cleaned("requests", 0);
    }

    /** @param what one of a few words: {@code outbox} rows, or whole {@code requests} */
    public void cleaned(String what, int deleted) {
        Counter.builder(CLEANED)
                .description("Rows deleted by cleaning")
                .tag("what", what)
                .register(registry)
                .increment(deleted);
    }

    public void cleaningFailed() {
        failed.increment();
    }
}
