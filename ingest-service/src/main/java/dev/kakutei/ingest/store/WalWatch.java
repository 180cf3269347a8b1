package dev.kakutei.ingest.store;

import dev.kakutei.ingest.meters.IngestMeters;
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
 * Knows how much of its log Postgres must keep for the relay. Every request makes it longer, and where nobody reads it,
 * it grows until the disk is full and nothing can be stored at all; requests are turned away before that.
 *
 * <p>The look is a few seconds old. When Postgres cannot be asked, the last look counts: nothing is stored then anyway.
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
    private final ScheduledExecutorService clockwork;
    private volatile long kept;
    private boolean wasOver;

    /** @param limitMib 0 for none */
    public WalWatch(Database database, String slot, long limitMib, IngestMeters meters) {
        this.database = database;
        this.slot = slot;
        this.limitMib = limitMib;
        this.clockwork = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "ingest-wal-watch");
            thread.setDaemon(true);
            return thread;
        });
        meters.walKept(() -> kept);
    }

    /** Looks once, and then again and again. */
    public void start() {
        look();
        clockwork.scheduleWithFixedDelay(this::look, EVERY.toMillis(), EVERY.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Whether no further request should be taken. */
    public boolean over() {
        return limitMib > 0 && kept > limitMib * MIB;
    }

    public Optional<String> trouble() {
        return over()
                ? Optional.of("requests are turned away: the slot " + slot + " keeps " + kept / MIB
                        + " MiB of the log, more than " + limitMib + " MiB; is the relay running?")
                : Optional.empty();
    }

    @Override
    public void close() {
        clockwork.shutdownNow();
    }

    private void look() {
        try (Connection connection = database.connection();
                PreparedStatement query = connection.prepareStatement(KEPT)) {
            query.setQueryTimeout(QUERY_SECONDS);
            query.setString(1, slot);
            try (ResultSet row = query.executeQuery()) {
                // A slot that is gone or lost keeps nothing; the relay tells of it.
                kept = row.next() ? row.getLong(1) : 0;
            }
            connection.rollback();
        } catch (SQLException e) {
            log.warn("cannot see how much of the log the slot {} keeps: {}", slot, e.getMessage());
            return;
        } catch (RuntimeException e) {
            // Or the clockwork would stop without a word.
            log.error("cannot see how much of the log the slot {} keeps", slot, e);
            return;
        }
        if (over() != wasOver) {
            wasOver = over();
            log.warn(wasOver ? "{}" : "requests are taken again{}", trouble().orElse(""));
        }
    }
}
