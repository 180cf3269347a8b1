package dev.kakutei.store.recover;

import dev.kakutei.boot.StoreUnavailable;
import dev.kakutei.schemas.OperatorAction;
import dev.kakutei.store.database.Database;
import dev.kakutei.store.read.ReadThreads;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;

/**
 * Which gateways requests may be sent to by a resubmission, stored before the action is published: what survives a loss
 * of Kafka's records is the knowledge that a post may have been made. A row says "may": actions that were refused, or
 * never published, are not taken back. Rows go with their request.
 */
public final class ResubmissionTargets implements AutoCloseable {
    private static final int THREADS = 2;
    private static final int MAX_WAITING = 1_000;
    private static final String STORE = "insert into resubmission_targets as known (request_id, gateway, based_on)"
            + " values (?, ?, ?) on conflict (request_id, gateway)"
            + " do update set based_on = excluded.based_on where known.based_on < excluded.based_on";

    private final Database database;
    private final ReadThreads threads = new ReadThreads("ingest-resubmissions", THREADS, MAX_WAITING);

    public ResubmissionTargets(Database database) {
        this.database = database;
    }

    /**
     * Done when Postgres has committed it. Fails with {@link StoreUnavailable}: the action must not be published then.
     */
    public CompletableFuture<Void> store(OperatorAction resubmission) {
        return threads.read(() -> {
            write(resubmission);
            return null;
        });
    }

    private void write(OperatorAction action) {
        try (Connection connection = database.connection();
                PreparedStatement statement = connection.prepareStatement(STORE)) {
            statement.setObject(1, action.requestId().value());
            statement.setString(2, action.resubmission().gateway());
            statement.setInt(3, action.basedOn());
            statement.executeUpdate();
            connection.commit();
        } catch (SQLException e) {
            throw new StoreUnavailable(e);
        }
    }

    @Override
    public void close() {
        threads.close();
    }
}
