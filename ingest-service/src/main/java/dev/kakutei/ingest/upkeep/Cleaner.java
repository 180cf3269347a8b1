package dev.kakutei.ingest.upkeep;

import dev.kakutei.ingest.meters.UpkeepMeters;
import dev.kakutei.ingest.store.Database;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Cleans away what is settled and old, now and then, in small batches with pauses between them (SPEC A10). Every instance
 * runs one; whichever comes first does the work. Dying in the middle costs nothing: the next walk begins anew.
 */
public final class Cleaner implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Cleaner.class);
    private static final Duration PAUSE = Duration.ofMillis(50);
    private static final Duration PARTING = Duration.ofSeconds(5);

    private final CleaningConfig config;
    private final CleaningTables tables;
    private final UpkeepMeters meters;
    private final InstantSource clock;
    private final CountDownLatch closed = new CountDownLatch(1);
    private Thread thread;

    public Cleaner(CleaningConfig config, Database database, UpkeepMeters meters, InstantSource clock) {
        this.config = config;
        this.tables = new CleaningTables(database);
        this.meters = meters;
        this.clock = clock;
    }

    public void start() {
        thread = new Thread(this::run, "ingest-cleaner");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() {
        closed.countDown();
        if (thread != null) {
            try {
                thread.join(PARTING.toMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void run() {
        while (rest(config.every())) {
            try {
                walk(CleaningTables.Walk.OUTBOX, config.outbox());
                if (!config.requests().isZero()) {
                    walk(CleaningTables.Walk.REQUESTS, config.requests());
                }
            } catch (SQLException | RuntimeException e) {
                // Cleaning can wait for the next time; it must not end for good.
                meters.cleaningFailed();
                log.warn("cleaning was broken off: {}", e.getMessage());
            }
        }
    }

    /** One walk from the oldest row to the youngest that is old enough. Returns how many went. */
    int walk(CleaningTables.Walk walk, Duration retention) throws SQLException {
        int deleted = 0;
        CleaningTables.Place place = CleaningTables.Place.BEGINNING;
        do {
            CleaningTables.Cleaned cleaned = tables.batch(walk, place, retention, clock.instant(), config.batch());
            deleted += cleaned.deleted();
            meters.cleaned(walk.name().toLowerCase(Locale.ROOT), cleaned.deleted());
            place = cleaned.next();
        } while (place != null && rest(PAUSE));
        if (deleted > 0) {
            log.info("cleaned away: {} of {}", deleted, walk.name().toLowerCase(Locale.ROOT));
        }
        return deleted;
    }

    /** Returns whether to go on. */
    private boolean rest(Duration pause) {
        try {
            return !closed.await(pause.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            closed.countDown();
            return false;
        }
    }
}
