package dev.kakutei.access;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A token bucket that holds one second's worth of requests and fills at the client's rate. It is one number, the moment
 * at which the bucket will be full again, so that any number of threads take from it without a lock.
 *
 * <p>Each instance of the service counts for itself: a client that asks n instances may ask n times as fast.
 */
final class RateLimit {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final int perSecond;
    private final long interval;
    private final long origin;
    private final AtomicLong fullAt = new AtomicLong();

    /** @param now of a clock that does not jump, in nanoseconds; the same one as later */
    RateLimit(int perSecond, long now) {
        if (perSecond < 1 || perSecond > SECOND) {
            throw new IllegalArgumentException("not a rate: " + perSecond);
        }
        this.perSecond = perSecond;
        // Rounded up: never more than the rate.
        this.interval = Math.floorDiv(SECOND + perSecond - 1, perSecond);
        this.origin = now;
    }

    int perSecond() {
        return perSecond;
    }

    /** Empty when the request is within the rate; otherwise how long until one more is. */
    Optional<Duration> take(long now) {
        long time = now - origin;
        long allowance = (perSecond - 1) * interval;
        while (true) {
            long before = fullAt.get();
            long from = Math.max(before, time);
            long wait = from - time - allowance;
            if (wait > 0) {
                return Optional.of(Duration.ofNanos(wait));
            }
            if (fullAt.compareAndSet(before, from + interval)) {
                return Optional.empty();
            }
        }
    }
}
