package dev.kakutei.store.project;

import dev.kakutei.boot.StoreUnavailable;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.store.database.Column;
import dev.kakutei.store.database.Database;
import dev.kakutei.store.database.Rows;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Records of the ledger topic that could not be applied, until they are repaired or dismissed. They are written in the
 * transaction that skips them, so that none is lost at a restart.
 */
public final class FaultTable {
    private static final int MAX_SHOWN = 1_000;
    private static final List<Column<Fault>> COLUMNS = List.of(
            new Column<>("topic", "text", fault -> fault.partition().topic()),
            new Column<>("partition", "int4", fault -> fault.partition().partition()),
            new Column<>("record_offset", "int8", Fault::offset),
            new Column<>("request_id", "uuid", Fault::requestId),
            new Column<>("event_id", "int4", Fault::eventId),
            new Column<>("reason", "text", fault -> fault.reason() == null ? "it cannot be read" : fault.reason()));

    private final Database database;

    public FaultTable(Database database) {
        this.database = database;
    }

    /**
     * A fault as people see it.
     *
     * @param requestId null where the record does not say it
     */
    public record Open(String topic, int partition, long offset, RequestId requestId, String reason, Instant seenAt) {
        /** The record's place, as {@link #dismiss} takes it. */
        public String place() {
            return topic + "-" + partition + "@" + offset;
        }
    }

    /** How many there are, and the latest of them. */
    record Summary(long count, String latest) {}

    static void add(Connection connection, List<Fault> faults) throws SQLException {
        if (faults.isEmpty()) {
            return;
        }
        try (PreparedStatement statement = connection.prepareStatement("insert into projection_faults ("
                + Rows.names(COLUMNS) + ") select * from " + Rows.given(COLUMNS) + " on conflict do nothing")) {
            Rows.bind(statement, 1, COLUMNS, faults);
            statement.executeUpdate();
        }
    }

    Summary summary() throws SQLException {
        try (Connection connection = database.connection();
                PreparedStatement query = connection.prepareStatement(
                        "select count(*) over (), topic || '-' || partition || '@' || record_offset || ': ' || reason"
                                + " from projection_faults order by seen_at desc, record_offset desc limit 1");
                ResultSet row = query.executeQuery()) {
            return row.next() ? new Summary(row.getLong(1), row.getString(2)) : new Summary(0, "");
        }
    }

    /**
     * The oldest ones first, up to a thousand.
     *
     * @throws StoreUnavailable when Postgres cannot be asked
     */
    public List<Open> open() {
        try (Connection connection = database.connection();
                PreparedStatement query = connection.prepareStatement(
                        "select topic, partition, record_offset, request_id, reason, seen_at from projection_faults"
                                + " order by seen_at, topic, partition, record_offset limit " + MAX_SHOWN);
                ResultSet row = query.executeQuery()) {
            List<Open> faults = new ArrayList<>();
            while (row.next()) {
                faults.add(new Open(
                        row.getString(1),
                        row.getInt(2),
                        row.getLong(3),
                        Optional.ofNullable(row.getObject(4, UUID.class))
                                .map(RequestId::new)
                                .orElse(null),
                        row.getString(5),
                        row.getObject(6, OffsetDateTime.class).toInstant()));
            }
            return faults;
        } catch (SQLException e) {
            throw new StoreUnavailable(e);
        }
    }

    /**
     * Removes one, because an operator has decided that its record needs no repair. Returns whether it was there.
     *
     * @throws StoreUnavailable when Postgres cannot be asked
     */
    public boolean dismiss(String place) {
        return delete("topic || '-' || partition || '@' || record_offset = ?", place) > 0;
    }

    /** Removes those of one request, which has been brought up to date. */
    int removeRepaired(RequestId id) {
        return delete("request_id = ?", id.value());
    }

    private int delete(String condition, Object value) {
        try (Connection connection = database.connection();
                PreparedStatement statement =
                        connection.prepareStatement("delete from projection_faults where " + condition)) {
            statement.setObject(1, value);
            int deleted = statement.executeUpdate();
            connection.commit();
            return deleted;
        } catch (SQLException e) {
            throw new StoreUnavailable(e);
        }
    }
}
