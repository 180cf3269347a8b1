package dev.kakutei.ingest.store;

import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.RequestId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;

/** A row of {@code ledger_events} is a {@link LedgerEvent}. */
public final class EventRow {
    public static final List<Column<LedgerEvent>> COLUMNS = List.of(
            new Column<>("request_id", "uuid", LedgerEvent::requestId),
            new Column<>("event_id", "int4", LedgerEvent::seq),
            new Column<>("type", "text", event -> FactJson.type(event.fact())),
            new Column<>("at", "timestamptz", LedgerEvent::at),
            new Column<>("actor", "text", LedgerEvent::by),
            new Column<>("fact", "json", event -> FactJson.write(event.fact())));

    private EventRow() {}

    public static LedgerEvent read(ResultSet row) throws SQLException {
        return new LedgerEvent(
                new RequestId(row.getObject("request_id", UUID.class)),
                row.getInt("event_id"),
                LedgerRow.moment(row, "at"),
                row.getString("actor"),
                FactJson.read(row.getString("fact")));
    }
}
