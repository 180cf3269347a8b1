package dev.kakutei.bench.peer.txoutbox;

import com.gruelbox.transactionoutbox.Dialect;
import com.gruelbox.transactionoutbox.Instantiator;
import com.gruelbox.transactionoutbox.Persistor;
import com.gruelbox.transactionoutbox.Submitter;
import com.gruelbox.transactionoutbox.ThreadLocalContextTransactionManager;
import com.gruelbox.transactionoutbox.TransactionManager;
import com.gruelbox.transactionoutbox.TransactionOutbox;
import com.zaxxer.hikari.HikariDataSource;
import dev.kakutei.bench.peer.GatewayPost;
import dev.kakutei.bench.peer.Peer;
import dev.kakutei.bench.peer.PeerLedgerTable;
import dev.kakutei.bench.peer.PeerPlan;
import dev.kakutei.boot.thread.DaemonThreads;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The call is submitted to 64 threads after the commit; what their queue has no room for waits for the next look. A call
 * has a transaction, in which the outbox row is locked and deleted and the ledger row is settled: one commit for all.
 */
public final class GruelboxOutbox implements Peer {
    /** As in the library's own executor. */
    private static final int QUEUE = 16_384;

    private static final Duration AGAIN = Duration.ofSeconds(10);
    private static final long LOOK_MILLIS = 1000;

    private final PeerPlan plan;
    private final GatewayPost gateway;
    private final ThreadPoolExecutor threads = new ThreadPoolExecutor(
            PeerPlan.AT_ONCE, PeerPlan.AT_ONCE, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(QUEUE));
    private final Thread flusher = DaemonThreads.create("outbox-flush", this::flush);
    private HikariDataSource pool;
    private ThreadLocalContextTransactionManager transactions;
    private TransactionOutbox outbox;

    public GruelboxOutbox(PeerPlan plan, GatewayPost gateway) {
        this.plan = plan;
        this.gateway = gateway;
    }

    @Override
    public void start() throws SQLException {
        pool = plan.pool();
        try (Connection connection = pool.getConnection()) {
            PeerLedgerTable.create(connection);
        }
        transactions = TransactionManager.fromDataSource(pool);
        OrderPosts posts = this::post;
        outbox = TransactionOutbox.builder()
                .transactionManager(transactions)
                .persistor(Persistor.forDialect(Dialect.POSTGRESQL_9))
                .submitter(Submitter.withExecutor(threads))
                .instantiator(Instantiator.using(type -> posts))
                .attemptFrequency(AGAIN)
                .build();
        flusher.start();
    }

    @Override
    public void accept(String key, String order) throws SQLException {
        transactions.inTransactionThrows(transaction -> {
            if (PeerLedgerTable.accept(transaction.connection(), key, order)) {
                outbox.schedule(OrderPosts.class).post(key, order);
            }
        });
    }

    @Override
    public void close() {
        flusher.interrupt();
        threads.shutdownNow();
        pool.close();
    }

    private void post(String key, String order) {
        try {
            GatewayPost.GatewayAnswer answer = gateway.post(key, order);
            if (!answer.taken()) {
                throw new IllegalStateException("the gateway says " + answer.status());
            }
            transactions.requireTransaction(
                    transaction -> PeerLedgerTable.settle(transaction.connection(), key, answer));
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private void flush() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                while (outbox.flush()) {
                    Thread.onSpinWait();
                }
                Thread.sleep(LOOK_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
