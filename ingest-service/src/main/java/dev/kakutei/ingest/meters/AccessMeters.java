package dev.kakutei.ingest.meters;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The meters of who comes through the door. */
public final class AccessMeters {
    public static final String REFUSED = "ingest_access_refused";
    public static final String OPEN = "ingest_access_open";
    public static final String KEYS = "ingest_access_keys";
    public static final String AGE = "ingest_access_age_seconds";
    public static final String OVERFLOW = "ingest_access_overflow";

    private final MeterRegistry registry;
    private final Counter overflow;

    public AccessMeters(MeterRegistry registry) {
        this.registry = registry;
        overflow = Counter.builder(OVERFLOW)
                .description("Times that more keys, waiting callers or kinds of refusal came than are kept")
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
                .description("Callers that were not let in")
                .tag("reason", reason)
                .register(registry)
                .increment(times);
    }

    public void overflow() {
        overflow.increment();
    }

    public void open(Supplier<Number> open) {
        Gauge.builder(OPEN, open)
                .description("1 where callers beyond this machine are let in without a key")
                .register(registry);
    }

    public void keys(Supplier<Number> keys) {
        Gauge.builder(KEYS, keys).description("Keys that are known").register(registry);
    }

    public void age(Supplier<Number> seconds) {
        Gauge.builder(AGE, seconds)
                .description("How old the knowledge about keys is")
                .register(registry);
    }
}
