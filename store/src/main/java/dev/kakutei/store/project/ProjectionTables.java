package dev.kakutei.store.project;

import dev.kakutei.boot.Failpoint;
import dev.kakutei.ledger.Entry;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.store.database.Column;
import dev.kakutei.store.database.Database;
import dev.kakutei.store.database.EventRow;
import dev.kakutei.store.database.LedgerRow;
import dev.kakutei.store.database.Rows;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;

/** The tables that the projection writes. Each {@link #write} is one transaction, offsets included. */
final class ProjectionTables {
    private static final Column<Entry> LEDGER_ID = new Column<>("request_id", "uuid", Entry::id);
    private static final Column<Entry> OUTBOX_ID = new Column<>("id", "uuid", Entry::id);
    private static final List<Column<IncomingEvent>> EVENT_KEYS = List.of(
            new Column<>("request_id", "uuid", incoming -> incoming.event().requestId()),
            new Column<>("event_id", "int4", incoming -> incoming.event().seq()));

    private static final String INSERT_LEDGER = "insert into ledger (" + Rows.names(LedgerRow.ALL) + ") select * from "
            + Rows.given(LedgerRow.ALL) + " on conflict do nothing returning request_id";
    private static final String INSERT_EVENTS = "insert into ledger_events (" + Rows.names(EventRow.COLUMNS)
            + ") select * from " + Rows.given(EventRow.COLUMNS);
    private static final String SELECT_EVENTS = "select " + Rows.names(EventRow.COLUMNS) + " from ledger_events"
            + " where (request_id, event_id) in (select request_id, event_id from " + Rows.given(EVENT_KEYS) + ")";
    private static final String LOCK_LEDGER = "select " + Rows.names(LedgerRow.ALL)
            + ", (select chain from ledger_events where ledger_events.request_id = ledger.request_id"
            + " and event_id = last_event_id) as chain"
            + " from ledger where request_id = any(?) order by request_id for update";

    private final Database database;
    private final LaneReaders lanes;
    private final SameTransactionWriter also;

    ProjectionTables(Database database) {
        this(database, LaneReaders.UNKNOWN, SameTransactionWriter.NOTHING);
    }

    ProjectionTables(Database database, LaneReaders lanes, SameTransactionWriter also) {
        this.database = database;
        this.lanes = lanes;
        this.also = also;
    }

    /** What one transaction did. */
    record Written(int applied, int repeated, List<Fault> faults) {}

    /**
     * How far a partition has been read.
     *
     * @param next behind the record that was read last
     * @param mark of that record ({@link RecordMark}); null for what was read before marks were kept
     */
    record Position(long next, String mark) {}

    /** Where each partition goes on; one that was never read is not in the answer. */
    Map<TopicPartition, Position> positions(Collection<TopicPartition> partitions) throws SQLException {
        Map<TopicPartition, Position> positions = new HashMap<>();
        try (Connection connection = database.connection();
                PreparedStatement query = connection.prepareStatement(
                        "select topic, partition, next_offset, last_record from projection_offsets");
                ResultSet row = query.executeQuery()) {
            while (row.next()) {
                TopicPartition partition = new TopicPartition(row.getString(1), row.getInt(2));
                if (partitions.contains(partition)) {
                    positions.put(partition, new Position(row.getLong(3), row.getString(4)));
                }
            }
        }
        return positions;
    }

    /** The same without the marks. */
    Map<TopicPartition, Long> offsets(Collection<TopicPartition> partitions) throws SQLException {
        Map<TopicPartition, Long> offsets = new HashMap<>();
        positions(partitions).forEach((partition, position) -> offsets.put(partition, position.next()));
        return offsets;
    }

    /** @throws Fenced when another instance has written since {@link #offsets} was asked; nothing is changed then */
    Written write(List<IncomingEvent> incoming, Collection<Advance> advances) throws SQLException, Fenced {
        return write(incoming, List.of(), advances);
    }

    /**
     * @param unreadable records that are skipped; they are stored in the same transaction, as are those that
     *     turn out not to fit
     * @throws Fenced when another instance has written since {@link #offsets} was asked; nothing is changed then
     */
    Written write(List<IncomingEvent> incoming, List<Fault> unreadable, Collection<Advance> advances)
            throws SQLException, Fenced {
        try (Connection connection = database.connection()) {
            while (true) {
                try {
                    return write(connection, incoming, unreadable, advances);
                } catch (Overtook e) {
                    // Each turn sees at least one row more of this batch, and they are not that many.
                    connection.rollback();
                }
            }
        }
    }

