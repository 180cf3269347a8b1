package dev.kakutei.operator.search;

import dev.kakutei.boot.StoreUnavailable;
import dev.kakutei.ledger.Entry;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.store.database.Database;
import dev.kakutei.store.database.LedgerRow;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Searches in Postgres. */
public final class SearchTable {
    private static final String CANCELLED = "57014";

    private final Database database;
    private final SearchConfig config;

    public SearchTable(Database database, SearchConfig config) {
        this.database = database;
        this.config = config;
    }

    /**
     * One page. Requests that were committed before the first page was asked for are found on one page each, and on no
     * other; one that is accepted meanwhile may be missing, and one whose state changes may be missing or found.
     *
     * @throws SearchTimedOut when Postgres cancelled it
     * @throws StoreUnavailable when Postgres cannot be asked
     */
    public SearchPage find(Search search) {
        if (search.statuses().nothing()) {
            return SearchPage.EMPTY;
        }
        try (Connection connection = database.connection()) {
            prepare(connection);
            List<IndexScan> scans = IndexScan.of(search);
            int rows = Math.max(config.rows() / scans.size(), search.limit() + 1);
            List<SearchPage.Found> found = new ArrayList<>();
            for (IndexScan scan : scans) {
                found.add(follow(connection, search, new IndexScanSql(search, scan, rows)));
            }
            connection.commit();
            return SearchPage.of(found, search.limit());
        } catch (SQLException e) {
            throw CANCELLED.equals(e.getSQLState()) ? new SearchTimedOut(e) : new StoreUnavailable(e);
        }
    }

    /**
     * One snapshot for all scans. Which index is scanned is decided here, not by statistics, which may be old or
     * missing: every other way is closed to the planner.
     */
    void prepare(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("set transaction isolation level repeatable read, read only;"
                    + " set local statement_timeout = " + config.timeout().toMillis() + ";"
                    + " set local enable_seqscan = off; set local enable_bitmapscan = off;"
                    + " set local enable_hashjoin = off; set local enable_mergejoin = off;"
                    + " set local enable_sort = off; set local enable_incremental_sort = off;"
                    + " set local enable_material = off; set local enable_memoize = off;"
                    + " set local max_parallel_workers_per_gather = 0; set local jit = off");
        }
    }

    private static SearchPage.Found follow(Connection connection, Search search, IndexScanSql scan)
            throws SQLException {
        List<Entry> requests = new ArrayList<>();
        try (PreparedStatement query = scan.finding(connection);
                ResultSet row = query.executeQuery()) {
            while (row.next()) {
                requests.add(LedgerRow.read(row));
            }
        }
        return new SearchPage.Found(
                requests, requests.size() > search.limit() ? Optional.empty() : lastLookedAt(connection, scan));
    }

    private static Optional<Cursor> lastLookedAt(Connection connection, IndexScanSql scan) throws SQLException {
        try (PreparedStatement query = scan.lastLookedAt(connection);
                ResultSet row = query.executeQuery()) {
            return row.next()
                    ? Optional.of(new Cursor(
                            row.getObject(1, OffsetDateTime.class).toInstant(),
                            new RequestId(row.getObject(2, UUID.class))))
                    : Optional.empty();
        }
    }
}
