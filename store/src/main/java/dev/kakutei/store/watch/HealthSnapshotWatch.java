package dev.kakutei.store.watch;

import dev.kakutei.boot.thread.DaemonThreads;
import dev.kakutei.ledger.Status;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.store.database.Database;
import dev.kakutei.store.metrics.HealthSnapshotMetrics;
import java.sql.SQLException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the gauges of the whole installation up to date. Every instance shows the same values: they are of the whole,
 * so they must not be added up. When the query fails they are NaN: an old value would look like a current one.
 */
public final class HealthSnapshotWatch implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(HealthSnapshotWatch.class);

    private final WatchConfig config;
    private final HealthSnapshotTable table;
    private final HealthSnapshotMetrics metrics;
    private final ScheduledExecutorService timer;
    private volatile HealthSnapshot now;

    public HealthSnapshotWatch(WatchConfig config, Database database, HealthSnapshotMetrics metrics) {
        this.config = config;
        this.table = new HealthSnapshotTable(database, config.rows());
        this.metrics = metrics;
        this.timer = Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("ingest-health-snapshot"));
        metrics.pendingVerification(figure(HealthSnapshotWatch::pendingPayments));
        for (Status state : HealthSnapshotTable.OFF_PATH) {
            for (RequestKind kind : RequestKind.values()) {
                metrics.waiting(state.word(), kind.wire(), figure(seen -> seen.waiting(state, kind)));
            }
            metrics.oldest(state.word(), figure(seen -> seen.oldestSeconds().getOrDefault(state, 0.0)));
        }
        metrics.openAlerts(figure(HealthSnapshot::openAlerts));
        metrics.outboxAge("0.5", figure(seen -> seen.outboxAges().median()));
        metrics.outboxAge("0.95", figure(seen -> seen.outboxAges().p95()));
        metrics.outboxAge("1", figure(seen -> seen.stuck().oldest()));
        metrics.overdue(figure(seen -> seen.stuck().overdue()));
    }

    /** Queries once, and then at intervals. */
    public void start() {
        query();
        long every = config.every().toMillis();
        timer.scheduleWithFixedDelay(this::query, every, every, TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }

    private void query() {
        try {
            now = table.query();
        } catch (SQLException | RuntimeException e) {
            now = null;
            metrics.snapshotFailed();
            log.warn(
                    "Health query failed: {}; retrying in {} s",
                    e.getMessage(),
                    config.every().toSeconds());
        }
    }

    private java.util.function.Supplier<Number> figure(ToDoubleFunction<HealthSnapshot> read) {
        return () -> {
            HealthSnapshot seen = now;
            return seen == null ? Double.NaN : read.applyAsDouble(seen);
        };
    }

    private static double pendingPayments(HealthSnapshot seen) {
        long pending = 0;
        for (Status state : HealthSnapshotTable.OFF_PATH) {
            pending += state.pendingVerification() ? seen.waiting(state, RequestKind.PAYMENT) : 0;
        }
        return pending;
    }
}
