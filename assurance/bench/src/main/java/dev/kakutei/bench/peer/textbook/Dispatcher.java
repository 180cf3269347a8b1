package dev.kakutei.bench.peer.textbook;

import dev.kakutei.bench.peer.GatewayPost;
import dev.kakutei.boot.thread.DaemonThreads;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes a batch of rows under lock, posts them all at once, writes what came of them with one statement, commits. A crash
 * between post and commit frees the rows, and they are posted again: the gateway must know the key.
 */
final class Dispatcher {
    private static final Logger log = LoggerFactory.getLogger(Dispatcher.class);
    private static final int BATCH = 64;
    private static final long LOOK_MILLIS = 100;
    private static final long CLOSE_MILLIS = 5000;
    private static final String TAKE = "select id, key, body from outbox where due_at <= now() order by id limit "
            + BATCH + " for update skip locked";
    private static final String SETTLE = """
            with done as (delete from outbox where id = any (?))
            update ledger set state = 'succeeded', settled_at = now(), answer = came.answer
            from unnest(?, ?) as came (key, answer) where ledger.key = came.key
            """;
    private static final String LATER = "update outbox set due_at = now() + interval '1 second' where id = any (?)";

    private final DataSource pool;
    private final GatewayPost gateway;
    private final Semaphore arrivals;
    private final Semaphore underWay;
    private volatile boolean closed;
    private Thread thread;

    private record Row(long id, String key, String body) {}

    Dispatcher(DataSource pool, GatewayPost gateway, Semaphore arrivals, Semaphore underWay) {
        this.pool = pool;
        this.gateway = gateway;
        this.arrivals = arrivals;
        this.underWay = underWay;
    }

    void start(String name) {
        thread = DaemonThreads.start(name, this::run);
    }

    void close() {
        closed = true;
        try {
            thread.join(CLOSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        while (!closed) {
            try {
                if (!dispatch()) {
                    arrivals.tryAcquire(LOOK_MILLIS, TimeUnit.MILLISECONDS);
                    arrivals.drainPermits();
                }
            } catch (SQLException | ExecutionException e) {
                log.warn("a batch failed and will be tried again", e);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    /** Whether there was something to do. */
    private boolean dispatch() throws SQLException, InterruptedException, ExecutionException {
        try (Connection connection = pool.getConnection()) {
            connection.setAutoCommit(false);
            List<Row> rows = take(connection);
            if (rows.isEmpty()) {
                connection.rollback();
                return false;
            }
            List<CompletableFuture<GatewayPost.GatewayAnswer>> answers = new ArrayList<>();
            for (Row row : rows) {
                underWay.acquire();
                CompletableFuture<GatewayPost.GatewayAnswer> answer = gateway.begin(row.key, row.body);
                answer.whenComplete((came, failure) -> underWay.release());
                answers.add(answer.exceptionally(failure -> new GatewayPost.GatewayAnswer(0, "")));
            }
            write(connection, rows, answers);
            connection.commit();
            return true;
        }
    }

    private static List<Row> take(Connection connection) throws SQLException {
        List<Row> rows = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(TAKE);
                ResultSet found = select.executeQuery()) {
            while (found.next()) {
                rows.add(new Row(found.getLong(1), found.getString(2), found.getString(3)));
            }
        }
        return rows;
    }

    private static void write(
            Connection connection, List<Row> rows, List<CompletableFuture<GatewayPost.GatewayAnswer>> answers)
            throws SQLException, InterruptedException, ExecutionException {
        List<Long> taken = new ArrayList<>();
        List<String> keys = new ArrayList<>();
        List<String> bodies = new ArrayList<>();
        List<Long> later = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            GatewayPost.GatewayAnswer answer = answers.get(i).get();
            if (answer.taken()) {
                taken.add(rows.get(i).id);
                keys.add(rows.get(i).key);
                bodies.add(answer.body());
            } else {
                later.add(rows.get(i).id);
            }
        }
        try (PreparedStatement settle = connection.prepareStatement(SETTLE)) {
            settle.setArray(1, connection.createArrayOf("bigint", taken.toArray()));
            settle.setArray(2, connection.createArrayOf("text", keys.toArray()));
            settle.setArray(3, connection.createArrayOf("text", bodies.toArray()));
            settle.executeUpdate();
        }
        if (!later.isEmpty()) {
            try (PreparedStatement postpone = connection.prepareStatement(LATER)) {
                postpone.setArray(1, connection.createArrayOf("bigint", later.toArray()));
                postpone.executeUpdate();
            }
        }
    }
}