    private Written write(
            Connection connection, List<IncomingEvent> incoming, List<Fault> unreadable, Collection<Advance> advances)
            throws SQLException, Fenced, Overtook {
        // First, because its row locks let one writer of a partition in at a time.
        for (Advance advance : advances) {
            advance(connection, advance);
        }
        Failpoint.PROJECTION_OFFSETS_MOVED.reached();
        Map<RequestId, String> chains = new HashMap<>();
        Map<RequestId, Entry> known = locked(connection, incoming, chains);
        EventFold fold = new EventFold(known);
        incoming.forEach(fold::add);
        create(connection, fold);
        List<IncomingEvent> unproven = fold.repeated().stream()
                .filter(repetition -> !proven(repetition, known, chains))
                .toList();
        insertEvents(connection, fold, chains);
        also.write(connection, fold.applied().stream().map(IncomingEvent::event).toList());
        Failpoint.PROJECTION_EVENTS_INSERTED.reached();
        update(connection, "ledger", LEDGER_ID, changed(known, fold.changed()), fold.changed());
        List<Entry> held = fold.changed().stream().filter(LedgerRow::isHeld).toList();
        update(connection, "ledger", LEDGER_ID, LedgerRow.RARELY, held);
        update(connection, "outbox_orders", OUTBOX_ID, outboxColumns(incoming), fold.changed());
        List<Fault> faults = new ArrayList<>(fold.faults());
        faults.addAll(differing(connection, unproven));
        faults.addAll(unreadable);
        FaultTable.add(connection, faults);
        Failpoint.PROJECTION_ROWS_UPDATED.reached();
        connection.commit();
        Failpoint.PROJECTION_COMMITTED.reached();
        return new Written(fold.applied().size(), fold.repeated().size(), List.copyOf(faults));
    }

    private List<Column<Entry>> outboxColumns(List<IncomingEvent> incoming) {
        Map<RequestId, Integer> partitions = new HashMap<>();
        incoming.forEach(
                one -> partitions.put(one.event().requestId(), one.partition().partition()));
        return OutboxRow.columns(entry ->
                lanes.sender(entry.gateway(), partitions.get(entry.id())).orElse(null));
    }

    /**
     * News of a request came here before its acceptance could be seen. A commit is read from the WAL as soon as it is
     * on the disk, and seen by others only when its backend has gone on: on a busy machine that is time enough for a
     * whole round trip.
     */
    private static final class Overtook extends Exception {
        private static final long serialVersionUID = 1;
    }

