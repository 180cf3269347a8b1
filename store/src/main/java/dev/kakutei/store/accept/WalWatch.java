package dev.kakutei.store.accept;

import dev.kakutei.boot.thread.DaemonThreads;
import dev.kakutei.store.database.Database;
import dev.kakutei.store.metrics.AcceptMetrics;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches how much WAL Postgres must keep for the relay. Every request adds to it, and when the relay does not read it,
 * it grows until the disk is full and nothing can be stored at all; requests are rejected before that.
 *
 * <p>The value is a few seconds old. When Postgres cannot be queried, the last value counts: nothing is stored then
 * anyway.
 */
public final class WalWatch implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(WalWatch.class);
    private static final Duration EVERY = Duration.ofSeconds(2);
    private static final int QUERY_SECONDS = 5;
    private static final String KEPT = "select pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)"
            + " from pg_replication_slots where slot_name = ?";
    private static final long MIB = 1024 * 1024;

    private final Database database;
    private final String slot;
    private final long limitMib;
    private final ScheduledExecutorService timer;
    private volatile long kept;
    private boolean wasOver;

    /** @param limitMib 0 for none */
    public WalWatch(Database database, String slot, long limitMib, AcceptMetrics metrics) {
        this.database = database;
        this.slot = slot;
        this.limitMib = limitMib;
        this.timer = Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("ingest-wal-watch"));
        metrics.walKept(() -> kept);
    }

    /** Checks once, and then every two seconds. */
    public void start() {
        check();
        timer.scheduleWithFixedDelay(this::check, EVERY.toMillis(), EVERY.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Whether no further request should be taken. */
    public boolean over() {
        return limitMib > 0 && kept > limitMib * MIB;
    }

    public Optional<String> problem() {
        return over()
                ? Optional.of("requests are rejected: the slot " + slot + " keeps " + kept / MIB
                        + " MiB of WAL, more than " + limitMib + " MiB; is the relay running?")
                : Optional.empty();
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }

    private void check() {
        try (Connection connection = database.connection();
                PreparedStatement query = connection.prepareStatement(KEPT)) {
            query.setQueryTimeout(QUERY_SECONDS);
            query.setString(1, slot);
            try (ResultSet row = query.executeQuery()) {
                // A slot that is gone or lost keeps nothing; the relay reports it.
                kept = row.next() ? row.getLong(1) : 0;
            }
            connection.rollback();
        } catch (SQLException e) {
            log.warn("Query for the WAL kept by slot {} failed: {}", slot, e.getMessage());
            return;
        } catch (RuntimeException e) {
            // Otherwise the timer would stop silently.
            log.error("Query for the WAL kept by slot {} failed", slot, e);
            return;
        }
        if (over() != wasOver) {
            wasOver = over();
            log.warn(wasOver ? "{}" : "Requests are accepted again{}", problem().orElse(""));
        }
    }
}
