package dev.kakutei.ingest.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Supplier;

/** The metrics of requests that come by topic. */
public final class TopicMetrics {
    public static final String RECORDS = "ingest_topic_records";
    public static final String LAG = "ingest_topic_lag_records";
    public static final String AGE = "ingest_topic_age_seconds";

    private final MeterRegistry registry;
    /** When the oldest record was published that is not processed yet; null where there is none. */
    private volatile Instant oldest;

    public TopicMetrics(MeterRegistry registry) {
        this.registry = registry;
        ended("accepted", "", 0);
    }

    /**
     * @param ending accepted, same or rejected
     * @param reason the type of the problem; empty where there is none
     */
    public void ended(String ending, String reason) {
        ended(ending, reason, 1);
    }

    private void ended(String ending, String reason, int times) {
        Counter.builder(RECORDS)
                .description("Records of the request topic, by outcome")
                .tag("ending", ending)
                .tag("reason", reason)
                .register(registry)
                .increment(times);
    }

    public void oldest(Instant published) {
        oldest = published;
    }

    public void upToDate() {
        oldest = null;
    }

    public void lag(Supplier<Number> lag) {
        Gauge.builder(LAG, lag)
                .description("Unprocessed records of this instance's partitions")
                .register(registry);
    }

    public void age(InstantSource clock) {
        Gauge.builder(AGE, () -> {
                    Instant since = oldest;
                    // A producer's clock may be ahead of ours.
                    return since == null
                            ? 0
                            : Math.max(
                                    0, Duration.between(since, clock.instant()).toMillis() / 1000.0);
                })
                .description("How long the oldest unprocessed record has been waiting")
                .register(registry);
    }
}
