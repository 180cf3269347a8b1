package dev.kakutei.store.project;

import dev.kakutei.boot.thread.DaemonThreads;
import dev.kakutei.store.database.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes outbox rows {@code pending} again when their backoff is over (SPEC A10). No fact happens at that moment: the
 * verifier begins the next attempt in the turn in which it finds it due. So only rows of attempts that are due and not
 * begun are touched: where the verifier has stopped or is behind. They are found by an index that holds nothing else
 * than what waits for a backoff.
 *
 * <p>Every instance runs one. A row that another one or the projection holds is left for the next turn, so nothing ever
 * waits here for a lock.
 */
public final class BackoffEnds implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(BackoffEnds.class);
    private static final Duration EVERY = Duration.ofSeconds(1);
    private static final int MAX_ROWS = 500;
    /**
     * By Postgres' clock: what is read there is compared with it by whoever reads. With {@code now()}, which stays the
     * same for a statement; for {@code clock_timestamp()} the index could not be searched, only walked along.
     */
    private static final String MAKE_PENDING = "with due as materialized (select id from outbox_orders where "
            + OutboxRow.NEXT_ATTEMPT_AT + " <= now() order by " + OutboxRow.NEXT_ATTEMPT_AT
            + " limit ? for update skip locked) update outbox_orders o set status = '" + OutboxRow.PENDING + "', "
            + OutboxRow.NEXT_ATTEMPT_AT + " = null from due where o.id = due.id";

    private final Database database;
    private final ScheduledExecutorService timer;

    public BackoffEnds(Database database) {
        this.database = database;
        this.timer = Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("ingest-backoff-ends"));
    }

    public void start() {
        timer.scheduleWithFixedDelay(this::turn, EVERY.toMillis(), EVERY.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }

    private void turn() {
        try {
            markPending();
        } catch (SQLException | RuntimeException e) {
            // The rows are for reading: they can wait for the next turn.
            log.warn("Marking outbox rows as pending after their backoff failed: {}", e.getMessage());
        }
    }

    /** Returns how many rows are pending again. */
    int markPending() throws SQLException {
        try (Connection connection = database.connection();
                PreparedStatement statement = connection.prepareStatement(MAKE_PENDING)) {
            statement.setInt(1, MAX_ROWS);
            int rows = statement.executeUpdate();
            connection.commit();
            return rows;
        }
    }
}
