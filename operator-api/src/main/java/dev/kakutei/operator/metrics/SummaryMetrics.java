package dev.kakutei.operator.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.atomic.AtomicInteger;

/** The metrics of the summariser. Registered from the start, with or without one. */
public final class SummaryMetrics {
    public static final String CALLS = "summariser_calls";
    public static final String FAILED = "summariser_failed";
    public static final String SUMMARIES = "summariser_summaries";
    public static final String WAITING = "summariser_waiting";

    private final Counter calls;
    private final Counter failed;
    private final Counter attached;
    private final Counter notNeeded;
    private final Counter givenUp;
    private final AtomicInteger waiting = new AtomicInteger();

    public SummaryMetrics(MeterRegistry registry) {
        calls = Counter.builder(CALLS).description("Calls to the summariser").register(registry);
        failed = Counter.builder(FAILED)
                .description("Calls to the summariser that returned no summary")
                .register(registry);
        attached = ended(registry, "attached");
        notNeeded = ended(registry, "not_needed");
        givenUp = ended(registry, "given_up");
        Gauge.builder(WAITING, waiting::get)
                .description("Submissions that wait for a summary; every instance shows the same, up to 1,000")
                .register(registry);
    }

    public void called() {
        calls.increment();
    }

    public void failed() {
        failed.increment();
    }

    public void attached() {
        attached.increment();
    }

    public void notNeeded() {
        notNeeded.increment();
    }

    public void givenUp() {
        givenUp.increment();
    }

    public void waiting(int jobs) {
        waiting.set(jobs);
    }

    private static Counter ended(MeterRegistry registry, String how) {
        return Counter.builder(SUMMARIES)
                .description("Submissions to be summarised, by outcome")
                .tag("outcome", how)
                .register(registry);
    }
}
