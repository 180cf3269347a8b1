package dev.kakutei.ingest.watch;

import dev.kakutei.ingest.meters.StandingMeters;
import dev.kakutei.ingest.store.Database;
import dev.kakutei.ledger.Status;
import dev.kakutei.schemas.RequestKind;
import java.sql.SQLException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the gauges of the whole up to date. Every instance shows the same figures: they are of the whole, so whoever adds
 * them up is wrong. What cannot be asked is not shown: an old figure would look like a good one.
 */
public final class StandingWatch implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(StandingWatch.class);

    private final WatchConfig config;
    private final StandingTable table;
    private final StandingMeters meters;
    private final ScheduledExecutorService clockwork;
    private volatile Standing now;

    public StandingWatch(WatchConfig config, Database database, StandingMeters meters) {
        this.config = config;
        this.table = new StandingTable(database, config.rows());
        this.meters = meters;
        this.clockwork = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "ingest-standing");
            thread.setDaemon(true);
            return thread;
        });
        meters.pendingVerification(figure(StandingWatch::pendingPayments));
        for (Status state : StandingTable.OFF_PATH) {
            for (RequestKind kind : RequestKind.values()) {
                meters.waiting(state.word(), kind.wire(), figure(seen -> seen.waiting(state, kind)));
            }
            meters.oldest(state.word(), figure(seen -> seen.oldestSeconds().getOrDefault(state, 0.0)));
        }
        meters.openAlerts(figure(Standing::openAlerts));
        meters.outboxAge("0.5", figure(seen -> seen.outboxAges().median()));
        meters.outboxAge("0.95", figure(seen -> seen.outboxAges().p95()));
        meters.outboxAge("1", figure(seen -> seen.stuck().oldest()));
        meters.overdue(figure(seen -> seen.stuck().overdue()));
    }

    /** Looks once, and then again and again. */
    public void start() {
        look();
        long every = config.every().toMillis();
        clockwork.scheduleWithFixedDelay(this::look, every, every, TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        clockwork.shutdownNow();
    }

    private void look() {
        try {
            now = table.look();
        } catch (SQLException | RuntimeException e) {
            now = null;
            meters.lookFailed();
            log.warn("cannot see how things stand: {}", e.getMessage());
        }
    }

    private java.util.function.Supplier<Number> figure(ToDoubleFunction<Standing> read) {
        return () -> {
            Standing seen = now;
            return seen == null ? Double.NaN : read.applyAsDouble(seen);
        };
    }

    private static double pendingPayments(Standing seen) {
        long pending = 0;
        for (Status state : StandingTable.OFF_PATH) {
            pending += state.pendingVerification() ? seen.waiting(state, RequestKind.PAYMENT) : 0;
        }
        return pending;
    }
}
