package dev.kakutei.store.clearance;

import dev.kakutei.boot.StoreUnavailable;
import dev.kakutei.ledger.Republication;
import dev.kakutei.store.database.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.apache.kafka.common.TopicPartition;

/**
 * What Postgres knows of Kafka's past, of incidents, and of recoveries. Every method throws {@link StoreUnavailable}
 * when Postgres cannot be asked.
 */
public final class RecoveryTables {
    private final Database database;

    public RecoveryTables(Database database) {
        this.database = database;
    }

    /**
     * What is known, as of one moment.
     *
     * @param recovery the number of the last recovery that came to its end; 0 for none
     * @param incidents reasons to believe that records were lost, which no recovery has closed
     * @param quiet whether it is stored since when nothing was sent
     */
    record Known(int recovery, List<ReadPosition> marks, List<String> incidents, boolean quiet) {}

    Known known(String topic) {
        return with(connection -> new Known(
                recovery(connection),
                marks(connection, topic),
                incidents(connection),
                quiet(connection).isPresent()));
    }

    /** How many recoveries there were. */
    public int recovery() {
        return with(RecoveryTables::recovery);
    }

    /** The number of the last recovery that was begun, whether it came to its end or not. */
    public int begun() {
        return with(RecoveryTables::begun);
    }

    /** From here on nothing is sent until a recovery. One that is open already is not opened again. */
    public void open(String reason) {
        change(
                "insert into store_incidents (reason) select ? where not exists"
                        + " (select from store_incidents where recovery is null and reason = ?)",
                reason,
                reason);
    }

    /**
     * No verifier and no sender is running, and no service is cleared: what is accepted from now on cannot have been
     * sent.
     */
    void quiet() {
        change(
                "insert into sending_halt (quiet_xid) values (pg_current_xact_id()::text::bigint) on conflict do nothing");
    }

    /** Before any service is cleared again. */
    void notQuiet() {
        change("delete from sending_halt");
    }

    /** The transaction since which nothing can have been sent; empty where that is not certain. */
    public OptionalLong quietSince() {
        return with(RecoveryTables::quiet);
    }

    /**
     * When it was first noticed that nothing may be sent: now, where it was not noticed before. By the clock of
     * Postgres.
     */
    public Instant haltedSince() {
        return with(connection -> {
            try (PreparedStatement query = connection.prepareStatement("select least(now(),"
                            + " (select min(found_at) from store_incidents where recovery is null),"
                            + " (select min(quiet_at) from sending_halt))");
                    ResultSet row = query.executeQuery()) {
                row.next();
                return row.getObject(1, OffsetDateTime.class).toInstant();
            }
        });
    }

    /**
     * The recoveries that published settled requests again: those that are complete, and those after the last complete
     * one that did not come to their end.
     */
    public List<Republication.Earlier> republications() {
        return with(connection -> {
            List<Republication.Earlier> earlier = new ArrayList<>();
            try (PreparedStatement query = connection.prepareStatement(
                            "select ledger_lacks_since, completed_at from recoveries"
                                    + " where ledger_lacks_since is not null and (completed_at is not null or number >"
                                    + " (select coalesce(max(number), 0) from recoveries where completed_at is not null))");
                    ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    OffsetDateTime completedAt = row.getObject(2, OffsetDateTime.class);
                    earlier.add(new Republication.Earlier(
                            row.getObject(1, OffsetDateTime.class).toInstant(),
                            completedAt == null ? null : completedAt.toInstant()));
                }
            }
            return earlier;
        });
    }

    /**
     * Begins a recovery, and returns its number; it counts for nothing before {@link #completed}.
     *
     * @param above numbers up to here were given already, as Kafka knows: Postgres may have been put back to before
     *     that
     * @param ledgerLacksSince from then on the ledger topic may lack events that Postgres has; null where it lacks none
     */
    public int begin(String reason, int above, Instant ledgerLacksSince) {
        return with(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(
                    "insert into recoveries (number, reason, ledger_lacks_since)"
                            + " select greatest(coalesce(max(number), 0), ?) + 1, ?, ? from recoveries returning number")) {
                statement.setInt(1, above);
                statement.setString(2, reason);
                statement.setObject(3, ledgerLacksSince == null ? null : ledgerLacksSince.atOffset(ZoneOffset.UTC));
                try (ResultSet row = statement.executeQuery()) {
                    row.next();
                    return row.getInt(1);
                }
            }
        });
    }

    /** The recovery counts from here on, and closes all incidents. */
    public void completed(int number, long inDoubt) {
        with(connection -> {
            execute(
                    connection,
                    "update recoveries set completed_at = now(), in_doubt = ? where number = ?",
                    inDoubt,
                    number);
            execute(connection, "update store_incidents set recovery = ? where recovery is null", number);
            return null;
        });
    }

    private interface Work<T> {
        T on(Connection connection) throws SQLException;
    }

    private <T> T with(Work<T> work) {
        try (Connection connection = database.connection()) {
            T result = work.on(connection);
            connection.commit();
            return result;
        } catch (SQLException e) {
            throw new StoreUnavailable(e);
        }
    }

    private void change(String sql, Object... values) {
        with(connection -> {
            execute(connection, sql, values);
            return null;
        });
    }

    private static void execute(Connection connection, String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            statement.executeUpdate();
        }
    }

    private static OptionalLong quiet(Connection connection) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement("select quiet_xid from sending_halt");
                ResultSet row = query.executeQuery()) {
            return row.next() ? OptionalLong.of(row.getLong(1)) : OptionalLong.empty();
        }
    }

    private static int recovery(Connection connection) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(
                        "select coalesce(max(number), 0) from recoveries where completed_at is not null");
                ResultSet row = query.executeQuery()) {
            row.next();
            return row.getInt(1);
        }
    }

    private static int begun(Connection connection) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement("select coalesce(max(number), 0) from recoveries");
                ResultSet row = query.executeQuery()) {
            row.next();
            return row.getInt(1);
        }
    }

    private static List<ReadPosition> marks(Connection connection, String topic) throws SQLException {
        List<ReadPosition> marks = new ArrayList<>();
        try (PreparedStatement query = connection.prepareStatement("select partition, next_offset, last_record"
                + " from projection_offsets where topic = ? and next_offset > 0 order by partition")) {
            query.setString(1, topic);
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    marks.add(new ReadPosition(
                            new TopicPartition(topic, row.getInt(1)), row.getLong(2), row.getString(3)));
                }
            }
        }
        return marks;
    }

    private static List<String> incidents(Connection connection) throws SQLException {
        List<String> incidents = new ArrayList<>();
        try (PreparedStatement query = connection.prepareStatement(
                        "select reason from store_incidents where recovery is null order by id");
                ResultSet row = query.executeQuery()) {
            while (row.next()) {
                incidents.add(row.getString(1));
            }
        }
        return incidents;
    }
}
