package dev.kakutei.boot.thread;

import java.time.Duration;
import java.util.concurrent.ThreadFactory;

/** Threads that never keep a process alive: whoever started one stops it, or it ends with the process. */
public final class DaemonThreads {
    private DaemonThreads() {}

    /** For a pool: all of its threads have this name. */
    public static ThreadFactory named(String name) {
        return task -> create(name, task);
    }

    /** Not started yet. */
    public static Thread create(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    public static Thread start(String name, Runnable task) {
        Thread thread = create(name, task);
        thread.start();
        return thread;
    }

    /**
     * Waits for the end of a thread, but no longer than this. An interrupt ends the wait, and the caller still sees it.
     *
     * @param thread null for one that was never started
     */
    public static void join(Thread thread, Duration timeout) {
        if (thread == null) {
            return;
        }
        try {
            thread.join(timeout.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
