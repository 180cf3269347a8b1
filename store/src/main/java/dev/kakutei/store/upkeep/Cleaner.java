package dev.kakutei.store.upkeep;

import dev.kakutei.boot.thread.DaemonThreads;
import dev.kakutei.store.database.Database;
import dev.kakutei.store.metrics.UpkeepMetrics;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes what is settled and old, at intervals, in small batches with pauses between them (SPEC A10). Every instance
 * runs one; whichever comes first does the work. A crash in the middle costs nothing: the next run starts over.
 */
public final class Cleaner implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Cleaner.class);
    private static final Duration PAUSE = Duration.ofMillis(50);
    private static final Duration SHUTDOWN_TIMEOUT = Duration.ofSeconds(5);

    private final CleaningConfig config;
    private final CleaningTables tables;
    private final UpkeepMetrics metrics;
    private final InstantSource clock;
    private final CountDownLatch closed = new CountDownLatch(1);
    private Thread thread;

    public Cleaner(CleaningConfig config, Database database, UpkeepMetrics metrics, InstantSource clock) {
        this.config = config;
        this.tables = new CleaningTables(database);
        this.metrics = metrics;
        this.clock = clock;
    }

    public void start() {
        thread = DaemonThreads.start("ingest-cleaner", this::run);
    }

    @Override
    public void close() {
        closed.countDown();
        DaemonThreads.join(thread, SHUTDOWN_TIMEOUT);
    }

    private void run() {
        while (pause(config.every())) {
            try {
                run(CleaningTables.Pass.OUTBOX, config.outbox());
                if (!config.requests().isZero()) {
                    run(CleaningTables.Pass.REQUESTS, config.requests());
                }
            } catch (SQLException | RuntimeException e) {
                // Cleaning can wait for the next run; the thread must not end.
                metrics.cleaningFailed();
                log.warn("Cleaning failed: {}; the next run starts over", e.getMessage());
            }
        }
    }

    /** One pass from the oldest row to the youngest that is old enough. Returns how many were deleted. */
    int run(CleaningTables.Pass pass, Duration retention) throws SQLException {
        int deleted = 0;
        CleaningTables.Place place = CleaningTables.Place.BEGINNING;
        do {
            CleaningTables.Cleaned cleaned = tables.batch(pass, place, retention, clock.instant(), config.batch());
            deleted += cleaned.deleted();
            metrics.cleaned(pass.name().toLowerCase(Locale.ROOT), cleaned.deleted());
            place = cleaned.next();
        } while (place != null && pause(PAUSE));
        if (deleted > 0) {
            log.info("Cleaning deleted {} rows: {}", deleted, pass.name().toLowerCase(Locale.ROOT));
        }
        return deleted;
    }

    /** Returns false when this cleaner was closed. */
    private boolean pause(Duration pause) {
        try {
            return !closed.await(pause.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            closed.countDown();
            return false;
        }
    }
}
