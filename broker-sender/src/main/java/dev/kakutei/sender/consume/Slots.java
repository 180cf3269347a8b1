package dev.kakutei.sender.consume;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** How many calls to one gateway may be under way, and how many are. */
public final class Slots {
    private final int limit;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition freed = lock.newCondition();
    private int used;

    public Slots(int limit) {
        this.limit = limit;
    }

    public int used() {
        lock.lock();
        try {
            return used;
        } finally {
            lock.unlock();
        }
    }

    /** How many are free now, waiting a little where none is. */
    int awaitFree(Duration patience) {
        return limit - awaitAtMost(limit - 1, patience);
    }

    /** Whether all calls ended in this time. */
    public boolean awaitIdle(Duration patience) {
        return awaitAtMost(0, patience) == 0;
    }

    void take() {
        lock.lock();
        try {
            if (used == limit) {
                throw new IllegalStateException("all " + limit + " slots are in use");
            }
            used++;
        } finally {
            lock.unlock();
        }
    }

    void release() {
        lock.lock();
        try {
            used--;
            freed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private int awaitAtMost(int count, Duration patience) {
        long nanos = patience.toNanos();
        lock.lock();
        try {
            while (used > count && nanos > 0) {
                nanos = freed.awaitNanos(Math.min(nanos, TimeUnit.HOURS.toNanos(1)));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
        return used();
    }
}
