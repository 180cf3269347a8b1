package dev.kakutei.relay.capture;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/** Asks the database about the slot, over one connection that is kept. For one thread. */
public final class SlotInspector implements AutoCloseable {
    private static final String STATUS = """
            select active,
                   pg_wal_lsn_diff(pg_current_wal_lsn(), confirmed_flush_lsn)::bigint as lag,
                   pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)::bigint as retained
              from pg_replication_slots where slot_name = ?
            """;

    /**
     * Whose turn it is, among relays that see a free slot at the same moment. It belongs to the session, and ends with it;
     * taken twice, it is held once more, which does no harm.
     */
    private static final String TURN = """
            select case when exists (
                select 1 from pg_locks where locktype = 'advisory' and granted and pid = pg_backend_pid())
                then true else pg_try_advisory_lock(1801546613, hashtext(?)) end
            """;

    private final CaptureConfig config;
    private final PostgresLink link;
    private long lastCanary = Long.MIN_VALUE;
    private long lastCanaryNanos;

    public SlotInspector(CaptureConfig config) {
        this.config = config;
        this.link = new PostgresLink(config.postgres());
    }

    /** Whether it is our turn to capture; false when another relay has it, or the database cannot be asked. */
    public boolean takeTurn() {
        try (PreparedStatement query = link.connection().prepareStatement(TURN)) {
            query.setString(1, config.slot());
            try (ResultSet found = query.executeQuery()) {
                return found.next() && found.getBoolean(1);
            }
        } catch (SQLException e) {
            close();
            return false;
        }
    }

    /** Our turn is over: another relay may capture. */
    public void endTurn() {
        close();
    }

    /** Never throws: a database that cannot be asked is a finding too. */
    public Inspection inspect() {
        try {
            Inspection found = read();
            if (!found.refuses()) {
                return found;
            }
            OptionalInt version = MigrationHistory.version(link.connection());
            if (version.isEmpty()) {
                return found;
            }
            if (version.getAsInt() < CaptureConfig.MIGRATION) {
                return new Inspection.NotYet(
                        Inspection.Lack.MIGRATION,
                        "the migrations have come to version " + version.getAsInt() + ", and the relay needs version "
                                + CaptureConfig.MIGRATION);
            }
            // What the history has was there before this read; the read before may have been older than it.
            return read();
        } catch (SQLException e) {
            close();
            return new Inspection.NotYet(
                    Inspection.Lack.POSTGRES,
                    "PostgreSQL at " + config.postgres() + " cannot be queried: " + e.getMessage());
        }
    }

    private Inspection read() throws SQLException {
        return CaptureRules.judge(CatalogSnapshot.read(link.connection(), config.slot()), config);
    }

    /**
     * Since when no relay has written a canary, as far as we have watched; empty where there is none, or no answer.
     * What counts is that another one is there, not the time that is written on it: clocks differ and jump.
     */
    public Optional<Duration> sinceLastCanary() {
        try (PreparedStatement query =
                        link.connection().prepareStatement("select id from relay_canaries order by id desc limit 1");
                ResultSet found = query.executeQuery()) {
            if (!found.next()) {
                return Optional.empty();
            }
            long id = found.getLong("id");
            if (id != lastCanary) {
                lastCanary = id;
                lastCanaryNanos = System.nanoTime();
            }
            return Optional.of(Duration.ofNanos(System.nanoTime() - lastCanaryNanos));
        } catch (SQLException e) {
            close();
            return Optional.empty();
        }
    }

    /** Empty when the database cannot be asked or the slot is gone; the next inspection will say which. */
    public Optional<SlotStatus> status() {
        try (PreparedStatement query = link.connection().prepareStatement(STATUS)) {
            query.setString(1, config.slot());
            try (ResultSet found = query.executeQuery()) {
                return found.next()
                        ? Optional.of(new SlotStatus(
                                found.getBoolean("active"), found.getLong("lag"), found.getLong("retained")))
                        : Optional.empty();
            }
        } catch (SQLException e) {
            close();
            return Optional.empty();
        }
    }

    @Override
    public void close() {
        link.close();
    }
}