    private static void advance(Connection connection, Advance advance) throws SQLException, Fenced {
        boolean first = advance.from() == Advance.NOWHERE;
        String sql = first
                ? "insert into projection_offsets (next_offset, last_record, topic, partition) values (?, ?, ?, ?)"
                        + " on conflict do nothing"
                : "update projection_offsets set next_offset = ?, last_record = ? where topic = ? and partition = ?"
                        + " and next_offset = ?";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setLong(1, advance.to());
            statement.setString(2, advance.lastRecord());
            statement.setString(3, advance.partition().topic());
            statement.setInt(4, advance.partition().partition());
            if (!first) {
                statement.setLong(5, advance.from());
            }
            if (statement.executeUpdate() != 1) {
                throw new Fenced(advance);
            }
        }
    }

    /** @param chains is given the hash of each request's last event */
    private static Map<RequestId, Entry> locked(
            Connection connection, List<IncomingEvent> incoming, Map<RequestId, String> chains) throws SQLException {
        Object[] ids = incoming.stream()
                .map(one -> one.event().requestId().value())
                .distinct()
                .toArray();
        Map<RequestId, Entry> entries = new HashMap<>();
        try (PreparedStatement query = connection.prepareStatement(LOCK_LEDGER)) {
            query.setArray(1, connection.createArrayOf("uuid", ids));
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    Entry entry = LedgerRow.read(row);
                    entries.put(entry.id(), entry);
                    chains.put(entry.id(), row.getString("chain"));
                }
            }
        }
        return entries;
    }

    /**
     * A request that Postgres does not know: the database was restored to an earlier time. It gets no outbox row,
     * because an insert there is a message, and this one was delivered long ago.
     */
    private static void create(Connection connection, EventFold fold) throws SQLException, Overtook {
        List<Entry> created = fold.created();
        if (created.isEmpty()) {
            return;
        }
        Set<UUID> stored = new HashSet<>();
        try (PreparedStatement statement = connection.prepareStatement(INSERT_LEDGER)) {
            Rows.bind(statement, 1, LedgerRow.ALL, created);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    stored.add(row.getObject(1, UUID.class));
                }
            }
        }
        List<Entry> refused = created.stream()
                .filter(entry -> !stored.contains(entry.id().value()))
                .toList();
        // The insert has waited for a transaction that was about to write the same row: now it is there, or will never
        // be.
        if (!refused.isEmpty() && anyIsThere(connection, refused)) {
            throw new Overtook();
        }
        for (Entry entry : refused) {
            fold.reject(entry.id(), "its idempotency key belongs to another request here");
        }
    }

    private static boolean anyIsThere(Connection connection, List<Entry> entries) throws SQLException {
        try (PreparedStatement query =
                connection.prepareStatement("select exists (select from ledger where request_id = any(?))")) {
            query.setArray(
                    1,
                    connection.createArrayOf(
                            "uuid",
                            entries.stream().map(entry -> entry.id().value()).toArray()));
            try (ResultSet row = query.executeQuery()) {
                row.next();
                return row.getBoolean(1);
            }
        }
    }

    private static void insertEvents(Connection connection, EventFold fold, Map<RequestId, String> chains)
            throws SQLException {
        List<EventRow> events = new ArrayList<>();
        for (IncomingEvent incoming : fold.applied()) {
            RequestId id = incoming.event().requestId();
            EventRow row = EventRow.of(incoming.event(), chains.get(id));
            chains.put(id, row.chain());
            events.add(row);
        }
        if (events.isEmpty()) {
            return;
        }
        try (PreparedStatement statement = connection.prepareStatement(INSERT_EVENTS)) {
            Rows.bind(statement, 1, EventRow.COLUMNS, events);
            statement.executeUpdate();
        }
    }

    private static void update(
            Connection connection, String table, Column<Entry> id, List<Column<Entry>> columns, List<Entry> entries)
            throws SQLException {
        if (entries.isEmpty()) {
            return;
        }
        List<Column<Entry>> all = Stream.concat(Stream.of(id), columns.stream()).toList();
        String changes = columns.stream()
                .map(column -> column.name() + " = given." + column.name())
                .collect(Collectors.joining(", "));
        String sql = "update " + table + " set " + changes + " from " + Rows.given(all) + " where " + table + "."
                + id.name() + " = given." + id.name();
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            Rows.bind(statement, 1, all, entries);
            statement.executeUpdate();
        }
    }

    /** The columns that differ from before in any of the rows: about half of them in an undisturbed run. */
    private static List<Column<Entry>> changed(Map<RequestId, Entry> known, List<Entry> entries) {
        return LedgerRow.CHANGING.stream()
                .filter(column -> entries.stream()
                        .anyMatch(after -> !Objects.equals(
                                column.value().apply(after), column.value().apply(known.get(after.id())))))
                .toList();
    }

    /**
     * Whether the chain shows that the very same event is stored. That is so for nearly every acceptance: ingest stored
     * it before it was announced, and its hash came with the row, so it need not be read.
     */
    private static boolean proven(
            IncomingEvent repetition, Map<RequestId, Entry> known, Map<RequestId, String> chains) {
        LedgerEvent event = repetition.event();
        Entry entry = known.get(event.requestId());
        return event.seq() == 1
                && entry != null
                && entry.seq() == 1
                && EventRow.of(event, null).chain().equals(chains.get(event.requestId()));
    }

    /** A repetition that says something else than what was written is no repetition. */
    private static List<Fault> differing(Connection connection, List<IncomingEvent> repeated) throws SQLException {
        if (repeated.isEmpty()) {
            return List.of();
        }
        Map<RequestId, Map<Integer, LedgerEvent>> stored = new HashMap<>();
        try (PreparedStatement query = connection.prepareStatement(SELECT_EVENTS)) {
            Rows.bind(query, 1, EVENT_KEYS, repeated);
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    LedgerEvent event = EventRow.read(row);
                    stored.computeIfAbsent(event.requestId(), none -> new HashMap<>())
                            .put(event.seq(), event);
                }
            }
        }
        List<Fault> faults = new ArrayList<>();
        for (IncomingEvent incoming : repeated) {
            LedgerEvent before = stored.getOrDefault(incoming.event().requestId(), Map.of())
                    .get(incoming.event().seq());
            if (before == null || !before.fact().equals(incoming.event().fact())) {
                faults.add(incoming.fault("another fact is written under this number"));
            }
        }
        return faults;
    }
}
