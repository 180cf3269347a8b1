package dev.kakutei.ingest.recover;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.ingest.store.Database;
import dev.kakutei.ingest.store.LedgerRow;
import dev.kakutei.ingest.store.StoreUnavailable;
import dev.kakutei.ledger.Entry;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.schemas.codec.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/** The requests that a verifier has to know: all that are open, and those that were settled not long ago. */
public final class KnownRequests {
    private static final int FETCHED = 500;
    /** An open request is sent or asked for with the document of its latest version. */
    private static final String SELECT = "select "
            + LedgerRow.ALL.stream().map(column -> "l." + column.name()).collect(Collectors.joining(", "))
            + ", (select e.fact ->> 'request' from ledger_events e where l.settled_at is null"
            + " and e.request_id = l.request_id and e.type in ('accepted', 'resubmitted')"
            + " order by e.event_id desc limit 1) as document,"
            // An order whose next event is known is settled by that event: either it was carried out, or refused.
            + " (select string_agg(t.gateway, ',') from resubmission_targets t where l.settled_at is null"
            + " and t.request_id = l.request_id and t.based_on >= l.last_event_id) as targets,"
            + " pg_current_xact_id()::text::bigint - age(l.xmin) as written_by"
            // By the acceptance as well: what is announced again is judged by that, and it may be of another clock.
            + " from ledger l where l.settled_at is null or l.settled_at > ? or l.accepted_at > ? or l.contradicted"
            + " order by l.request_id";

    /** What is done with each. */
    public interface Taker {
        /**
         * @param document of an open request; null otherwise
         * @param writtenBy the transaction that wrote its row last
         * @param targets gateways that it may have been resubmitted to, without an event that says so
         */
        void take(Entry entry, JsonNode document, long writtenBy, Set<String> targets);
    }

    private final Database database;

    public KnownRequests(Database database) {
        this.database = database;
    }

    /**
     * Hands over each of them, as of one moment.
     *
     * @param since settled ones that were accepted or settled from then on, and those that were contradicted
     */
    public void forEach(Instant since, Taker each) {
        try (Connection connection = database.connection();
                PreparedStatement query = connection.prepareStatement(SELECT)) {
            query.setFetchSize(FETCHED);
            query.setObject(1, since.atOffset(ZoneOffset.UTC));
            query.setObject(2, since.atOffset(ZoneOffset.UTC));
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    String document = row.getString("document");
                    String targets = row.getString("targets");
                    each.take(
                            LedgerRow.read(row),
                            document == null ? null : parsed(document),
                            row.getLong("written_by"),
                            targets == null ? Set.of() : Set.of(targets.split(",")));
                }
            }
            connection.rollback();
        } catch (SQLException e) {
            throw new StoreUnavailable(e);
        }
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
            query.setArray(
                    1,
                    connection.createArrayOf(
                            "uuid", ids.stream().map(RequestId::value).toArray()));
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

    private static JsonNode parsed(String document) {
        try {
            return Json.MAPPER.readTree(document);
        } catch (IOException e) {
            throw new UncheckedIOException("the document of a request cannot be read", e);
        }
    }
}
