package dev.kakutei.ingest.recover;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.ingest.store.Database;
import dev.kakutei.ingest.store.EventRow;
import dev.kakutei.ingest.store.LedgerRow;
import dev.kakutei.ingest.store.StoreUnavailable;
import dev.kakutei.ledger.Entry;
import dev.kakutei.schemas.ApprovalFact;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.schemas.SecondEffect;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * The requests that a verifier has to know: all that are open, and those that were settled not long ago. An open one is
 * the fold of its events, because its row does not have everything that the rules need: that the gateway acknowledged
 * the request, for one. So is a settled one that was in doubt after an earlier recovery.
 */
public final class KnownRequests {
    private static final int FETCHED = 500;
    private static final String SELECT = "select "
            + LedgerRow.ALL.stream().map(column -> "l." + column.name()).collect(Collectors.joining(", "))
            + ", (l.settled_at is null or exists (select from ledger_events e where e.request_id = l.request_id"
            + " and e.type = 'records_lost')) as by_events,"
            // An action whose next event is known is settled by that event: either it was carried out, or refused.
            + " (select string_agg(t.gateway, ',') from resubmission_targets t where l.settled_at is null"
            + " and t.request_id = l.request_id and t.based_on >= l.last_event_id) as targets,"
            + " exists (select from second_effect_acceptances a where l.settled_at is null"
            + " and a.request_id = l.request_id and a.based_on >= l.last_event_id) as second_effect,"
            + " pg_current_xact_id()::text::bigint - age(l.xmin) as written_by"
            // By the acceptance as well: what is announced again is judged by that, and it may be of another clock.
            + " from ledger l where l.settled_at is null or l.settled_at > ? or l.accepted_at > ? or l.contradicted"
            + " order by l.request_id";

    private static final String EVENTS = "select request_id, event_id, at, actor, fact from ledger_events"
            + " where request_id = any(?) order by request_id, event_id";

    /** What is done with each. */
    public interface Taker {
        /**
         * @param document of an open request; null otherwise
         * @param writtenBy the transaction that wrote its row last
         * @param lost what actions may have led to, without an event that says so
         */
        void take(Entry entry, JsonNode document, long writtenBy, LostActions lost);
    }

    /**
     * What actions may have led to after the last event that is known.
     *
     * @param targets gateways that the request may have been resubmitted to
     * @param secondEffect whether it may have been sent again at the risk of a second effect; null if not
     */
    public record LostActions(Set<String> targets, SecondEffect secondEffect) {
        public static final LostActions NONE = new LostActions(Set.of(), null);

        public LostActions {
            targets = Set.copyOf(targets);
        }
    }

    /** A row of the ledger, who wrote it, and what is stored beside it. */
    private record Row(Entry entry, long writtenBy, boolean byEvents, LostActions lost) {}

    /** What the events of a request come to; the document is that of its latest version. */
    private record Folded(Entry entry, JsonNode document) {
        Folded and(LedgerEvent event) {
            JsonNode sent = event.fact() instanceof ApprovalFact.Resubmitted changed ? changed.request() : document;
            return new Folded(entry.apply(event), sent);
        }
    }

    private final Database database;

    public KnownRequests(Database database) {
        this.database = database;
    }

    /**
     * Hands over each of them, as of one moment.
     *
     * @param since settled ones that were accepted or settled from then on, and those that were contradicted
     * @throws IllegalStateException where a row does not say what its events say: {@code ./kakutei check} shows it
     */
    public void forEach(Instant since, Taker each) {
        try (Connection connection = database.connection()) {
            connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            try (PreparedStatement query = connection.prepareStatement(SELECT)) {
                query.setFetchSize(FETCHED);
                query.setObject(1, since.atOffset(ZoneOffset.UTC));
                query.setObject(2, since.atOffset(ZoneOffset.UTC));
                try (ResultSet row = query.executeQuery()) {
                    List<Row> page = new ArrayList<>(FETCHED);
                    while (row.next()) {
                        page.add(row(row));
                        if (page.size() == FETCHED) {
                            take(connection, page, each);
                            page.clear();
                        }
                    }
                    take(connection, page, each);
                }
            }
            connection.rollback();
        } catch (SQLException e) {
            throw new StoreUnavailable(e);
        }
    }

