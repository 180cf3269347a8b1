package dev.kakutei.store.watch;

import dev.kakutei.ledger.Status;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.store.database.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Queries Postgres for a {@link HealthSnapshot}, at a bounded cost. */
final class HealthSnapshotTable {
    /** Where a request may stay for long. Each is in the index of requests off the usual path. */
    static final List<Status> OFF_PATH = List.of(
            Status.PENDING_APPROVAL,
            Status.RETURNED,
            Status.HELD,
            Status.RETRYING,
            Status.VERIFYING,
            Status.VERIFICATION_FAILED);

    private static final String WAITING = "select kind, count(*) from (select kind from ledger where off_path = ?"
            + " limit ?) bounded group by kind";
    private static final String OLDEST = "select extract(epoch from clock_timestamp() - accepted_at) from ledger"
            + " where off_path = ? order by accepted_at limit 1";
    /**
     * Of those that are on their way to a gateway; requests that wait for an operator or for a verification are counted
     * elsewhere. Up to the bound all open requests are looked at, beyond it a sample of their pages.
     */
    private static final String AGES = "select coalesce(percentile_disc(array[0.5, 0.95]) within group"
            + " (order by extract(epoch from clock_timestamp() - o.accepted_at)::float8), array[0, 0]::float8[])"
            + " from ledger_open o %s join ledger l on l.request_id = o.request_id"
            + " where l.off_path is null or l.off_path = 'retrying'";

    /**
     * Of the oldest open requests, up to the bound: one that is stuck is among them, however many others come and go.
     */
    private static final String STUCK = "select coalesce(max(extract(epoch from clock_timestamp() - o.accepted_at))"
            + " filter (where l.off_path is null or l.off_path = 'retrying'), 0)::float8,"
            + " coalesce(max(extract(epoch from clock_timestamp() - l.due_at)), 0)::float8"
            + " from (select request_id, accepted_at from ledger_open order by accepted_at limit ?) o"
            + " join ledger l on l.request_id = o.request_id";

    private final Database database;
    private final int rows;

    HealthSnapshotTable(Database database, int rows) {
        this.database = database;
        this.rows = rows;
    }

    HealthSnapshot query() throws SQLException {
        try (Connection connection = database.connection()) {
            try (Statement limit = connection.createStatement()) {
                limit.execute("set local statement_timeout = '5s'");
            }
            Map<HealthSnapshot.Place, Long> waiting = new HashMap<>();
            Map<Status, Double> oldest = new EnumMap<>(Status.class);
            for (Status state : OFF_PATH) {
                count(connection, state, waiting);
                oldest.put(state, oldest(connection, state));
            }
            HealthSnapshot.Ages ages = ages(connection);
            HealthSnapshot.Stuck stuck = stuck(connection);
            HealthSnapshot snapshot = new HealthSnapshot(waiting, oldest, ages, stuck, openAlerts(connection));
            connection.rollback();
            return snapshot;
        }
    }

    private void count(Connection connection, Status state, Map<HealthSnapshot.Place, Long> waiting)
            throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(WAITING)) {
            query.setString(1, state.word());
            query.setInt(2, rows);
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    waiting.put(new HealthSnapshot.Place(state, RequestKind.ofWire(row.getString(1))), row.getLong(2));
                }
            }
        }
    }

    private static double oldest(Connection connection, Status state) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(OLDEST)) {
            query.setString(1, state.word());
            try (ResultSet row = query.executeQuery()) {
                return row.next() ? Math.max(0, row.getDouble(1)) : 0;
            }
        }
    }

    private HealthSnapshot.Ages ages(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            // Each is looked up by its id. Without these settings Postgres reads the whole ledger for them as long as
            // that is not very much larger, and that is what grows.
            statement.execute("set local enable_hashjoin = off");
            statement.execute("set local enable_mergejoin = off");
            double share = share(statement);
            String sample = share >= 100 ? "" : String.format(Locale.ROOT, "tablesample system (%.4f)", share);
            try (ResultSet row = statement.executeQuery(AGES.formatted(sample))) {
                row.next();
                Double[] ages = (Double[]) row.getArray(1).getArray();
                return new HealthSnapshot.Ages(Math.max(0, ages[0]), Math.max(0, ages[1]));
            }
        }
    }

    /** With the joins that {@link #ages} has set. */
    private HealthSnapshot.Stuck stuck(Connection connection) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(STUCK)) {
            query.setInt(1, rows);
            try (ResultSet row = query.executeQuery()) {
                row.next();
                return new HealthSnapshot.Stuck(Math.max(0, row.getDouble(1)), Math.max(0, row.getDouble(2)));
            }
        }
    }

    private static long openAlerts(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select count(*) from alerts where resolved_at is null")) {
            row.next();
            return row.getLong(1);
        }
    }

    /**
     * Of a hundred pages, how many are looked at. The first count is lost in a crash; the other is as old as the last
     * vacuum.
     */
    private double share(Statement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery(
                "select greatest(pg_stat_get_live_tuples(oid), reltuples) from pg_class where oid = 'ledger_open'::regclass")) {
            row.next();
            long open = Math.max(1, row.getLong(1));
            return Math.max(0.01, 100.0 * rows / open);
        }
    }
}
