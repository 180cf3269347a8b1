package dev.kakutei.store.database;

import dev.kakutei.schemas.AuditChain;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.RequestId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;

/**
 * A row of {@code ledger_events} is a {@link LedgerEvent}, chained to the one before it.
 *
 * @param actor as Postgres can hold it
 * @param fact the event's fact as it is stored
 * @param chain its hash ({@link AuditChain})
 */
public record EventRow(LedgerEvent event, String actor, String fact, String chain) {
    public static final List<Column<EventRow>> COLUMNS = List.of(
            new Column<>("request_id", "uuid", row -> row.event().requestId()),
            new Column<>("event_id", "int4", row -> row.event().seq()),
            new Column<>("type", "text", row -> FactJson.type(row.event().fact())),
            new Column<>("at", "timestamptz", row -> row.event().at()),
            new Column<>("actor", "text", EventRow::actor),
            new Column<>("fact", "json", EventRow::fact),
            new Column<>("chain", "text", EventRow::chain));

    /** @param previous the chain of the event before; null for a request's first event */
    public static EventRow of(LedgerEvent event, String previous) {
        String actor = Rows.storable(event.by());
        String fact = Rows.storable(FactJson.write(event.fact()));
        return new EventRow(
                event, actor, fact, AuditChain.next(previous, event.requestId(), event.seq(), event.at(), actor, fact));
    }

    public static LedgerEvent read(ResultSet row) throws SQLException {
        return new LedgerEvent(
                new RequestId(row.getObject("request_id", UUID.class)),
                row.getInt("event_id"),
                LedgerRow.moment(row, "at"),
                row.getString("actor"),
                FactJson.read(row.getString("fact")));
    }
}
