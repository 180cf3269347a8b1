package dev.kakutei.store.metrics;

import dev.kakutei.boot.watch.Hop;
import dev.kakutei.boot.watch.HopLatencies;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.function.Supplier;

/** The metrics of writing the ledger back into Postgres. */
public final class ProjectionMetrics {
    public static final String PROJECTED = "projection_applied";
    public static final String REPEATED = "projection_repeated";
    public static final String QUARANTINED = "projection_quarantined";
    public static final String FAULTS = "projection_faults_open";
    public static final String HALTED = "sending_halted";
    public static final String LAG = "projection_lag_records";

    private final MeterRegistry registry;
    private final Counter applied;
    private final Counter repeated;
    private final Counter quarantined;
    private final HopLatencies hops;

    public ProjectionMetrics(MeterRegistry registry) {
        this.registry = registry;
        applied = counter(PROJECTED, "Ledger events written to Postgres by the projection");
        repeated = counter(REPEATED, "Ledger events that Postgres had already");
        quarantined = counter(QUARANTINED, "Records of the ledger topic that could not be applied");
        hops = new HopLatencies(registry, Hop.PROJECT);
    }

    /** A fact is in Postgres. */
    public void projected(Duration sinceDecided) {
        hops.record(Hop.PROJECT, sinceDecided, null);
    }

    public void lag(Supplier<Number> lag) {
        Gauge.builder(LAG, lag)
                .description("Ledger events of this instance's partitions that are not in Postgres yet")
                .register(registry);
    }

    public void projected(int events, int again) {
        applied.increment(events);
        repeated.increment(again);
    }

    /** @param halted 1 while nothing is sent, 0 otherwise */
    public void halted(Supplier<Number> halted) {
        Gauge.builder(HALTED, halted)
                .description(
                        "1 while nothing is decided or sent, because Kafka has lost records or may have; see runbook")
                .register(registry);
    }

    public void faults(Supplier<Number> open) {
        Gauge.builder(FAULTS, open)
                .description("Unrepaired records of the ledger topic, of all instances")
                .register(registry);
    }

    public void quarantined() {
        quarantined.increment();
    }

    private Counter counter(String name, String description) {
        return Counter.builder(name).description(description).register(registry);
    }
}
