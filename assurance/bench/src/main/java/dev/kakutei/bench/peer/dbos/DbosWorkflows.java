package dev.kakutei.bench.peer.dbos;

import com.zaxxer.hikari.HikariDataSource;
import dev.dbos.transact.DBOS;
import dev.dbos.transact.StartWorkflowOptions;
import dev.dbos.transact.config.DBOSConfig;
import dev.dbos.transact.workflow.Queue;
import dev.kakutei.bench.peer.GatewayPost;
import dev.kakutei.bench.peer.Peer;
import dev.kakutei.bench.peer.PeerPlan;
import java.time.Duration;

/** The key is the workflow's id, which makes an order that comes twice the same workflow. */
public final class DbosWorkflows implements Peer {
    private static final String QUEUE = "orders";
    /** Its default is a second; a queue is only looked at by the clock. */
    private static final Duration POLL_INTERVAL = Duration.ofMillis(50);

    private final PeerPlan plan;
    private final GatewayPost gateway;
    private HikariDataSource pool;
    private DBOS dbos;
    private OrderWorkflow workflow;

    public DbosWorkflows(PeerPlan plan, GatewayPost gateway) {
        this.plan = plan;
        this.gateway = gateway;
    }

    @Override
    public void start() {
        pool = plan.pool();
        dbos = new DBOS(DBOSConfig.defaults("bench").withDataSource(pool).withAppVersion("1"));
        dbos.registerQueue(
                new Queue(QUEUE).withWorkerConcurrency(PeerPlan.AT_ONCE).withPollingInterval(POLL_INTERVAL));
        workflow = dbos.registerProxy(OrderWorkflow.class, new PostingWorkflow(dbos, gateway));
        dbos.launch();
    }

    @Override
    public void accept(String key, String order) {
        dbos.startWorkflow(() -> workflow.carry(key, order), new StartWorkflowOptions(key).withQueue(QUEUE));
    }

    @Override
    public void close() {
        dbos.close();
        pool.close();
    }
}
