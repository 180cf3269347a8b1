package dev.kakutei.store.upkeep;

import dev.kakutei.boot.StoreUnavailable;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.store.database.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * Compares every request's rows with its events, while the service runs (SPEC E3).
 *
 * <p>Each batch is read in one snapshot of the database, and whoever changes a request changes all its rows in one
 * transaction: a request that moves meanwhile is seen before or after, never in between. Nothing is locked.
 */
public final class LedgerCheck {
    public static final int BATCH = 200;
    private static final int MAX_STRAYS = 1_000;

    private final Database database;

    public LedgerCheck(Database database) {
        this.database = database;
    }

    /**
     * @param after where an earlier run was interrupted; null to begin
     * @param found receives every difference
     * @param progress is called after every batch
     * @throws StoreUnavailable when Postgres cannot be asked
     */
    public CheckProgress run(RequestId after, Consumer<Difference> found, Consumer<CheckProgress> progress) {
        CheckProgress current = new CheckProgress(0, 0, after);
        while (true) {
            Batch batch = batch(current.last());
            if (batch.ids().isEmpty()) {
                break;
            }
            batch.differences().forEach(found);
            current = current.and(
                    batch.ids().size(),
                    batch.differences().size(),
                    batch.ids().get(batch.ids().size() - 1));
            progress.accept(current);
        }
        List<Difference> strays = strays();
        strays.forEach(found);
        return current.and(0, strays.size(), current.last());
    }

    private record Batch(List<RequestId> ids, List<Difference> differences) {}

    private Batch batch(RequestId after) {
        try (Connection connection = database.connection()) {
            oneSnapshot(connection);
            StoredRequestReader reader = new StoredRequestReader(connection);
            List<RequestId> ids = reader.after(after, BATCH);
            List<Difference> differences = new ArrayList<>();
            for (StoredRequest stored : reader.read(ids)) {
                differences.addAll(Audit.of(stored).differences());
            }
            connection.commit();
            return new Batch(ids, differences);
        } catch (SQLException e) {
            throw new StoreUnavailable(e);
        }
    }

    /** Rows of the open set without a request. */
    private List<Difference> strays() {
        try (Connection connection = database.connection();
                PreparedStatement query = connection.prepareStatement(
                        "select o.request_id, o.accepted_at::text from ledger_open o where not exists (select 1 from"
                                + " ledger l where l.request_id = o.request_id and l.accepted_at = o.accepted_at) limit "
                                + MAX_STRAYS);
                ResultSet row = query.executeQuery()) {
            List<Difference> strays = new ArrayList<>();
            while (row.next()) {
                strays.add(new Difference(
                        new RequestId(row.getObject(1, UUID.class)),
                        null,
                        null,
                        "ledger_open",
                        Difference.ROW,
                        "at " + row.getString(2),
                        null));
            }
            connection.commit();
            return strays;
        } catch (SQLException e) {
            throw new StoreUnavailable(e);
        }
    }

    private static void oneSnapshot(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("set transaction isolation level repeatable read, read only");
        }
    }
}
