package dev.kakutei.store.metrics;

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

/** The metrics of accepting requests. Names are as in Micrometer; Prometheus shows a counter with {@code _total} behind it. */
public final class AcceptMetrics {
    public static final String ENQUEUED = "outbox_enqueued";
    public static final String ACCEPT = "ingest_accept";
    public static final String SHED = "ingest_shed";
    public static final String WAL_KEPT = "ingest_wal_kept_bytes";
    public static final String BATCH = "ingest_batch_requests";
    public static final String QUEUE = "ingest_queue_requests";

    private final MeterRegistry registry;
    private final Timer accept;
    private final DistributionSummary batch;
    private final HopLatencies hops;

    public AcceptMetrics(MeterRegistry registry) {
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
        hops = new HopLatencies(registry, Hop.ACCEPT);
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

    public void queueDepth(Supplier<Number> depth) {
        Gauge.builder(QUEUE, depth).description("Requests waiting to be stored").register(registry);
    }
}
