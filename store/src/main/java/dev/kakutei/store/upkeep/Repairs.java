package dev.kakutei.store.upkeep;

import dev.kakutei.ledger.Entry;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.schemas.codec.CanonicalJson;
import dev.kakutei.store.database.Column;
import dev.kakutei.store.database.FactJson;
import dev.kakutei.store.database.LedgerRow;
import dev.kakutei.store.database.Rows;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes rows as their events say, in the transaction it is given, in which the request is locked. */
final class Repairs {
    private static final Column<Entry> ID = new Column<>("request_id", "uuid", Entry::id);
    private static final Column<Entry> OUTBOX_ID = new Column<>("id", "uuid", Entry::id);
    private static final List<Column<Entry>> LEDGER = LedgerRow.ALL.stream()
            .filter(column -> !column.name().equals("request_id"))
            .toList();
    private static final Set<String> EVENT_TABLES = Set.of("ledger_events");

    private final Connection connection;

    Repairs(Connection connection) {
        this.connection = connection;
    }

    List<Repair> repair(StoredRequest stored) throws SQLException {
        Audit.Result audit = Audit.of(stored);
        if (audit.differences().isEmpty()) {
            return List.of();
        }
        if (audit.fold().isEmpty()) {
            return audit.differences().stream()
                    .map(difference -> Repair.notDone(
                            difference, "its events are not sound; the ledger topic has them: rebuild --from-topic"))
                    .toList();
        }
        Entry fold = audit.fold().get();
        if (stored.ledger() == null) {
            insertLedger(fold);
        } else {
            update("ledger", ID, LEDGER, fold);
        }
        if (stored.outbox() != null) {
            update(
                    "outbox_orders",
                    OUTBOX_ID,
                    OutboxColumns.FIXED,
                    audit.first().get());
            update("outbox_orders", OUTBOX_ID, OutboxColumns.CHANGING, fold);
            writeDocument(stored);
        }
        writeOpen(fold);
        return audit.differences().stream().map(Repairs::resultOf).toList();
    }

    private static Repair resultOf(Difference difference) {
        if (EVENT_TABLES.contains(difference.table())) {
            return Repair.notDone(difference, "events are never changed");
        }
        if (difference.table().equals("outbox_orders") && difference.field().equals(Difference.ROW)) {
            return Repair.notDone(difference, "a row of the outbox is a message, and is not sent again by hand");
        }
        return Repair.done(difference);
    }

    /** Rows of the open set without a request. */
    List<Repair> removeStrays() throws SQLException {
        List<Repair> removed = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(
                        "delete from ledger_open o where not exists (select 1 from ledger l where l.request_id ="
                                + " o.request_id and l.accepted_at = o.accepted_at) returning o.request_id,"
                                + " o.accepted_at::text");
                ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                removed.add(Repair.done(new Difference(
                        new RequestId(row.getObject(1, UUID.class)),
                        null,
                        null,
                        "ledger_open",
                        Difference.ROW,
                        "at " + row.getString(2),
                        null)));
            }
        }
        return removed;
    }

    private void insertLedger(Entry fold) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(
                "insert into ledger (" + Rows.names(LedgerRow.ALL) + ") select * from " + Rows.given(LedgerRow.ALL))) {
            Rows.bind(statement, 1, LedgerRow.ALL, List.of(fold));
            statement.executeUpdate();
        }
    }

    private void update(String table, Column<Entry> id, List<Column<Entry>> columns, Entry fold) throws SQLException {
        List<Column<Entry>> all = Stream.concat(Stream.of(id), columns.stream()).toList();
        String changes = columns.stream()
                .map(column -> column.name() + " = given." + column.name())
                .collect(Collectors.joining(", "));
        try (PreparedStatement statement = connection.prepareStatement("update " + table + " set " + changes + " from "
                + Rows.given(all) + " where " + table + "." + id.name() + " = given." + id.name())) {
            Rows.bind(statement, 1, all, List.of(fold));
            statement.executeUpdate();
        }
    }

    private void writeDocument(StoredRequest stored) throws SQLException {
        Fact.Accepted accepted =
                (Fact.Accepted) FactJson.read(stored.events().get(0).fact());
        String document = CanonicalJson.of(accepted.request());
        if (!document.equals(stored.document())) {
            try (PreparedStatement statement =
                    connection.prepareStatement("update outbox_orders set order_request_json = ?::json where id = ?")) {
                statement.setString(1, document);
                statement.setObject(2, stored.id().value());
                statement.executeUpdate();
            }
        }
    }

    /** The triggers see to it when a row changes its end; a set that was wrong by itself is corrected here. */
    private void writeOpen(Entry fold) throws SQLException {
        String sql = fold.status().terminal()
                ? "delete from ledger_open where request_id = ? and accepted_at = ?"
                : "insert into ledger_open (request_id, accepted_at) values (?, ?) on conflict do nothing";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setObject(1, fold.id().value());
            statement.setObject(2, fold.acceptedAt().atOffset(ZoneOffset.UTC));
            statement.executeUpdate();
        }
    }
}
