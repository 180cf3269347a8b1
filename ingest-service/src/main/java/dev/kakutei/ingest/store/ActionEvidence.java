package dev.kakutei.ingest.store;

import dev.kakutei.schemas.OperatorAction;
import dev.kakutei.schemas.SecondEffect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;

/**
 * What actions may lead to, stored before they are published: to which gateway a resubmission may be sent, and that a person
 * accepted a second effect. What survives a loss of Kafka's records is the knowledge that a post may have been made. A row says
 * "may": actions that were refused, or never published, are not taken back. Rows go with their request.
 */
public final class ActionEvidence implements AutoCloseable {
    private static final int THREADS = 2;
    private static final int MAX_WAITING = 1_000;
    private static final String TARGET = "insert into resubmission_targets as known (request_id, based_on, gateway)"
            + " values (?, ?, ?) on conflict (request_id, gateway)"
            + " do update set based_on = excluded.based_on where known.based_on < excluded.based_on";
    private static final String SECOND_EFFECT = "insert into second_effect_acceptances as known (request_id, based_on)"
            + " values (?, ?) on conflict (request_id)"
            + " do update set based_on = excluded.based_on where known.based_on < excluded.based_on";

    private final Database database;
    private final ReadThreads threads = new ReadThreads("ingest-action-evidence", THREADS, MAX_WAITING);

    public ActionEvidence(Database database) {
        this.database = database;
    }

    /**
     * Done when Postgres has committed it, at once where there is nothing to store. Fails with {@link StoreUnavailable}: the
     * action must not be published then.
     */
    public CompletableFuture<Void> store(OperatorAction action) {
        boolean resubmits = action.type() == OperatorAction.Type.RESUBMIT;
        if (!resubmits && action.acceptSecondEffect() != SecondEffect.ACCEPTED) {
            return CompletableFuture.completedFuture(null);
        }
        return threads.read(() -> {
            write(action, resubmits ? TARGET : SECOND_EFFECT);
            return null;
        });
    }

    private void write(OperatorAction action, String sql) {
        try (Connection connection = database.connection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setObject(1, action.requestId().value());
            statement.setInt(2, action.basedOn());
            if (action.resubmission() != null) {
                statement.setString(3, action.resubmission().gateway());
            }
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
