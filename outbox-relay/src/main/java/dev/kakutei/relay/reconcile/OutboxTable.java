package dev.kakutei.relay.reconcile;

import dev.kakutei.relay.capture.PostgresAddress;
import dev.kakutei.relay.capture.PostgresLink;
import dev.kakutei.relay.route.CapturedRow;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

/** Reads the outbox beside the ledger, a page at a time. For one thread. */
final class OutboxTable implements AutoCloseable {
    /** Before every id. */
    static final UUID BEGINNING = new UUID(0, 0);

    /**
     * A row without a ledger row was settled and cleaned away, and is not suspected. The order of ids is the order of
     * acceptance, nearly: ids begin with their time.
     */
    private static final String PAGE = """
            select o.id, coalesce(l.last_event_id, 2) = 1 as without
              from (select id from outbox_orders
                     where id > ? and created_at < now() - make_interval(secs => ?)
                     order by id limit ?) o
              left join ledger l on l.request_id = o.id
             order by o.id
            """;

    private static final String STILL = "select o.id from outbox_orders o join ledger l on l.request_id = o.id"
            + " where o.id = any(?) and l.last_event_id = 1";

    private static final String ROWS =
            "select id, created_at, client, idempotency_key, kind, gateway, amount, currency,"
                    + " order_request_json, request_digest, deadline_at, expires_at, traceparent, note"
                    + " from outbox_orders where id = any(?)";

    private final PostgresLink link;

    OutboxTable(PostgresAddress postgres) {
        this.link = new PostgresLink(postgres);
    }

    /** @param last where the next page begins; null when there was nothing on this one */
    record Page(int rows, UUID last, List<UUID> withoutProgress) {}

    /** Rows after this id that are older than {@code age}. */
    Page page(UUID after, Duration age, int limit) throws SQLException {
        try (PreparedStatement query = prepare(PAGE)) {
            query.setObject(1, after);
            query.setDouble(2, age.toMillis() / 1000.0);
            query.setInt(3, limit);
            List<UUID> without = new ArrayList<>();
            UUID last = null;
            int rows = 0;
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    rows++;
                    last = row.getObject("id", UUID.class);
                    if (row.getBoolean("without")) {
                        without.add(last);
                    }
                }
            }
            return new Page(rows, last, without);
        }
    }

    /** Which of these still have no more than their first event. */
    List<UUID> withoutProgress(Collection<UUID> ids) throws SQLException {
        try (PreparedStatement query = prepare(STILL)) {
            query.setArray(1, array(ids));
            List<UUID> without = new ArrayList<>();
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    without.add(row.getObject(1, UUID.class));
                }
            }
            return without;
        }
    }

    List<CapturedRow> rows(Collection<UUID> ids) throws SQLException {
        try (PreparedStatement query = prepare(ROWS)) {
            query.setArray(1, array(ids));
            List<CapturedRow> rows = new ArrayList<>();
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    rows.add(row(row));
                }
            }
            return rows;
        }
    }

    /** The next query uses a new connection. */
    @Override
    public void close() {
        link.close();
    }

    private static CapturedRow row(ResultSet row) throws SQLException {
        return new CapturedRow(
                row.getString("id"),
                row.getString("client"),
                row.getString("idempotency_key"),
                row.getString("kind"),
                row.getString("gateway"),
                row.getString("amount"),
                row.getString("currency"),
                row.getString("order_request_json"),
                row.getString("request_digest"),
                new CapturedRow.Times(
                        instant(row, "created_at"), instant(row, "deadline_at"), instant(row, "expires_at")),
                row.getString("traceparent"),
                row.getString("note"));
    }

    private static String instant(ResultSet row, String column) throws SQLException {
        OffsetDateTime at = row.getObject(column, OffsetDateTime.class);
        return at == null ? null : at.toString();
    }

    private PreparedStatement prepare(String sql) throws SQLException {
        PreparedStatement query = link.connection().prepareStatement(sql);
        query.setQueryTimeout(5);
        return query;
    }

    private Array array(Collection<UUID> ids) throws SQLException {
        Connection connection = link.connection();
        return connection.createArrayOf("uuid", ids.toArray());
    }
}
