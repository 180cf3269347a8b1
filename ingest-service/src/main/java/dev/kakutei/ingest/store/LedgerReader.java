package dev.kakutei.ingest.store;

import dev.kakutei.ledger.Entry;
import dev.kakutei.schemas.LedgerEvent;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Reads for callers, on a few threads of its own: a slow Postgres parks these and not those that serve HTTP. */
public final class LedgerReader implements AutoCloseable {
    private static final int MOST_WAITING = 2_000;

    /** A request with its events, oldest first. */
    public record Timeline(Entry entry, List<LedgerEvent> events) {
        public Timeline {
            events = List.copyOf(events);
        }
    }

    private final LedgerTable table;
    private final ThreadPoolExecutor threads;

    public LedgerReader(LedgerTable table, int threads) {
        this.table = table;
        this.threads = new ThreadPoolExecutor(
                threads, threads, 10, TimeUnit.SECONDS, new ArrayBlockingQueue<>(MOST_WAITING), task -> {
                    Thread thread = new Thread(task, "ingest-reader");
                    thread.setDaemon(true);
                    return thread;
                });
        this.threads.allowCoreThreadTimeOut(true);
    }

    /** Fails with {@link StoreUnavailable}. */
    public CompletableFuture<Optional<Entry>> find(String client, String idempotencyKey) {
        return read(() -> table.find(client, idempotencyKey));
    }

    /** Fails with {@link StoreUnavailable}. */
    public CompletableFuture<Optional<Timeline>> timeline(String client, String idempotencyKey) {
        return read(() ->
                table.find(client, idempotencyKey).map(entry -> new Timeline(entry, table.events(entry.id()))));
    }

    @Override
    public void close() {
        threads.shutdown();
    }

    private <T> CompletableFuture<T> read(Supplier<T> query) {
        try {
            return CompletableFuture.supplyAsync(query, threads);
        } catch (RejectedExecutionException e) {
            return CompletableFuture.failedFuture(new StoreUnavailable(e));
        }
    }
}
