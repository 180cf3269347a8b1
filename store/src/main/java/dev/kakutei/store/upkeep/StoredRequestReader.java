package dev.kakutei.store.upkeep;

import dev.kakutei.schemas.RequestId;
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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** Reads everything of some requests, in the transaction it is given. */
final class StoredRequestReader {
    private static final String LEDGER =
            "select " + Rows.names(LedgerRow.ALL) + " from ledger where request_id = any(?) order by request_id";
    private static final String EVENTS = "select request_id, event_id, type, at, actor, fact from ledger_events"
            + " where request_id = any(?) order by request_id, event_id";
    private static final String OUTBOX =
            "select id, order_request_json, " + Rows.names(OutboxColumns.ALL) + " from outbox_orders where id = any(?)";
    /** By the place where the request's own row says that it is. */
    private static final String OPEN = "select o.request_id from ledger l join ledger_open o"
            + " on o.accepted_at = l.accepted_at and o.request_id = l.request_id where l.request_id = any(?)";

    private static final String NEXT = "select request_id from ("
            + "(select request_id from ledger where request_id > ? order by request_id limit ?) union "
            + "(select distinct request_id from ledger_events where request_id > ? order by request_id limit ?) union "
            + "(select id from outbox_orders where id > ? order by id limit ?)) ids order by request_id limit ?";

    private final Connection connection;

    StoredRequestReader(Connection connection) {
        this.connection = connection;
    }

    /** The next requests that any of the tables knows, by id; after null, the first ones. */
    List<RequestId> after(RequestId last, int count) throws SQLException {
        UUID from = last == null ? new UUID(0, 0) : last.value();
        try (PreparedStatement query = connection.prepareStatement(NEXT)) {
            for (int i = 1; i < 7; i += 2) {
                query.setObject(i, from);
                query.setInt(i + 1, count);
            }
            query.setInt(7, count);
            List<RequestId> ids = new ArrayList<>();
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    ids.add(new RequestId(row.getObject(1, UUID.class)));
                }
            }
            return ids;
        }
    }

    /**
     * Keeps the projection from moving these requests until the transaction ends. In the order it locks them itself.
     */
    void lock(Collection<RequestId> ids) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(
                "select 1 from ledger where request_id = any(?) order by request_id for update")) {
            query.setArray(1, array(ids));
            query.executeQuery().close();
        }
    }

    List<StoredRequest> read(Collection<RequestId> ids) throws SQLException {
        Map<UUID, Map<String, String>> ledger = new HashMap<>();
        each(LEDGER, ids, row -> ledger.put(row.getObject(1, UUID.class), Cells.read(row, LedgerRow.ALL)));
        Map<UUID, List<StoredRequest.Event>> events = new HashMap<>();
        each(
                EVENTS,
                ids,
                row -> events.computeIfAbsent(row.getObject(1, UUID.class), none -> new ArrayList<>())
                        .add(new StoredRequest.Event(
                                row.getInt(2),
                                row.getString(3),
                                row.getObject(4, OffsetDateTime.class).toInstant(),
                                row.getString(5),
                                row.getString(6))));
        Map<UUID, Map<String, String>> outbox = new HashMap<>();
        Map<UUID, String> documents = new HashMap<>();
        each(OUTBOX, ids, row -> {
            outbox.put(row.getObject(1, UUID.class), Cells.read(row, OutboxColumns.ALL));
            documents.put(row.getObject(1, UUID.class), row.getString(2));
        });
        Set<UUID> open = new HashSet<>();
        each(OPEN, ids, row -> open.add(row.getObject(1, UUID.class)));
        return ids.stream()
                .map(id -> new StoredRequest(
                        id,
                        ledger.get(id.value()),
                        events.getOrDefault(id.value(), List.of()),
                        outbox.get(id.value()),
                        documents.get(id.value()),
                        open.contains(id.value())
                                ? StoredRequest.Membership.AMONG
                                : StoredRequest.Membership.NOT_AMONG))
                .toList();
    }

    private interface RowReader {
        void read(ResultSet row) throws SQLException;
    }

    private void each(String sql, Collection<RequestId> ids, RowReader reader) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            query.setArray(1, array(ids));
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    reader.read(row);
                }
            }
        }
    }

    private java.sql.Array array(Collection<RequestId> ids) throws SQLException {
        return connection.createArrayOf(
                "uuid", ids.stream().map(RequestId::value).toArray());
    }
}
