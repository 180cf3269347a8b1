package dev.kakutei.relay.capture;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Properties;

/** Asks the database about the slot, over one connection that is kept. For one thread. */
public final class SlotInspector implements AutoCloseable {
    /** Columns that older servers do not have are read through JSON, where a missing one is null. */
    private static final String INSPECT = """
            select to_regclass(?) is not null as table_there,
                   pg_is_in_recovery() as replica,
                   current_database() as this_database,
                   s.slot_name, s.slot_type, s.plugin, s.database, s.temporary, s.active, s.active_pid, s.wal_status,
                   to_jsonb(s) ->> 'invalidation_reason' as invalidation_reason,
                   p.pubname, p.pubinsert, p.pubupdate or p.pubdelete or p.pubtruncate as publishes_more,
                   t.tablename, to_jsonb(t) ->> 'rowfilter' as row_filter
              from (values (1)) as one
              left join pg_replication_slots s on s.slot_name = ?
              left join pg_publication p on p.pubname = ?
              left join pg_publication_tables t
                     on t.pubname = p.pubname and t.schemaname = ? and t.tablename = ?
            """;

    private static final String STATUS = """
            select active,
                   pg_wal_lsn_diff(pg_current_wal_lsn(), confirmed_flush_lsn)::bigint as lag,
                   pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)::bigint as retained
              from pg_replication_slots where slot_name = ?
            """;

    private final CaptureConfig config;
    private Connection connection;

    public SlotInspector(CaptureConfig config) {
        this.config = config;
    }

    /** Never throws: a database that cannot be asked is a finding too. */
    public Inspection inspect() {
        try (PreparedStatement query = connected().prepareStatement(INSPECT)) {
            query.setString(1, CaptureConfig.SCHEMA + "." + CaptureConfig.TABLE);
            query.setString(2, config.slot());
            query.setString(3, CaptureConfig.PUBLICATION);
            query.setString(4, CaptureConfig.SCHEMA);
            query.setString(5, CaptureConfig.TABLE);
            try (ResultSet found = query.executeQuery()) {
                found.next();
                return judge(found);
            }
        } catch (SQLException e) {
            close();
            return new Inspection.NotYet("PostgreSQL at " + config.postgres() + " cannot be asked: " + e.getMessage());
        }
    }

    /** Empty when the database cannot be asked or the slot is gone; the next inspection will say which. */
    public Optional<SlotStatus> status() {
        try (PreparedStatement query = connected().prepareStatement(STATUS)) {
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
        try {
            if (connection != null) {
                connection.close();
            }
        } catch (SQLException alreadyGone) {
            // Gone is what was asked for.
        }
        connection = null;
    }

    private Inspection judge(ResultSet found) throws SQLException {
        if (!found.getBoolean("table_there")) {
            return new Inspection.NotYet(
                    "table " + CaptureConfig.TABLE + " does not exist yet in " + config.postgres() + ": not migrated");
        }
        if (found.getBoolean("replica")) {
            return new Inspection.NotYet(config.postgres() + " is a replica: waiting for it to become the primary");
        }
        if (found.getString("pubname") == null) {
            return new Inspection.Missing(CaptureRefused.publicationMissing());
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

    private static Optional<CaptureRefused> publicationFault(ResultSet found) throws SQLException {
        if (found.getString("tablename") == null) {
            return Optional.of(CaptureRefused.publicationDiffers("does not contain the table " + CaptureConfig.TABLE));
        }
        if (found.getString("row_filter") != null) {
            return Optional.of(CaptureRefused.publicationDiffers("filters rows"));
        }
        if (!found.getBoolean("pubinsert")) {
            return Optional.of(CaptureRefused.publicationDiffers("does not publish inserts"));
        }
        if (found.getBoolean("publishes_more")) {
            return Optional.of(CaptureRefused.publicationDiffers("publishes more than inserts"));
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

    private Connection connected() throws SQLException {
        if (connection == null) {
            Properties properties = new Properties();
            properties.setProperty("user", config.postgres().user());
            properties.setProperty("password", config.postgres().password());
            properties.setProperty("ApplicationName", "kakutei-outbox-relay");
            // A server that vanished without a word must not hold up the supervision.
            properties.setProperty("loginTimeout", "5");
            properties.setProperty("connectTimeout", "5");
            properties.setProperty("socketTimeout", "10");
            connection = DriverManager.getConnection(config.postgres().url(), properties);
        }
        return connection;
    }
}
