package dev.kakutei.relay;

import dev.kakutei.boot.watch.Hop;
import dev.kakutei.boot.watch.HopLatencies;
import dev.kakutei.relay.capture.SlotStatus;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;

/** The metrics of the relay (SPEC F1, B4). */
final class RelayMetrics {
    private final Counter captured;
    private final Counter published;
    private final Counter quarantined;
    private final Counter restarts;
    private final Timer latency;
    private final Timer canary;
    private final Counter announcedAgain;
    private final Counter reconcileFailures;
    private final HopLatencies hops;
    private final AtomicLong suspects = new AtomicLong();
    private final DistributionSummary batchRows;
    private final AtomicLong lagBytes = new AtomicLong();
    private final AtomicLong retainedBytes = new AtomicLong();

    RelayMetrics(MeterRegistry registry, Lifecycle lifecycle, CanaryWatch watch) {
        hops = new HopLatencies(registry, Hop.CAPTURE);
        captured = Counter.builder("relay.rows.captured")
                .description("outbox rows read from the WAL, repetitions included")
                .register(registry);
        published = Counter.builder("relay.rows.published")
                .description("outbox rows that Kafka has acknowledged, repetitions included")
                .register(registry);
        quarantined = Counter.builder("relay.rows.quarantined")
                .description("outbox rows that could not be announced; each needs an operator")
                .register(registry);
        restarts = Counter.builder("relay.restarts")
                .description("captures that ended by an error and were started again")
                .register(registry);
        latency = Timer.builder("relay.capture.latency")
                .description("from a row's created_at to Kafka's acknowledgement")
                .publishPercentiles(0.5, 0.95, 0.99)
                .register(registry);
        canary = Timer.builder("relay.canary.latency")
                .description("from the writing of a canary to Kafka's acknowledgement")
                .publishPercentiles(0.5, 0.95, 0.99)
                .register(registry);
        Gauge.builder(
                        "relay.canary.age",
                        watch,
                        silent -> silent.silence(System.nanoTime()).toMillis() / 1000.0)
                .description("time since a canary last arrived")
                .baseUnit("seconds")
                .register(registry);
        announcedAgain = Counter.builder("relay.rows.announced.again")
                .description("accepted requests that showed no progress and were announced again")
                .register(registry);
        reconcileFailures = Counter.builder("relay.reconcile.failed")
                .description("reconciliation runs that failed")
                .register(registry);
        Gauge.builder("relay.suspects", suspects, AtomicLong::doubleValue)
                .description("accepted requests that show no progress though they are old enough")
                .register(registry);
        batchRows = DistributionSummary.builder("relay.batch.rows")
                .description("rows handed to Kafka at once")
                .register(registry);
        Gauge.builder("relay.slot.lag.bytes", lagBytes, AtomicLong::doubleValue)
                .description("WAL written since the last position acknowledged to the slot")
                .register(registry);
        Gauge.builder("relay.slot.retained.bytes", retainedBytes, AtomicLong::doubleValue)
                .description("WAL that Postgres keeps for the slot")
                .register(registry);
        for (RelayState state : RelayState.values()) {
            Gauge.builder("relay.state", lifecycle, current -> current.state() == state ? 1 : 0)
                    .description("1 for the state the relay is in")
                    .tag("state", state.name().toLowerCase(Locale.ROOT))
                    .register(registry);
        }
    }

    void captured(int rows) {
        captured.increment(rows);
        batchRows.record(rows);
    }

    void published(Duration sinceCreated, String traceparent) {
        published.increment();
        hops.record(Hop.CAPTURE, sinceCreated, traceparent);
        latency.record(sinceCreated.isNegative() ? Duration.ZERO : sinceCreated);
    }

    void canary(Duration way) {
        canary.record(way.isNegative() ? Duration.ZERO : way);
    }

    void announcedAgain(int rows) {
        announcedAgain.increment(rows);
    }

    void suspects(int count) {
        suspects.set(count);
    }

    void reconcileFailed() {
        reconcileFailures.increment();
    }

    void quarantined() {
        quarantined.increment();
    }

    void restarted() {
        restarts.increment();
    }

    void slot(SlotStatus status) {
        lagBytes.set(status.lagBytes());
        retainedBytes.set(status.retainedBytes());
    }
}
