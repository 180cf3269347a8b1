package dev.kakutei.operator.overview;

import dev.kakutei.boot.StoreUnavailable;
import dev.kakutei.ledger.Status;
import dev.kakutei.store.database.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The tally of all changes of state, read and kept small. Its cost is that of the last seconds, not of all requests.
 */
public final class TallyTable {
    /** For the lock that lets one instance at a time compact rows. */
    private static final long LOCK = 0x6b616b75_74616c79L;

    private static final String COUNTS = "select state, sum(came - went),"
            + " coalesce(sum(came) filter (where at > now() - interval '" + Flow.SECONDS + " s'), 0)"
            + " from ledger_tally";
    /** The index begins with the oldest. */
    private static final String OLDEST = "select accepted_at from ledger_open order by accepted_at limit 1";
    /** Open requests are not indexed by client: the oldest thousand are searched, and no more. */
    private static final String OLDEST_OF_CLIENT = "select o.accepted_at from"
            + " (select accepted_at, request_id from ledger_open order by accepted_at, request_id limit 1000) o"
            + " join ledger l on l.request_id = o.request_id where l.client = ?"
            + " order by o.accepted_at limit 1";

    /**
     * Bases, one for each client and state, are left alone until there are twice as many as needed: otherwise an
     * installation with many clients would rewrite all of them each time.
     */
    private static final String COMPACT = "with old as"
            + " (delete from ledger_tally where at < now() - interval '3 s' and (at > 'epoch' or"
            + "  (select count(*) > 100 and count(*) > 2 * count(distinct (client, state))"
            + "   from ledger_tally where at = 'epoch')) returning *)"
            + " insert into ledger_tally select case when at < now() - interval '" + (Flow.SECONDS + 10) + " s'"
            + " then 'epoch' else date_bin('10 s', at, 'epoch') end, client, state, sum(came), sum(went)"
            + " from old group by 1, 2, 3";

    private final Database database;

    public TallyTable(Database database) {
        this.database = database;
    }

    /**
     * @param client whose requests; empty for those of all clients
     * @throws StoreUnavailable when Postgres cannot be asked
     */
    Flow flow(Optional<String> client) {
        try (Connection connection = database.connection()) {
            Map<Status, Long> there = new EnumMap<>(Status.class);
            Map<Status, Long> lately = new EnumMap<>(Status.class);
            Instant at = now(connection);
            try (PreparedStatement query = connection.prepareStatement(
                    COUNTS + (client.isEmpty() ? "" : " where client = ?") + " group by state")) {
                if (client.isPresent()) {
                    query.setString(1, client.get());
                }
                try (ResultSet row = query.executeQuery()) {
                    while (row.next()) {
                        Status status = Status.ofWord(row.getString(1));
                        there.put(status, row.getLong(2));
                        lately.put(status, row.getLong(3));
                    }
                }
            }
            Optional<Instant> oldest = oldest(connection, client);
            OptionalLong alerts = openAlerts(connection);
            connection.commit();
            return new Flow(at, there, lately, oldest, alerts);
        } catch (SQLException e) {
            throw new StoreUnavailable(e);
        }
    }

    /** How much WAL Postgres keeps for this slot. */
    Optional<LagReader.Slot> slot(String name) {
        try (Connection connection = database.connection();
                PreparedStatement query = connection.prepareStatement(
                        "select coalesce(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn), 0), active"
                                + " from pg_replication_slots where slot_name = ?")) {
            query.setString(1, name);
            try (ResultSet row = query.executeQuery()) {
                return row.next()
                        ? Optional.of(new LagReader.Slot(name, row.getLong(1), row.getBoolean(2)))
                        : Optional.empty();
            }
        } catch (SQLException e) {
            throw new StoreUnavailable(e);
        }
    }

    /** Safe to call by any number of instances: one does it, the others skip it. */
    void compact() throws SQLException {
        try (Connection connection = database.connection();
                Statement statement = connection.createStatement()) {
            boolean ours;
            try (ResultSet row = statement.executeQuery("select pg_try_advisory_xact_lock(" + LOCK + ")")) {
                ours = row.next() && row.getBoolean(1);
            }
            if (ours) {
                statement.execute(COMPACT);
            }
            connection.commit();
        }
    }

    /** Empty in an installation whose tables have no place for them. Few are open at a time, and those are indexed. */
    private static OptionalLong openAlerts(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            try (ResultSet row = statement.executeQuery("select to_regclass('alerts') is not null")) {
                if (!row.next() || !row.getBoolean(1)) {
                    return OptionalLong.empty();
                }
            }
            try (ResultSet row = statement.executeQuery(
                    "select count(*) from (select 1 from alerts where resolved_at is null limit 10000) open_ones")) {
                row.next();
                return OptionalLong.of(row.getLong(1));
            }
        }
    }

    /** By the database's clock, like the tally. */
    private static Instant now(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select now()")) {
            row.next();
            return row.getObject(1, OffsetDateTime.class).toInstant();
        }
    }

    private static Optional<Instant> oldest(Connection connection, Optional<String> client) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(client.isEmpty() ? OLDEST : OLDEST_OF_CLIENT)) {
            if (client.isPresent()) {
                query.setString(1, client.get());
            }
            try (ResultSet row = query.executeQuery()) {
                return row.next()
                        ? Optional.of(row.getObject(1, OffsetDateTime.class).toInstant())
                        : Optional.empty();
            }
        }
    }
}
