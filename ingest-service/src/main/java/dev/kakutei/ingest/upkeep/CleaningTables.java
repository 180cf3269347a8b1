package dev.kakutei.ingest.upkeep;

import dev.kakutei.ingest.store.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * One batch of cleaning is one short transaction. A pass goes through a table from its oldest row: what may be deleted
 * is, what may not is skipped, and the next batch begins behind it. Locked rows are left for the next pass.
 *
 * <p>Whether a request is settled is asked of the ledger's own row, not of the outbox, which only shows it. Time is the
 * earlier of Postgres' and this process's: a clock that jumps forward alone makes nothing old.
 */
final class CleaningTables {
    /** One instance at a time, for the length of a batch. */
    private static final long LOCK = 0x6b616b757465L;

    /** What a pass cleans. */
    enum Pass {
        OUTBOX(
                "select created_at, id from outbox_orders where (created_at, id) > (?, ?) and created_at < ?"
                        + " order by created_at, id limit ?",
                "delete from outbox_orders where id in (select o.id from outbox_orders o"
                        + " join ledger l on l.request_id = o.id where o.id = any(?) and l.settled_at < ?"
                        + " and (o.expires_at is null or o.expires_at < ?) for update of o skip locked)"),
        /** With everything that is known of them. What was contradicted stays: a person must look at it. */
        REQUESTS(
                "select accepted_at, request_id from ledger where (accepted_at, request_id) > (?, ?) and accepted_at <"
                        + " ? order by accepted_at, request_id limit ?",
                "with gone as (select request_id from ledger where request_id = any(?) and settled_at < ?"
                        + " and (expires_at is null or expires_at < ?) and not contradicted for update skip locked),"
                        + " events as (delete from ledger_events e using gone where e.request_id = gone.request_id),"
                        + " targets as (delete from resubmission_targets t using gone where t.request_id = gone.request_id),"
                        + " acceptances as (delete from second_effect_acceptances a using gone"
                        + " where a.request_id = gone.request_id),"
                        + " outbox as (delete from outbox_orders o using gone where o.id = gone.request_id)"
                        + " delete from ledger l using gone where l.request_id = gone.request_id");

        private final String select;
        private final String delete;

        Pass(String select, String delete) {
            this.select = select;
            this.delete = delete;
        }
    }

    /** How far a pass has come. */
    record Place(Instant at, UUID id) {
        static final Place BEGINNING = new Place(Instant.EPOCH, new UUID(0, 0));
    }

    /**
     * What a batch did.
     *
     * @param next where the pass goes on; null at its end, and when another instance is cleaning
     */
    record Cleaned(int deleted, Place next) {}

    private final Database database;

    CleaningTables(Database database) {
        this.database = database;
    }

    /** @param now this process's time */
    Cleaned batch(Pass pass, Place after, Duration retention, Instant now, int rows) throws SQLException {
        try (Connection connection = database.connection()) {
            Instant earlier = begin(connection, now);
            if (earlier == null) {
                connection.rollback();
                return new Cleaned(0, null);
            }
            Instant cutoff = earlier.minus(retention);
            List<UUID> ids = new ArrayList<>();
            Place last = candidates(connection, pass, after, cutoff, rows, ids);
            int deleted = ids.isEmpty() ? 0 : delete(connection, pass, ids, cutoff, earlier);
            connection.commit();
            return new Cleaned(deleted, ids.size() < rows ? null : last);
        }
    }

    /** The earlier of the two times; null when another instance is cleaning. */
    private static Instant begin(Connection connection, Instant now) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("set local lock_timeout = '1s'; set local statement_timeout = '20s'");
            try (ResultSet row =
                    statement.executeQuery("select pg_try_advisory_xact_lock(" + LOCK + "), clock_timestamp()")) {
                row.next();
                Instant there = row.getObject(2, OffsetDateTime.class).toInstant();
                return !row.getBoolean(1) ? null : there.isBefore(now) ? there : now;
            }
        }
    }

    private static Place candidates(
            Connection connection, Pass pass, Place after, Instant cutoff, int rows, List<UUID> ids)
            throws SQLException {
        Place last = after;
        try (PreparedStatement query = connection.prepareStatement(pass.select)) {
            query.setObject(1, after.at().atOffset(ZoneOffset.UTC));
            query.setObject(2, after.id());
            query.setObject(3, cutoff.atOffset(ZoneOffset.UTC));
            query.setInt(4, rows);
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    last = new Place(row.getObject(1, OffsetDateTime.class).toInstant(), row.getObject(2, UUID.class));
                    ids.add(last.id());
                }
            }
        }
        return last;
    }

    private static int delete(Connection connection, Pass pass, List<UUID> ids, Instant cutoff, Instant now)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(pass.delete)) {
            statement.setArray(1, connection.createArrayOf("uuid", ids.toArray()));
            statement.setObject(2, cutoff.atOffset(ZoneOffset.UTC));
            statement.setObject(3, now.atOffset(ZoneOffset.UTC));
            return statement.executeUpdate();
        }
    }
}
