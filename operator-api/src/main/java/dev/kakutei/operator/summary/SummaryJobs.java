package dev.kakutei.operator.summary;

import dev.kakutei.ledger.Entry;
import dev.kakutei.schemas.ApprovalFact;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.store.database.Database;
import dev.kakutei.store.database.EventRow;
import dev.kakutei.store.database.LedgerRow;
import dev.kakutei.store.database.Rows;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The table of submissions that are to be described. Its times are Postgres' own, so that the clocks of instances need not
 * agree.
 */
public final class SummaryJobs {
    private static final String ADD =
            "insert into summary_jobs (request_id, event_id) values (?, ?)" + " on conflict do nothing";
    /** A call is counted before it is made: a process that dies after the call has made it all the same. */
    private static final String TAKE = "update summary_jobs j set due_at = clock_timestamp() + ? * interval '1 ms',"
            + " calls = calls + case when text is null then 1 else 0 end"
            + " from (select request_id, event_id from summary_jobs where due_at <= clock_timestamp()"
            + " order by due_at limit 1 for update skip locked) as due"
            + " where j.request_id = due.request_id and j.event_id = due.event_id"
            + " returning j.request_id, j.event_id, j.calls, j.text,"
            + " (extract(epoch from clock_timestamp() - j.created_at) * 1000)::int8";

    private static final String OURS = " where request_id = ? and event_id = ?";

    private final Database database;

    SummaryJobs(Database database) {
        this.database = database;
    }

    /** The current version, and the event that brought it. */
    record Found(Entry entry, LedgerEvent submission) {}

    /**
     * In the transaction that stores these events: those of versions that wait for approval from now on. The event before
     * the one that holds a version brought it.
     */
    public static void add(Connection connection, List<LedgerEvent> events) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(ADD)) {
            boolean any = false;
            for (LedgerEvent event : events) {
                if (event.fact() instanceof ApprovalFact.Requested) {
                    insert.setObject(1, event.requestId().value());
                    insert.setInt(2, event.seq() - 1);
                    insert.addBatch();
                    any = true;
                }
            }
            if (any) {
                insert.executeBatch();
            }
        }
    }

    /** The one that has been due for longest, for so long; empty where none is. */
    Optional<SummaryJob> take(Duration lease) throws SQLException {
        try (Connection connection = database.connection();
                PreparedStatement update = connection.prepareStatement(TAKE)) {
            update.setLong(1, lease.toMillis());
            Optional<SummaryJob> taken;
            try (ResultSet row = update.executeQuery()) {
                taken = row.next()
                        ? Optional.of(new SummaryJob(
                                new RequestId(row.getObject(1, UUID.class)),
                                row.getInt(2),
                                row.getInt(3),
                                Optional.ofNullable(row.getString(4)),
                                Duration.ofMillis(row.getLong(5))))
                        : Optional.empty();
            }
            connection.commit();
            return taken;
        }
    }

    /** Empty where the request was cleaned away. */
    Optional<Found> found(SummaryJob job) throws SQLException {
        try (Connection connection = database.connection();
                PreparedStatement query = connection.prepareStatement(
                        "select " + Rows.names(LedgerRow.ALL) + " from ledger where request_id = ?");
                PreparedStatement event = connection.prepareStatement(
                        "select " + Rows.names(EventRow.COLUMNS) + " from ledger_events" + OURS)) {
            query.setObject(1, job.requestId().value());
            bind(event, 1, job);
            try (ResultSet row = query.executeQuery();
                    ResultSet eventRow = event.executeQuery()) {
                return row.next() && eventRow.next()
                        ? Optional.of(new Found(LedgerRow.read(row), EventRow.read(eventRow)))
                        : Optional.empty();
            }
        }
    }

    /** Before the action is published, so that a repetition need not call again. */
    void keep(SummaryJob job) throws SQLException {
        execute("update summary_jobs set text = ?" + OURS, job, statement -> {
            statement.setString(1, Rows.storable(job.text().orElseThrow()));
            return 2;
        });
    }

    void putOff(SummaryJob job, Duration pause) throws SQLException {
        execute("update summary_jobs set due_at = clock_timestamp() + ? * interval '1 ms'" + OURS, job, statement -> {
            statement.setLong(1, pause.toMillis());
            return 2;
        });
    }

    void finish(SummaryJob job) throws SQLException {
        execute("delete from summary_jobs" + OURS, job, statement -> 1);
    }

    /** How many wait, up to so many. */
    int waiting(int max) throws SQLException {
        try (Connection connection = database.connection();
                PreparedStatement query = connection.prepareStatement(
                        "select count(*) from (select from summary_jobs limit ?) as bounded")) {
            query.setInt(1, max);
            try (ResultSet row = query.executeQuery()) {
                row.next();
                return row.getInt(1);
            }
        }
    }

    /** Sets what comes before the job's own key, and says where that goes. */
    private interface Before {
        int bind(PreparedStatement statement) throws SQLException;
    }

    private void execute(String sql, SummaryJob job, Before before) throws SQLException {
        try (Connection connection = database.connection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, before.bind(statement), job);
            statement.executeUpdate();
            connection.commit();
        }
    }

    private static void bind(PreparedStatement statement, int at, SummaryJob job) throws SQLException {
        statement.setObject(at, job.requestId().value());
        statement.setInt(at + 1, job.eventId());
    }
}
