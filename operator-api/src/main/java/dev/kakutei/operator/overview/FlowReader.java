package dev.kakutei.operator.overview;

import dev.kakutei.boot.thread.DaemonThreads;
import dev.kakutei.store.read.ReadThreads;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Queries once for all callers within a second: a hundred consoles cost what one does. Also compacts the tally, every
 * few seconds.
 */
public final class FlowReader implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(FlowReader.class);
    private static final Duration FRESH = Duration.ofSeconds(1);
    private static final Duration COMPACTION_INTERVAL = Duration.ofSeconds(5);
    private static final int MAX_CLIENTS = 200;

    private record Look(long since, CompletableFuture<Flow> flow) {
        boolean fresh(long now) {
            return now - since < FRESH.toNanos() && !flow.isCompletedExceptionally();
        }
    }

    private final TallyTable table;
    private final ReadThreads threads = new ReadThreads("ingest-overview", 1, 500);
    private final ScheduledThreadPoolExecutor timer;
    private final Map<Optional<String>, Look> looks = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Optional<String>, Look> eldest) {
            return size() > MAX_CLIENTS;
        }
    };

    public FlowReader(TallyTable table) {
        this.table = table;
        this.timer = new ScheduledThreadPoolExecutor(1, DaemonThreads.named("ingest-tally"));
    }

    public void start() {
        timer.scheduleWithFixedDelay(
                this::compact, COMPACTION_INTERVAL.toMillis(), COMPACTION_INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Fails with {@link dev.kakutei.boot.StoreUnavailable}. */
    public CompletableFuture<Flow> flow(Optional<String> client) {
        long now = System.nanoTime();
        synchronized (looks) {
            Look look = looks.get(client);
            if (look == null || !look.fresh(now)) {
                look = new Look(now, threads.read(() -> table.flow(client)));
                looks.put(client, look);
            }
            return look.flow();
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
        threads.close();
    }

    private void compact() {
        try {
            table.compact();
        } catch (SQLException | RuntimeException e) {
            // The next run does it: until then the table is a little longer, and still right.
            log.warn("Compaction of ledger_tally failed: {}; retrying", e.getMessage());
        }
    }
}
