package dev.kakutei.simulator;

import java.time.Duration;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs things later, on one thread: any number of waits hold no thread of their own. */
final class Timers implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Timers.class);

    private final ScheduledThreadPoolExecutor executor;

    Timers() {
        executor = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "simulator-timers");
            thread.setDaemon(true);
            return thread;
        });
        executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    void after(Duration wait, Runnable task) {
        executor.schedule(() -> guarded(task), wait.toNanos(), TimeUnit.NANOSECONDS);
    }

    private static void guarded(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException e) {
            LOG.error("a delayed stage failed", e);
        }
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
