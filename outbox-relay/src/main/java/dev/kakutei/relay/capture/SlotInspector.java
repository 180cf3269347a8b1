package dev.kakutei.relay.capture;

import java.sql.Array;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Asks the database about the slot, over one connection that is kept. For one thread. */
public final class SlotInspector implements AutoCloseable {
    /** Columns that older servers do not have are read through JSON, where a missing one is null. */
    private static final String INSPECT = """
            select to_regclass(?) is not null and to_regclass(?) is not null as tables_there,
                   pg_is_in_recovery() as replica,
                   current_database() as this_database,
                   s.slot_name, s.slot_type, s.plugin, s.database, s.temporary, s.active, s.active_pid, s.wal_status,
                   to_jsonb(s) ->> 'invalidation_reason' as invalidation_reason,
                   p.pubname, p.pubinsert, p.pubupdate or p.pubdelete or p.pubtruncate as publishes_more,
                   t.tables, t.row_filters
              from (values (1)) as one
              left join pg_replication_slots s on s.slot_name = ?
              left join pg_publication p on p.pubname = ?
              left join lateral (
                     select array_agg(tablename::text) as tables,
                            string_agg(to_jsonb(x) ->> 'rowfilter', ' ') as row_filters
                       from pg_publication_tables x
                      where x.pubname = p.pubname and x.schemaname = ?) t on true
            """;

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

    /** Our turn is over: another relay may have more luck. */
    public void endTurn() {
        close();
    }

    /** Never throws: a database that cannot be asked is a finding too. */
    public Inspection inspect() {
        try (PreparedStatement query = link.connection().prepareStatement(INSPECT)) {
            query.setString(1, CaptureConfig.SCHEMA + "." + CaptureConfig.TABLE);
            query.setString(2, CaptureConfig.SCHEMA + "." + CaptureConfig.CANARIES);
            query.setString(3, config.slot());
            query.setString(4, CaptureConfig.PUBLICATION);
            query.setString(5, CaptureConfig.SCHEMA);
            try (ResultSet found = query.executeQuery()) {
                found.next();
                return judge(found);
            }
        } catch (SQLException e) {
            close();
            return new Inspection.NotYet(
                    Inspection.Lack.POSTGRES,
                    "PostgreSQL at " + config.postgres() + " cannot be asked: " + e.getMessage());
        }
    }

    /**
     * Since when no relay has written a canary, as far as we have watched; empty where there is none or nobody answers.
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

    private Inspection judge(ResultSet found) throws SQLException {
        if (!found.getBoolean("tables_there")) {
            return new Inspection.NotYet(
                    Inspection.Lack.MIGRATION,
                    "table " + CaptureConfig.TABLE + " or " + CaptureConfig.CANARIES + " does not exist yet in "
                            + config.postgres() + ": not migrated");
        }
        if (found.getBoolean("replica")) {
            return new Inspection.NotYet(
                    Inspection.Lack.POSTGRES,
                    config.postgres() + " is a replica: waiting for it to become the primary");
        }
        if (found.getString("pubname") == null) {
            return new Inspection.Missing(CaptureRefused.publicationMissing(config.slot()));
        }
        if (found.getString("slot_name") == null) {
            return new Inspection.Missing(CaptureRefused.slotMissing(config.slot()));
        }
        Optional<CaptureRefused> fault = publicationFault(found);
        if (fault.isEmpty()) {
            fault = slotFault(found);
        }
        if (fault.isPresent()) {
            return new Inspection.Unusable(fault.get());
        }
        return found.getBoolean("active")
                ? new Inspection.InUse("server process " + found.getInt("active_pid"))
                : new Inspection.Ready();
    }

    private Optional<CaptureRefused> publicationFault(ResultSet found) throws SQLException {
        Array published = found.getArray("tables");
        List<Object> tables = published == null ? List.of() : List.of((Object[]) published.getArray());
        for (String table : List.of(CaptureConfig.TABLE, CaptureConfig.CANARIES)) {
            if (!tables.contains(table)) {
                return Optional.of(
                        CaptureRefused.publicationDiffers(config.slot(), "does not contain the table " + table));
            }
        }
        if (found.getString("row_filters") != null) {
            return Optional.of(CaptureRefused.publicationDiffers(config.slot(), "filters rows"));
        }
        if (!found.getBoolean("pubinsert")) {
            return Optional.of(CaptureRefused.publicationDiffers(config.slot(), "does not publish inserts"));
        }
        if (found.getBoolean("publishes_more")) {
            return Optional.of(CaptureRefused.publicationDiffers(config.slot(), "publishes more than inserts"));
        }
        return Optional.empty();
    }

    private Optional<CaptureRefused> slotFault(ResultSet found) throws SQLException {
        String slot = config.slot();
        String invalidation = found.getString("invalidation_reason");
        if (invalidation != null || "lost".equals(found.getString("wal_status"))) {
            return Optional.of(CaptureRefused.slotLost(slot, invalidation == null ? "wal_status lost" : invalidation));
        }
        if (!"logical".equals(found.getString("slot_type"))) {
            return Optional.of(CaptureRefused.slotOfAnotherKind(slot, "physical"));
        }
        if (!"pgoutput".equals(found.getString("plugin"))) {
            return Optional.of(CaptureRefused.slotOfAnotherKind(slot, "made for " + found.getString("plugin")));
        }
        if (!found.getString("this_database").equals(found.getString("database"))) {
            return Optional.of(
                    CaptureRefused.slotOfAnotherKind(slot, "of the database " + found.getString("database")));
        }
        if (found.getBoolean("temporary")) {
            return Optional.of(CaptureRefused.slotOfAnotherKind(slot, "temporary"));
        }
        return Optional.empty();
    }
}
