package dev.kakutei.store.recover;

import dev.kakutei.boot.StoreUnavailable;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.store.database.Database;
import dev.kakutei.store.database.EventRow;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.function.Consumer;

/**
 * The events of settled requests, for a ledger topic that has lost them. A Postgres that is restored later reads from
 * the topic what it has lost, and the idempotency keys above all.
 */
public final class SettledEvents {
    private static final int FETCHED = 1_000;
    private static final String SELECT = "select e.request_id, e.event_id, e.at, e.actor, e.fact from ledger_events e"
            + " join ledger l on l.request_id = e.request_id where l.settled_at is not null"
            + " and e.request_id in (select request_id from ledger where contradicted"
            + " union select request_id from ledger_events where at >= ?)"
            + " order by (l.settled_at > ? or l.accepted_at > ? or l.contradicted), e.request_id, e.event_id";

    private final Database database;

    public SettledEvents(Database database) {
        this.database = database;
    }

    /**
     * Hands over all events of those that have one from then on or were contradicted ({@link
     * dev.kakutei.ledger.Republication#isPublishedAgain}), each request's in their order, and returns how many there
     * were. What verifiers know comes last: they look for it at the end of the ledger topic.
     *
     * @param since null for none but those that were contradicted
     * @param known verifiers know those that were accepted or settled from then on, and those that were contradicted
     */
    public long forEach(Instant since, Instant known, Consumer<LedgerEvent> each) {
        long count = 0;
        try (Connection connection = database.connection();
                PreparedStatement query = connection.prepareStatement(SELECT)) {
            query.setFetchSize(FETCHED);
            query.setObject(1, since == null ? null : since.atOffset(ZoneOffset.UTC), Types.TIMESTAMP_WITH_TIMEZONE);
            query.setObject(2, known.atOffset(ZoneOffset.UTC));
            query.setObject(3, known.atOffset(ZoneOffset.UTC));
            try (ResultSet row = query.executeQuery()) {
                for (; row.next(); count++) {
                    each.accept(EventRow.read(row));
                }
            }
            connection.rollback();
        } catch (SQLException e) {
            throw new StoreUnavailable(e);
        }
        return count;
    }
}
