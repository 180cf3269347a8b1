package dev.kakutei.operator.bulk;

import dev.kakutei.boot.StoreUnavailable;
import dev.kakutei.ledger.Entry;
import dev.kakutei.schemas.OperatorAction;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.schemas.SecondEffect;
import dev.kakutei.store.database.Database;
import dev.kakutei.store.database.LedgerRow;
import dev.kakutei.store.database.Rows;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Jobs as persons see and change them. What a worker does to them is in {@link BulkWork}. */
public final class BulkTable {
    static final String COLUMNS =
            "id, created_at, updated_at, given_by, action, accept_second_effect, reason, filter, rate_per_second, state,"
                    + " selected, selection_cursor, cut, total, done, refused, failed";
    private static final int MAX_SHOWN = 100;
    private static final int MAX_REASONS = 20;

    private final Database database;

    public BulkTable(Database database) {
        this.database = database;
    }

    /**
     * A job that a person requests.
     *
     * @param acceptSecondEffect null where it is not accepted
     */
    public record NewJob(
            UUID id,
            String by,
            OperatorAction.Type action,
            SecondEffect acceptSecondEffect,
            String reason,
            String filter,
            int ratePerSecond) {}

    /** One that is there already under this id stays as it is. */
    public BulkJob create(NewJob job) {
        return with(connection -> {
            try (PreparedStatement insert = connection.prepareStatement(
                    "insert into bulk_actions (id, given_by, action, reason, filter, rate_per_second,"
                            + " accept_second_effect) values (?, ?, ?, ?, ?, ?, ?) on conflict do nothing")) {
                insert.setObject(1, job.id());
                insert.setString(2, job.by());
                insert.setString(3, job.action().name());
                insert.setString(4, job.reason());
                insert.setString(5, job.filter());
                insert.setInt(6, job.ratePerSecond());
                insert.setBoolean(7, job.acceptSecondEffect() == SecondEffect.ACCEPTED);
                insert.executeUpdate();
            }
            return find(connection, job.id()).orElseThrow();
        });
    }

    public Optional<BulkJob> find(UUID id) {
        return with(connection -> find(connection, id));
    }

    /** The newest ones. */
    public List<BulkJob> latest() {
        return with(connection -> {
            try (PreparedStatement query = connection.prepareStatement(
                            "select " + COLUMNS + " from bulk_actions order by created_at desc limit " + MAX_SHOWN);
                    ResultSet row = query.executeQuery()) {
                List<BulkJob> jobs = new ArrayList<>();
                while (row.next()) {
                    jobs.add(read(row));
                }
                return jobs;
            }
        });
    }

    /** Why the action was not carried out, and on how many requests each; the most frequent reasons. */
    public Map<String, Long> reasons(UUID id) {
        return with(connection -> {
            try (PreparedStatement query =
                    connection.prepareStatement("select note, count(*) from bulk_action_items where job_id = ?"
                            + " and note is not null and state in ('refused', 'failed')"
                            + " group by note order by count(*) desc, note limit " + MAX_REASONS)) {
                query.setObject(1, id);
                Map<String, Long> reasons = new LinkedHashMap<>();
                try (ResultSet row = query.executeQuery()) {
                    while (row.next()) {
                        reasons.put(row.getString(1), row.getLong(2));
                    }
                }
                return reasons;
            }
        });
    }

    /** Moves a job that is in one of these states; otherwise it stays. Returns it as it is then. */
    public Optional<BulkJob> move(UUID id, Collection<BulkJob.State> from, BulkJob.State to) {
        return with(connection -> {
            try (PreparedStatement update =
                    connection.prepareStatement("update bulk_actions set state = ?, updated_at = now(), next_at = now()"
                            + " where id = ? and state = any(?)")) {
                update.setString(1, to.word());
                update.setObject(2, id);
                update.setArray(
                        3,
                        connection.createArrayOf(
                                "text", from.stream().map(BulkJob.State::word).toArray()));
                update.executeUpdate();
            }
            return find(connection, id);
        });
    }

    /** Requests by their ids; what was cleaned away is not there. */
    Map<RequestId, Entry> entries(Collection<RequestId> ids) {
        return with(connection -> {
            try (PreparedStatement query = connection.prepareStatement(
                    "select " + Rows.names(LedgerRow.ALL) + " from ledger where request_id = any(?)")) {
                query.setArray(
                        1,
                        connection.createArrayOf(
                                "uuid", ids.stream().map(RequestId::value).toArray()));
                Map<RequestId, Entry> entries = new HashMap<>();
                try (ResultSet row = query.executeQuery()) {
                    while (row.next()) {
                        Entry entry = LedgerRow.read(row);
                        entries.put(entry.id(), entry);
                    }
                }
                return entries;
            }
        });
    }

    static BulkJob read(ResultSet row) throws SQLException {
        return new BulkJob(
                row.getObject("id", UUID.class),
                row.getObject("created_at", OffsetDateTime.class).toInstant(),
                row.getObject("updated_at", OffsetDateTime.class).toInstant(),
                row.getString("given_by"),
                OperatorAction.Type.valueOf(row.getString("action")),
                row.getBoolean("accept_second_effect") ? SecondEffect.ACCEPTED : null,
                row.getString("reason"),
                row.getString("filter"),
                row.getInt("rate_per_second"),
                BulkJob.State.ofWord(row.getString("state")),
                row.getBoolean("selected"),
                Optional.ofNullable(row.getString("selection_cursor")),
                row.getBoolean("cut"),
                row.getInt("total"),
                row.getInt("done"),
                row.getInt("refused"),
                row.getInt("failed"));
    }

    private static Optional<BulkJob> find(Connection connection, UUID id) throws SQLException {
        try (PreparedStatement query =
                connection.prepareStatement("select " + COLUMNS + " from bulk_actions where id = ?")) {
            query.setObject(1, id);
            try (ResultSet row = query.executeQuery()) {
                return row.next() ? Optional.of(read(row)) : Optional.empty();
            }
        }
    }

    /** In a transaction of its own. */
    <T> T with(Asked<T> asked) {
        try (Connection connection = database.connection()) {
            T answer = asked.of(connection);
            connection.commit();
            return answer;
        } catch (SQLException e) {
            throw new StoreUnavailable(e);
        }
    }

    /** What is done in a transaction. */
    interface Asked<T> {
        T of(Connection connection) throws SQLException;
    }
}
