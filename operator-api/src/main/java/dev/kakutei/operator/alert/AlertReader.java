package dev.kakutei.operator.alert;

import dev.kakutei.boot.StoreUnavailable;
import dev.kakutei.store.database.Database;
import dev.kakutei.store.read.ReadThreads;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Lists alerts for callers. */
public final class AlertReader implements AutoCloseable {
    /** How many one answer shows. */
    public static final int MAX_LIMIT = 500;

    public static final int DEFAULT_LIMIT = 100;
    private static final int MAX_WAITING = 50;

    /** Which of them. */
    public enum Which {
        OPEN,
        RESOLVED,
        ALL
    }

    private final AlertTable table;
    private final ReadThreads threads = new ReadThreads("ingest-alerts-read", 1, MAX_WAITING);

    public AlertReader(Database database) {
        this.table = new AlertTable(database);
    }

    /** Newest first. Fails with {@link StoreUnavailable}. */
    public CompletableFuture<List<AlertRow>> list(Which which, int limit) {
        return threads.read(() -> {
            try {
                return table.list(which, limit);
            } catch (SQLException e) {
                throw new StoreUnavailable(e);
            }
        });
    }

    @Override
    public void close() {
        threads.close();
    }
}
