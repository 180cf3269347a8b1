package dev.kakutei.bench.peer;

import dev.kakutei.bench.peer.dbos.DbosWorkflows;
import dev.kakutei.bench.peer.dbscheduler.ScheduledOrders;
import dev.kakutei.bench.peer.textbook.TextbookOutbox;
import dev.kakutei.bench.peer.txoutbox.GruelboxOutbox;
import java.util.function.BiFunction;

/**
 * The peers, and how an auditor asks each what became of the orders. A row was settled when the transaction that wrote
 * it last was committed; Postgres keeps that time ({@code track_commit_timestamp}).
 */
public enum PeerKind {
    TEXTBOOK("textbook", TextbookOutbox::new, 40, "select exists (select from outbox)", SettledSql.LEDGER),
    DB_SCHEDULER(
            "db-scheduler", ScheduledOrders::new, 64, "select exists (select from scheduled_tasks)", SettledSql.LEDGER),
    TRANSACTION_OUTBOX(
            "transaction-outbox",
            GruelboxOutbox::new,
            // 64 of them are held by calls that are under way
            90,
            "select exists (select from txno_outbox where not processed)",
            SettledSql.LEDGER),
    DBOS(
            "dbos",
            DbosWorkflows::new,
            64,
            "select exists (select from dbos.workflow_status where status in ('ENQUEUED', 'PENDING'))",
            "select workflow_uuid, workflow_uuid, extract(epoch from pg_xact_commit_timestamp(xmin)) * 1000000"
                    + " from dbos.workflow_status where status = 'SUCCESS'");

    private final String label;
    private final BiFunction<PeerPlan, GatewayPost, Peer> maker;
    private final int connections;
    private final String openSql;
    private final String settledSql;

    PeerKind(
            String label,
            BiFunction<PeerPlan, GatewayPost, Peer> maker,
            int connections,
            String openSql,
            String settledSql) {
        this.label = label;
        this.maker = maker;
        this.connections = connections;
        this.openSql = openSql;
        this.settledSql = settledSql;
    }

    public String label() {
        return label;
    }

    /** Of its pool to Postgres. */
    public int connections() {
        return connections;
    }

    /** One boolean: whether something is still on its way. */
    public String openSql() {
        return openSql;
    }

    /** For each settled order its key, the key the gateway saw, and when it was settled in microseconds since 1970. */
    public String settledSql() {
        return settledSql;
    }

    Peer make(PeerPlan plan, GatewayPost gateway) {
        return maker.apply(plan, gateway);
    }

    private static final class SettledSql {
        static final String LEDGER =
                "select key, key, extract(epoch from pg_xact_commit_timestamp(xmin)) * 1000000 from ledger where settled_at is"
                        + " not null";
    }
}
