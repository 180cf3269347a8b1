package dev.kakutei.store.read;

import dev.kakutei.boot.StoreUnavailable;
import dev.kakutei.boot.thread.DaemonThreads;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** A few threads that wait for Postgres, so that those that serve HTTP need not; and a bounded queue before them. */
public final class ReadThreads implements AutoCloseable {
    private final ThreadPoolExecutor threads;

    public ReadThreads(String name, int count, int maxWaiting) {
        threads = new ThreadPoolExecutor(
                count, count, 10, TimeUnit.SECONDS, new ArrayBlockingQueue<>(maxWaiting), DaemonThreads.named(name));
        threads.allowCoreThreadTimeOut(true);
    }

    /** Fails with {@link StoreUnavailable} when the queue is full, and with whatever the query throws. */
    public <T> CompletableFuture<T> read(Supplier<T> query) {
        try {
            return CompletableFuture.supplyAsync(query, threads);
        } catch (RejectedExecutionException e) {
            return CompletableFuture.failedFuture(new StoreUnavailable(e));
        }
    }

    @Override
    public void close() {
        threads.shutdown();
    }
}
