package dev.kakutei.boot;

import dev.kakutei.boot.thread.DaemonThreads;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An orderly shutdown: what was opened last is closed first, each with its own time limit, and one that fails or hangs
 * does not keep the others from closing. Runs once, however often it is called.
 */
public final class Shutdown implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Shutdown.class);

    private record Step(String name, Duration limit, AutoCloseable part) {}

    private final Deque<Step> steps = new ArrayDeque<>();
    private boolean closed;

    /** Returns what it was given, so that a part can be opened and noted in one line. */
    public synchronized <T extends AutoCloseable> T closeLater(String name, Duration limit, T part) {
        if (closed) {
            throw new IllegalStateException("already shutting down; too late for " + name);
        }
        steps.push(new Step(name, limit, part));
        return part;
    }

    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        ExecutorService closer = Executors.newCachedThreadPool(DaemonThreads.named("shutdown"));
        // An interrupt must not cut the remaining parts short; the caller still gets to see it.
        boolean interrupted = Thread.interrupted();
        while (!steps.isEmpty()) {
            close(steps.pop(), closer);
            interrupted |= Thread.interrupted();
        }
        closer.shutdownNow();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static void close(Step step, ExecutorService closer) {
        long began = System.nanoTime();
        Future<?> closing = closer.submit(() -> {
            step.part().close();
            return null;
        });
        try {
            closing.get(step.limit().toMillis(), TimeUnit.MILLISECONDS);
            log.info("{} stopped in {} ms", step.name(), TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began));
        } catch (TimeoutException e) {
            closing.cancel(true);
            log.warn("{} did not stop within {}; going on without it", step.name(), step.limit());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            log.warn("{} did not stop cleanly", step.name(), e);
        }
    }
}
