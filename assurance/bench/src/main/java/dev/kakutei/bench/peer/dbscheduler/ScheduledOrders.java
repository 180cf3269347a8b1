package dev.kakutei.bench.peer.dbscheduler;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerClient;
import com.github.kagkarlsson.scheduler.task.FailureHandler;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.zaxxer.hikari.HikariDataSource;
import dev.kakutei.bench.peer.GatewayPost;
import dev.kakutei.bench.peer.Peer;
import dev.kakutei.bench.peer.PeerLedgerTable;
import dev.kakutei.bench.peer.PeerPlan;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;

/**
 * A one-time task for each order. What db-scheduler's documentation advises for many short tasks: lock-and-fetch with
 * limits of 1 and 4 times the threads, and a wink to the scheduler after the commit, because a task made within a
 * transaction is not seen before.
 */
public final class ScheduledOrders implements Peer {
    private static final double LOWER_LIMIT = 1.0;
    private static final double UPPER_LIMIT = 4.0;
    private static final Duration POLL_INTERVAL = Duration.ofMillis(100);
    private static final Duration LATER = Duration.ofSeconds(1);
    private static final String TASKS = """
            create table scheduled_tasks (
                task_name text not null,
                task_instance text not null,
                task_data bytea,
                execution_time timestamptz,
                picked boolean not null,
                picked_by text,
                last_success timestamptz,
                last_failure timestamptz,
                consecutive_failures int,
                last_heartbeat timestamptz,
                version bigint not null,
                priority smallint,
                state text,
                primary key (task_name, task_instance)
            );
            create index execution_time_idx on scheduled_tasks (execution_time);
            create index last_heartbeat_idx on scheduled_tasks (last_heartbeat);
            """;

    private final PeerPlan plan;
    private final GatewayPost gateway;
    private final OneTimeTask<String> task;
    private HikariDataSource pool;
    private JoinedConnections joined;
    private SchedulerClient client;
    private Scheduler scheduler;

    public ScheduledOrders(PeerPlan plan, GatewayPost gateway) {
        this.plan = plan;
        this.gateway = gateway;
        this.task = Tasks.oneTime("order", String.class)
                .onFailure(new FailureHandler.OnFailureRetryLater<>(LATER))
                .execute((instance, context) -> post(instance));
    }

    @Override
    public void start() throws SQLException {
        pool = plan.pool();
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            PeerLedgerTable.create(connection);
            statement.execute(TASKS);
        }
        joined = new JoinedConnections();
        client = SchedulerClient.Builder.create(joined, task)
                .serializer(new TextSerializer())
                .build();
        scheduler = Scheduler.create(pool, task)
                .serializer(new TextSerializer())
                .threads(PeerPlan.AT_ONCE)
                .pollUsingLockAndFetch(LOWER_LIMIT, UPPER_LIMIT)
                .pollingInterval(POLL_INTERVAL)
                .build();
        scheduler.start();
    }

    @Override
    public void accept(String key, String order) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            connection.setAutoCommit(false);
            if (PeerLedgerTable.accept(connection, key, order)) {
                joined.with(connection, () -> client.scheduleIfNotExists(task.instance(key, order), Instant.now()));
            }
            connection.commit();
        }
        scheduler.triggerCheckForDueExecutions();
    }

    @Override
    public void close() {
        scheduler.stop();
        pool.close();
    }

    private void post(TaskInstance<String> order) {
        try {
            GatewayPost.GatewayAnswer answer = gateway.post(order.getId(), order.getData());
            if (!answer.taken()) {
                throw new IllegalStateException("the gateway says " + answer.status());
            }
            try (Connection connection = pool.getConnection()) {
                PeerLedgerTable.settle(connection, order.getId(), answer);
            }
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
