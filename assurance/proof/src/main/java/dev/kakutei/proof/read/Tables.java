package dev.kakutei.proof.read;

import dev.kakutei.proof.AlertState;
import dev.kakutei.proof.Findings;
import dev.kakutei.proof.KeyUse;
import dev.kakutei.proof.Promise;
import dev.kakutei.proof.StoredEvent;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.store.database.Database;
import dev.kakutei.store.project.FaultTable;
import dev.kakutei.store.upkeep.CheckProgress;
import dev.kakutei.store.upkeep.LedgerCheck;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.UUID;

/** What Postgres holds. Rows are fetched a few at a time, in one snapshot for each table. */
record Tables(Database database) {
    private static final int FETCH = 1_000;
    private static final String EVENTS =
            "select request_id, event_id, at, actor, fact, chain from ledger_events order by request_id, event_id";
    private static final String RECOVERED = "select max(completed_at) from recoveries";
    private static final String NAMES = "select client, idempotency_key from ledger";
    private static final String KEYS =
            "select client, idempotency_key, request_id, gateway, accepted_at, settled_at from ledger";
    private static final String ALERTS = "select id, cause, gateway, first_at, last_at, resolved_at from alerts";

    /** Takes one row. */
    private interface RowReader {
        void read(ResultSet row) throws SQLException;
    }

    long events(Cases cases) {
        return each(EVENTS, row -> {
            RequestId id = new RequestId(row.getObject(1, UUID.class));
            cases.add(
                    id,
                    new StoredEvent(
                            row.getInt(2),
                            row.getObject(3, OffsetDateTime.class).toInstant(),
                            row.getString(4),
                            row.getString(5),
                            row.getString(6)));
        });
    }

    /** When Kafka had lost records the last time; null where it never had. */
    Instant recoveredAt() {
        Instant[] at = {null};
        each(RECOVERED, row -> at[0] = instant(row, 1));
        return at[0];
    }

    long names(CallerLogs callers) {
        return each(NAMES, row -> callers.inLedger(row.getString(1), row.getString(2)));
    }

    long keys(Keys keys) {
        return each(
                KEYS,
                row -> keys.add(new KeyUse(
                        row.getString(1),
                        row.getString(2),
                        new RequestId(row.getObject(3, UUID.class)),
                        row.getString(4),
                        instant(row, 5),
                        instant(row, 6),
                        0)));
    }

    long alerts(Alerts alerts) {
        return each(
                ALERTS,
                row -> alerts.row(new AlertState(
                        row.getString(1),
                        row.getString(2),
                        row.getString(3),
                        instant(row, 4),
                        instant(row, 5),
                        instant(row, 6))));
    }

    private static Instant instant(ResultSet row, int column) throws SQLException {
        OffsetDateTime at = row.getObject(column, OffsetDateTime.class);
        return at == null ? null : at.toInstant();
    }

    /** The comparison that {@code ./kakutei check} makes, and what could not be projected. */
    void compare(Findings findings) {
        CheckProgress passed = new LedgerCheck(database)
                .run(
                        null,
                        difference -> findings.violated(
                                Promise.SNAPSHOT_IS_FOLD,
                                difference.requestId(),
                                difference.table() + "." + difference.field() + " holds " + difference.stored()
                                        + ", by its events " + difference.expected()),
                        progress -> {});
        findings.examined(Promise.SNAPSHOT_IS_FOLD, passed.requests());
        for (FaultTable.Open fault : new FaultTable(database).open()) {
            findings.violated(Promise.FACTS_STORED, fault.place(), "was not projected: " + fault.reason());
        }
    }

    private long each(String sql, RowReader reader) {
        try (Connection connection = database.connection();
                PreparedStatement query = connection.prepareStatement(sql)) {
            query.setFetchSize(FETCH);
            long count = 0;
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    reader.read(row);
                    count++;
                }
            }
            connection.commit();
            return count;
        } catch (SQLException e) {
            throw new Unreadable("Postgres does not answer: " + e.getMessage(), e);
        }
    }
}
