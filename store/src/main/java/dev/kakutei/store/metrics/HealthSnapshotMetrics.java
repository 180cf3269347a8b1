package dev.kakutei.store.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.Supplier;

/** The metrics of the health snapshot (SPEC F1): the same in every instance, so use their maximum and never their sum. */
public final class HealthSnapshotMetrics {
    public static final String PENDING_VERIFICATION = "payment_pending_verification_count";
    public static final String WAITING = "requests_waiting";
    public static final String OLDEST = "requests_waiting_oldest_seconds";
    public static final String OUTBOX_AGE = "outbox_age_seconds";
    public static final String OVERDUE = "requests_overdue_seconds";
    public static final String OPEN_ALERTS = "alerts_open";
    public static final String FAILED = "health_snapshot_failed";

    private final MeterRegistry registry;
    private final Counter failed;

    public HealthSnapshotMetrics(MeterRegistry registry) {
        this.registry = registry;
        failed = Counter.builder(FAILED)
                .description("Health snapshots that Postgres did not answer; the gauges are NaN until it does")
                .register(registry);
    }

    public void pendingVerification(Supplier<Number> count) {
        Gauge.builder(PENDING_VERIFICATION, count)
                .description("Payments whose outcome is unknown, of all instances")
                .register(registry);
    }

    public void waiting(String state, String kind, Supplier<Number> count) {
        Gauge.builder(WAITING, count)
                .description("Requests that stay in a state off the straight path, of all instances; at the bound of"
                        + " ingest.watch.rows: at least so many")
                .tags("state", state, "kind", kind)
                .register(registry);
    }

    public void oldest(String state, Supplier<Number> seconds) {
        Gauge.builder(OLDEST, seconds)
                .description("Since when the oldest request in that state was accepted, of all instances")
                .tag("state", state)
                .register(registry);
    }

    public void outboxAge(String quantile, Supplier<Number> seconds) {
        Gauge.builder(OUTBOX_AGE, seconds)
                .description("Age of requests that are on their way to their gateway, of all instances; quantile 1 is"
                        + " the oldest")
                .tag("quantile", quantile)
                .register(registry);
    }

    public void overdue(Supplier<Number> seconds) {
        Gauge.builder(OVERDUE, seconds)
                .description(
                        "How long ago the timer of an open request should have fired, where that is longest, of all"
                                + " instances")
                .register(registry);
    }

    public void openAlerts(Supplier<Number> count) {
        Gauge.builder(OPEN_ALERTS, count)
                .description("Unresolved alerts, of all instances")
                .register(registry);
    }

    public void snapshotFailed() {
        failed.increment();
    }
}
