package dev.kakutei.ingest.metrics;

import dev.kakutei.boot.watch.Hop;
import dev.kakutei.boot.watch.HopLatencies;
import dev.kakutei.schemas.RequestKind;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The metrics of ingest-service. Names are as in Micrometer; Prometheus shows a counter with {@code _total} behind it. */
public final class IngestMetrics {
    public static final String ENQUEUED = "outbox_enqueued";
    public static final String ACCEPT = "ingest_accept";
    public static final String SHED = "ingest_shed";
    public static final String WAL_KEPT = "ingest_wal_kept_bytes";
    public static final String BATCH = "ingest_batch_requests";
    public static final String QUEUE = "ingest_queue_requests";
    public static final String HTTP = "ingest_http";
    public static final String WAITING = "ingest_waiting_requests";
    public static final String CERTIFICATE = "ingest_tls_certificate_expiry_seconds";
    public static final String PROJECTED = "projection_applied";
    public static final String REPEATED = "projection_repeated";
    public static final String QUARANTINED = "projection_quarantined";
    public static final String FAULTS = "projection_faults_open";
    public static final String HALTED = "sending_halted";
    public static final String LAG = "projection_lag_records";

    private final MeterRegistry registry;
    private final Timer accept;
    private final DistributionSummary batch;
    private final Counter applied;
    private final Counter repeated;
    private final Counter quarantined;
    private final HopLatencies hops;

    public IngestMetrics(MeterRegistry registry) {
        this.registry = registry;
        accept = Timer.builder(ACCEPT)
                .description("From receiving a request to its commit")
                .publishPercentileHistogram()
                .minimumExpectedValue(Duration.ofMillis(1))
                .maximumExpectedValue(Duration.ofSeconds(10))
                .register(registry);
        batch = DistributionSummary.builder(BATCH)
                .description("Requests stored in one transaction")
                .register(registry);
        applied = counter(PROJECTED, "Ledger events written to Postgres by the projection");
        repeated = counter(REPEATED, "Ledger events that Postgres had already");
        quarantined = counter(QUARANTINED, "Records of the ledger topic that could not be applied");
        hops = new HopLatencies(registry, Hop.ACCEPT, Hop.PROJECT);
        // From the start at zero: a rate sees the first one only then.
        for (RequestKind kind : RequestKind.values()) {
            enqueued(kind.wire(), 0);
        }
    }

    public void enqueued(String kind) {
        enqueued(kind, 1);
    }

    private void enqueued(String kind, int times) {
        Counter.builder(ENQUEUED)
                .description("Requests that were accepted, each with its outbox row")
                .tag("kind", kind)
                .register(registry)
                .increment(times);
    }

    /** @param traceparent null where nothing was accepted */
    public void accepted(Duration taken, String traceparent) {
        accept.record(taken);
        hops.record(Hop.ACCEPT, taken, traceparent);
    }

    /** A fact is in Postgres. */
    public void projected(Duration sinceDecided) {
        hops.record(Hop.PROJECT, sinceDecided, null);
    }

    /** @param causes what may be at risk, in words of ours */
    public void shedFrom(Stream<String> causes) {
        causes.forEach(cause -> shed(cause, 0));
    }

    /** @param cause what would have been at risk */
    public void shed(String cause) {
        shed(cause, 1);
    }

    private void shed(String cause, int times) {
        Counter.builder(SHED)
                .description("Requests refused to protect memory or the disk of the WAL")
                .tag("cause", cause)
                .register(registry)
                .increment(times);
    }

    public void walKept(Supplier<Number> bytes) {
        Gauge.builder(WAL_KEPT, bytes)
                .description("Bytes of WAL that Postgres keeps for the relay, as last read")
                .register(registry);
    }

    public void batch(int requests) {
        batch.record(requests);
    }

    /** @param route as it was registered, never the path as it came: a caller must not be able to create metrics */
    public void answered(String method, String route, int status, Duration taken) {
        Timer.builder(HTTP)
                .description("Answers over HTTP")
                .tags("method", method, "route", route, "status", Integer.toString(status))
                .register(registry)
                .record(taken);
    }

    public void queueDepth(Supplier<Number> depth) {
        Gauge.builder(QUEUE, depth).description("Requests waiting to be stored").register(registry);
    }

    public void waiting(Supplier<Number> waiting) {
        Gauge.builder(WAITING, waiting)
                .description("Callers waiting for their outcome")
                .register(registry);
    }

    public void certificateExpiry(Supplier<Number> seconds) {
        Gauge.builder(CERTIFICATE, seconds)
                .description("Until the TLS certificate expires")
                .register(registry);
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
