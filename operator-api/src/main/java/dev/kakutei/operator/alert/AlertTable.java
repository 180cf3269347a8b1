package dev.kakutei.operator.alert;

import dev.kakutei.schemas.Alert;
import dev.kakutei.store.database.Database;
import dev.kakutei.store.database.Rows;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.common.TopicPartition;

/** The table of alerts. */
final class AlertTable {
    private static final long ANY_OFFSET = -1;

    /**
     * A message may come twice, and an old one after a newer: the one that stands later on its topic wins. Where Kafka
     * lost records, offsets are given a second time: then the later time wins, until the row has an offset again.
     */
    private static final String UPSERT = "insert into alerts as a (id, cause, severity, gateway, request_id, summary,"
            + " first_at, last_at, count, resolved_at, record_offset) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
            + " on conflict (id) do update set severity = excluded.severity, request_id = excluded.request_id,"
            + " summary = excluded.summary, last_at = excluded.last_at, count = excluded.count,"
            + " resolved_at = excluded.resolved_at, record_offset = excluded.record_offset"
            + " where a.record_offset < excluded.record_offset"
            + " and (a.record_offset <> " + ANY_OFFSET + " or a.last_at <= excluded.last_at)";

    private static final String SELECT_POSITIONS =
            "select partition, next_offset, last_record from projection_offsets where topic = ? and last_record is not null";
    private static final String UPSERT_POSITION = "insert into projection_offsets (topic, partition, next_offset,"
            + " last_record) values (?, ?, ?, ?) on conflict (topic, partition) do update"
            + " set next_offset = excluded.next_offset, last_record = excluded.last_record";

    private static final String SELECT = "select a.id, a.cause, a.severity, a.gateway, a.request_id, l.client,"
            + " l.idempotency_key, a.summary, a.first_at, a.last_at, a.count, a.resolved_at from alerts a"
            + " left join ledger l on l.request_id = a.request_id %s order by a.last_at desc, a.id limit ?";
    private static final String CLEAN = "delete from alerts where id in (select id from alerts"
            + " where resolved_at < ? and last_at < ? order by last_at limit ?)";

    private final Database database;

    AlertTable(Database database) {
        this.database = database;
    }

    /** An alert and its offset on its topic. */
    record PublishedAlert(Alert alert, long offset) {}

    /**
     * How far a partition has been stored.
     *
     * @param mark of the record before {@code next}
     */
    record Position(long next, String mark) {}

    /** Where each partition goes on; one that was never read is not in the answer. */
    Map<TopicPartition, Position> positions(Collection<TopicPartition> partitions) throws SQLException {
        Map<TopicPartition, Position> positions = new HashMap<>();
        try (Connection connection = database.connection();
                PreparedStatement query = connection.prepareStatement(SELECT_POSITIONS)) {
            for (String topic :
                    partitions.stream().map(TopicPartition::topic).distinct().toList()) {
                query.setString(1, topic);
                try (ResultSet row = query.executeQuery()) {
                    while (row.next()) {
                        positions.put(
                                new TopicPartition(topic, row.getInt(1)),
                                new Position(row.getLong(2), row.getString(3)));
                    }
                }
            }
            connection.rollback();
        }
        positions.keySet().retainAll(partitions);
        return positions;
    }

    /** Rows and positions in one transaction, so a restored database goes on from where its rows end. */
    void write(List<PublishedAlert> messages, Map<TopicPartition, Position> positions) throws SQLException {
        try (Connection connection = database.connection();
                PreparedStatement rows = connection.prepareStatement(UPSERT);
                PreparedStatement reached = connection.prepareStatement(UPSERT_POSITION)) {
            for (PublishedAlert published : messages) {
                bind(rows, published);
                rows.addBatch();
            }
            rows.executeBatch();
            for (Map.Entry<TopicPartition, Position> position : positions.entrySet()) {
                reached.setString(1, position.getKey().topic());
                reached.setInt(2, position.getKey().partition());
                reached.setLong(3, position.getValue().next());
                reached.setString(4, position.getValue().mark());
                reached.addBatch();
            }
            reached.executeBatch();
            connection.commit();
        }
    }

    /** After Kafka lost records: the offsets of what is stored are given to other records. */
    void acceptAnyOffset() throws SQLException {
        try (Connection connection = database.connection();
                PreparedStatement statement =
                        connection.prepareStatement("update alerts set record_offset = " + ANY_OFFSET)) {
            statement.executeUpdate();
            connection.commit();
        }
    }

    List<AlertRow> list(AlertReader.Which which, int limit) throws SQLException {
        String where = which == AlertReader.Which.OPEN
                ? "where a.resolved_at is null"
                : which == AlertReader.Which.RESOLVED ? "where a.resolved_at is not null" : "";
        try (Connection connection = database.connection();
                PreparedStatement query = connection.prepareStatement(SELECT.formatted(where))) {
            query.setInt(1, limit);
            List<AlertRow> rows = new ArrayList<>();
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    rows.add(read(row));
                }
            }
            connection.rollback();
            return rows;
        }
    }

    /** Deletes some of the alarms that were resolved long ago. */
    void clean(Instant now, Duration kept, int max) throws SQLException {
        try (Connection connection = database.connection();
                PreparedStatement statement = connection.prepareStatement(CLEAN)) {
            statement.setObject(1, at(now.minus(kept)));
            statement.setObject(2, at(now.minus(kept)));
            statement.setInt(3, max);
            statement.executeUpdate();
            connection.commit();
        }
    }

    private static void bind(PreparedStatement statement, PublishedAlert published) throws SQLException {
        Alert alert = published.alert();
        // A message of an older version has no alarm; each message is one of its own then.
        statement.setString(1, Rows.storable(alert.alarm() == null ? alert.id() : alert.alarm()));
        statement.setString(2, Rows.storable(alert.cause()));
        statement.setString(3, alert.severity().name());
        statement.setString(4, Rows.storable(alert.gateway()));
        statement.setObject(
                5, alert.requestId() == null ? null : alert.requestId().value());
        statement.setString(6, Rows.storable(alert.summary()));
        statement.setObject(7, at(alert.since() == null ? alert.at() : alert.since()));
        statement.setObject(8, at(alert.at()));
        statement.setLong(9, alert.count() == null ? 1 : alert.count());
        statement.setObject(10, alert.resolvedAt() == null ? null : at(alert.resolvedAt()));
        statement.setLong(11, published.offset());
    }

    private static AlertRow read(ResultSet row) throws SQLException {
        return new AlertRow(
                row.getString("id"),
                row.getString("cause"),
                row.getString("severity"),
                row.getString("gateway"),
                row.getObject("request_id", UUID.class),
                row.getString("client"),
                row.getString("idempotency_key"),
                row.getString("summary"),
                instant(row, "first_at"),
                instant(row, "last_at"),
                row.getLong("count"),
                instant(row, "resolved_at"));
    }

    private static Instant instant(ResultSet row, String column) throws SQLException {
        OffsetDateTime at = row.getObject(column, OffsetDateTime.class);
        return at == null ? null : at.toInstant();
    }

    private static OffsetDateTime at(Instant instant) {
        return instant.atOffset(ZoneOffset.UTC);
    }
}
