package dev.kakutei.access;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The metrics of authentication and access control. */
public final class AccessMetrics {
    public static final String REFUSED = "ingest_access_refused";
    public static final String OPEN = "ingest_access_open";
    public static final String KEYS = "ingest_access_keys";
    public static final String AGE = "ingest_access_age_seconds";
    public static final String OVERFLOW = "ingest_access_overflow";

    private final MeterRegistry registry;
    private final Counter overflow;

    public AccessMetrics(MeterRegistry registry) {
        this.registry = registry;
        overflow = Counter.builder(OVERFLOW)
                .description("How often keys, waiting callers or kinds of refusal exceeded their limit")
                .register(registry);
    }

    /** @param reason one of a few words of ours, never what a caller sent */
    public void refused(String reason) {
        refused(reason, 1);
    }

    /** @param reasons all of these words, to be there before the first refusal */
    public void refusedFor(Stream<String> reasons) {
        reasons.forEach(reason -> refused(reason, 0));
    }

    private void refused(String reason, int times) {
        Counter.builder(REFUSED)
                .description("Calls that were refused")
                .tag("reason", reason)
                .register(registry)
                .increment(times);
    }

    public void overflow() {
        overflow.increment();
    }

    public void open(Supplier<Number> open) {
        Gauge.builder(OPEN, open)
                .description("1 where callers from other machines need no key")
                .register(registry);
    }

    public void keys(Supplier<Number> keys) {
        Gauge.builder(KEYS, keys).description("Keys in memory").register(registry);
    }

    public void age(Supplier<Number> seconds) {
        Gauge.builder(AGE, seconds).description("Age of the data about keys").register(registry);
    }
}
