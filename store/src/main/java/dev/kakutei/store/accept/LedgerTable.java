package dev.kakutei.store.accept;

import dev.kakutei.boot.Failpoint;
import dev.kakutei.boot.StoreUnavailable;
import dev.kakutei.boot.log.RequestLine;
import dev.kakutei.ledger.Entry;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.store.database.Column;
import dev.kakutei.store.database.Database;
import dev.kakutei.store.database.EventRow;
import dev.kakutei.store.database.LedgerRow;
import dev.kakutei.store.database.Rows;
import dev.kakutei.store.database.SqlFault;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Requests in Postgres: accepted once under their key, and read.
 *
 * <p>A request is acknowledged only after the commit of the transaction that holds its ledger row, its first event and
 * its outbox row (SPEC A3). Two instances that are given the same key at once agree on one of them, because the unique
 * key makes the second wait for the first (SPEC A4).
 */
public final class LedgerTable {
    /** More events than a request can have by its own timers; the rest are comments and actions of operators. */
    public static final int MAX_EVENTS = 10_000;

    private static final Logger log = LoggerFactory.getLogger(LedgerTable.class);
    private static final int TRIES = 5;
    private static final String SELECT = "select " + Rows.names(LedgerRow.ALL) + " from ledger ";
    /** The order of the rows is the order of the locks: the same in every instance, so that there is no deadlock. */
    private static final Comparator<NewRequest> LOCK_ORDER = Comparator.comparing(
                    (NewRequest request) -> request.fact().client())
            .thenComparing(request -> request.fact().idempotencyKey());

    private final Database database;

    public LedgerTable(Database database) {
        this.database = database;
    }

    /** Stores all of them in one transaction, and says for each what became of it, in the order they were given. */
    public List<Acceptance> accept(List<NewRequest> requests) {
        for (int tries = 1; ; tries++) {
            try {
                return acceptTogether(requests);
            } catch (SQLException e) {
                switch (SqlFault.of(e)) {
                    case DATA -> {
                        return acceptAlone(requests, e);
                    }
                    case COLLISION -> {
                        if (tries == TRIES) {
                            return unavailable(requests, e);
                        }
                    }
                    case INFRASTRUCTURE -> {
                        return unavailable(requests, e);
                    }
                }
            }
        }
    }

    /** @throws StoreUnavailable when Postgres cannot be asked */
    public Optional<Entry> find(String client, String idempotencyKey) {
        try (Connection connection = database.connection();
                PreparedStatement query =
                        connection.prepareStatement(SELECT + "where client = ? and idempotency_key = ?")) {
            query.setString(1, client);
            query.setString(2, idempotencyKey);
            try (ResultSet row = query.executeQuery()) {
                return row.next() ? Optional.of(LedgerRow.read(row)) : Optional.empty();
            }
        } catch (SQLException e) {
            throw new StoreUnavailable(e);
        }
    }

    /**
     * A request's events, oldest first.
     *
     * @throws StoreUnavailable when Postgres cannot be asked
     */
    public List<LedgerEvent> events(RequestId id) {
        return eventsAfter(id, 0);
    }

    /**
     * The events behind one that is known, oldest first.
     *
     * @throws StoreUnavailable when Postgres cannot be asked
     */
    public List<LedgerEvent> eventsAfter(RequestId id, int eventId) {
        try (Connection connection = database.connection();
                PreparedStatement query = connection.prepareStatement("select " + Rows.names(EventRow.COLUMNS)
                        + " from ledger_events where request_id = ? and event_id > ? order by event_id limit "
                        + MAX_EVENTS)) {
            query.setObject(1, id.value());
            query.setInt(2, eventId);
            List<LedgerEvent> events = new ArrayList<>();
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    events.add(EventRow.read(row));
                }
            }
            return events;
        } catch (SQLException e) {
            throw new StoreUnavailable(e);
        }
    }

    private List<Acceptance> acceptTogether(List<NewRequest> requests) throws SQLException {
        try (Connection connection = database.connection()) {
            Failpoint.ACCEPT_BEGUN.reached();
            Set<RequestId> stored = insert(connection, requests);
            Failpoint.ACCEPT_INSERTED.reached();
            List<NewRequest> others = requests.stream()
                    .filter(request -> !stored.contains(request.id()))
                    .toList();
            Map<String, Entry> holders = others.isEmpty() ? Map.of() : holders(connection, others);
            connection.commit();
            Failpoint.ACCEPT_COMMITTED.reached();
            List<Acceptance> acceptances = new ArrayList<>(requests.size());
            for (NewRequest request : requests) {
                acceptances.add(
                        stored.contains(request.id())
                                ? new Acceptance.Accepted(request.entry())
                                : compared(request, holders.get(name(request.entry()))));
            }
            return acceptances;
        }
    }

    private static Set<RequestId> insert(Connection connection, List<NewRequest> requests) throws SQLException {
        List<NewRequest> ordered = requests.stream().sorted(LOCK_ORDER).toList();
        try (PreparedStatement statement = connection.prepareStatement(AcceptSql.TEXT)) {
            Rows.bind(statement, 1, AcceptSql.COLUMNS, ordered);
            Set<RequestId> stored = new HashSet<>();
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    stored.add(new RequestId(row.getObject(1, UUID.class)));
                }
            }
            return stored;
        }
    }

    /** A statement of its own: only a new one sees what another transaction committed while ours waited for it. */
    private static Map<String, Entry> holders(Connection connection, List<NewRequest> requests) throws SQLException {
        List<Column<NewRequest>> keys = List.of(
                new Column<>("client", "text", request -> request.fact().client()),
                new Column<>(
                        "idempotency_key", "text", request -> request.fact().idempotencyKey()));
        String sql = SELECT + "where (client, idempotency_key) in (select client, idempotency_key from "
                + Rows.given(keys) + ")";
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            Rows.bind(query, 1, keys, requests);
            Map<String, Entry> holders = new HashMap<>();
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    Entry entry = LedgerRow.read(row);
                    holders.put(name(entry), entry);
                }
            }
            return holders;
        }
    }

    private static Acceptance compared(NewRequest request, Entry holder) {
        if (holder == null) {
            // It held the key a moment ago and was cleaned away since.
            return new Acceptance.Unavailable("the earlier request under this key has just been removed");
        }
        return request.sameAs(holder) ? new Acceptance.Same(holder) : new Acceptance.Conflict(holder);
    }

    /** No key has a space in it, so this cannot be read two ways. */
    private static String name(Entry entry) {
        return entry.idempotencyKey() + " " + entry.client();
    }

    private List<Acceptance> acceptAlone(List<NewRequest> requests, SQLException cause) {
        if (requests.size() > 1) {
            return requests.stream()
                    .flatMap(request -> accept(List.of(request)).stream())
                    .toList();
        }
        Fact.Accepted fact = requests.get(0).fact();
        RequestLine.at(log.atError(), requests.get(0).id())
                .idempotencyKey(fact.idempotencyKey())
                .lastErrorCode("SQLSTATE " + cause.getSQLState())
                .adapter(fact.gateway())
                .trace(fact.traceparent())
                .cause(cause)
                .log("Request cannot be stored: Postgres refuses its data");
        return List.of(new Acceptance.Unstorable("SQLSTATE " + cause.getSQLState()));
    }

    private static List<Acceptance> unavailable(List<NewRequest> requests, SQLException cause) {
        log.warn("{} requests could not be stored: {}", requests.size(), cause.getMessage());
        Acceptance unavailable = new Acceptance.Unavailable(String.valueOf(cause.getMessage()));
        return requests.stream().map(request -> unavailable).toList();
    }
}