    private static Row row(ResultSet row) throws SQLException {
        String targets = row.getString("targets");
        return new Row(
                LedgerRow.read(row),
                row.getLong("written_by"),
                row.getBoolean("by_events"),
                new LostActions(
                        targets == null ? Set.of() : Set.of(targets.split(",")),
                        row.getBoolean("second_effect") ? SecondEffect.ACCEPTED : null));
    }

    private static void take(Connection connection, List<Row> page, Taker each) throws SQLException {
        Map<RequestId, Folded> folded = folded(
                connection,
                page.stream().filter(Row::byEvents).map(row -> row.entry().id()).toList());
        for (Row row : page) {
            Entry entry = row.entry();
            if (!row.byEvents()) {
                each.take(entry, null, row.writtenBy(), row.lost());
                continue;
            }
            Folded events = folded.get(entry.id());
            if (events == null
                    || events.entry().seq() != entry.seq()
                    || events.entry().status() != entry.status()) {
                throw new IllegalStateException("the row of request " + entry.id()
                        + " does not say what its events say. Run ./kakutei check, then ./kakutei rebuild, and recover"
                        + " again");
            }
            JsonNode document = entry.status().terminal() ? null : events.document();
            each.take(events.entry(), document, row.writtenBy(), row.lost());
        }
    }

    private static Map<RequestId, Folded> folded(Connection connection, List<RequestId> ids) throws SQLException {
        Map<RequestId, Folded> folded = new HashMap<>();
        if (ids.isEmpty()) {
            return folded;
        }
        try (PreparedStatement query = connection.prepareStatement(EVENTS)) {
            query.setArray(1, array(connection, ids));
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    LedgerEvent event = EventRow.read(row);
                    folded.compute(
                            event.requestId(),
                            (id, before) -> before == null
                                    ? new Folded(Entry.begin(event), ((Fact.Accepted) event.fact()).request())
                                    : before.and(event));
                }
            }
        }
        return folded;
    }

    private static Array array(Connection connection, Collection<RequestId> ids) throws SQLException {
        return connection.createArrayOf(
                "uuid", ids.stream().map(RequestId::value).toArray());
    }

    /** When the newest of all requests was accepted; empty where there is none. */
    public Optional<Instant> newestAcceptance() {
        try (Connection connection = database.connection();
                PreparedStatement query = connection.prepareStatement("select max(accepted_at) from ledger");
                ResultSet row = query.executeQuery()) {
            row.next();
            return Optional.ofNullable(row.getObject(1, OffsetDateTime.class)).map(OffsetDateTime::toInstant);
        } catch (SQLException e) {
            throw new StoreUnavailable(e);
        }
    }

    /** Those of them that Postgres does not know. */
    public Set<RequestId> unknown(Collection<RequestId> ids) {
        Set<RequestId> unknown = new HashSet<>(ids);
        try (Connection connection = database.connection();
                PreparedStatement query =
                        connection.prepareStatement("select request_id from ledger where request_id = any(?)")) {
            query.setArray(1, array(connection, ids));
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    unknown.remove(new RequestId(row.getObject(1, UUID.class)));
                }
            }
            connection.rollback();
        } catch (SQLException e) {
            throw new StoreUnavailable(e);
        }
        return unknown;
    }

    /** Whether another request has this idempotency key. */
    public boolean isKeyTaken(Fact.Accepted accepted) {
        try (Connection connection = database.connection();
                PreparedStatement query = connection.prepareStatement(
                        "select exists (select from ledger where client = ? and idempotency_key = ?)")) {
            query.setString(1, accepted.client());
            query.setString(2, accepted.idempotencyKey());
            try (ResultSet row = query.executeQuery()) {
                row.next();
                return row.getBoolean(1);
            }
        } catch (SQLException e) {
            throw new StoreUnavailable(e);
        }
    }
}
