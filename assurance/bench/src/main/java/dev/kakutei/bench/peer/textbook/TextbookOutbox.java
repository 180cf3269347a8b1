package dev.kakutei.bench.peer.textbook;

import com.zaxxer.hikari.HikariDataSource;
import dev.kakutei.bench.peer.GatewayPost;
import dev.kakutei.bench.peer.Peer;
import dev.kakutei.bench.peer.PeerLedgerTable;
import dev.kakutei.bench.peer.PeerPlan;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;

/**
 * Ledger row and outbox row in one statement, so in one round trip and one commit. Whoever accepts wakes the dispatchers,
 * in this process; they also look by themselves, for what another one left behind.
 */
public final class TextbookOutbox implements Peer {
    /** One posts while the other one commits. */
    private static final int DISPATCHERS = 2;

    private static final String OUTBOX = """
            create table outbox (
                id bigint generated always as identity primary key,
                key text not null,
                body text not null,
                due_at timestamptz not null default now()
            ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000)
            """;
    private static final String ACCEPT = """
            with fresh as (
                insert into ledger (key, body, state) values (?, ?, 'accepted') on conflict do nothing returning key, body)
            insert into outbox (key, body) select key, body from fresh
            """;

    private final PeerPlan plan;
    private final GatewayPost gateway;
    private final Semaphore arrivals = new Semaphore(0);
    private final Semaphore underWay = new Semaphore(PeerPlan.AT_ONCE);
    private final List<Dispatcher> dispatchers = new ArrayList<>();
    private HikariDataSource pool;

    public TextbookOutbox(PeerPlan plan, GatewayPost gateway) {
        this.plan = plan;
        this.gateway = gateway;
    }

    @Override
    public void start() throws SQLException {
        pool = plan.pool();
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            PeerLedgerTable.create(connection);
            statement.execute(OUTBOX);
        }
        for (int i = 1; i <= DISPATCHERS; i++) {
            Dispatcher dispatcher = new Dispatcher(pool, gateway, arrivals, underWay);
            dispatchers.add(dispatcher);
            dispatcher.start("dispatcher-" + i);
        }
    }

    @Override
    public void accept(String key, String order) throws SQLException {
        try (Connection connection = pool.getConnection();
                PreparedStatement insert = connection.prepareStatement(ACCEPT)) {
            insert.setString(1, key);
            insert.setString(2, order);
            insert.executeUpdate();
        }
        arrivals.release();
    }

    @Override
    public void close() {
        for (Dispatcher dispatcher : dispatchers) {
            dispatcher.close();
        }
        pool.close();
    }
}
