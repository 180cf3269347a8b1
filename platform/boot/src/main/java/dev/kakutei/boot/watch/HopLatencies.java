package dev.kakutei.boot.watch;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Stream;

/** The latencies of the hops that one service measures. */
public final class HopLatencies {
    public static final String NAME = "hop_latency";

    /** From the fastest that was seen to the longest that a call may take. */
    private static final Duration[] BUCKETS = Stream.of(1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000)
            .map(Duration::ofMillis)
            .toArray(Duration[]::new);

    private final Map<Hop, Timer> timers = new EnumMap<>(Hop.class);

    public HopLatencies(MeterRegistry registry, Hop... measured) {
        for (Hop hop : measured) {
            timers.put(
                    hop,
                    Timer.builder(NAME)
                            .description("How long a request took for one hop of its way")
                            .tag("hop", hop.label())
                            .serviceLevelObjectives(BUCKETS)
                            .register(registry));
        }
    }

    /**
     * @param taken what is below zero counts as zero: clocks of two machines differ
     * @param traceparent the request's, of which one may be shown beside the figures; null for none
     */
    public void record(Hop hop, Duration taken, String traceparent) {
        Timer timer = timers.get(hop);
        if (timer == null) {
            throw new IllegalArgumentException(hop + " is measured by another service");
        }
        TraceExemplars.within(traceparent, () -> timer.record(taken.isNegative() ? Duration.ZERO : taken));
    }
}
