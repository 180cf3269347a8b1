package dev.kakutei.sender.limit;

import dev.kakutei.schemas.gateway.Limits;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * A bucket of {@code burst} tokens that fills at a steady rate. Nanoseconds are those of {@link System#nanoTime}: they
 * have no zero and may overflow, so they are only ever subtracted.
 *
 * <p>All it remembers is when it will be full again. A token is worth the time it takes to come, rounded up: over any
 * time the rate is at most the one that was asked for, never a little above it.
 */
final class TokenBucket {
    private static final double NANOS = TimeUnit.SECONDS.toNanos(1);
    /** No time that is computed here is longer: longer than any rate needs, and far from an overflow. */
    private static final long LONGEST = Long.MAX_VALUE / 4;

    private int burst;
    private long interval;
    private long fullAt;
    private long promisedUntil;

    TokenBucket(Limits.Rate rate, long now) {
        set(rate);
        fullAt = now;
        promisedUntil = now;
    }

    /** How many calls may begin now. */
    int available(long now) {
        return (int) Math.max(0, burst - missing(now));
    }

    void take(long now) {
        fullAt = now + Math.min(LONGEST, unfilled(now) + interval);
    }

    /** How long until there is a token; zero where there is one. */
    Duration untilNext(long now) {
        return Duration.ofNanos(Math.max(0, unfilled(now) - product(burst - 1, interval)));
    }

    /**
     * When a command that is turned away should be tried again. Each is given a time of its own in the future, so that a
     * thousand that are turned away together return at the rate, and not together.
     */
    Duration retryAfter(long now) {
        long promised = Math.min(LONGEST, Math.max(0, promisedUntil - now) + interval);
        promisedUntil = now + promised;
        return Duration.ofNanos(promised);
    }

    /** Another rate from now on. The tokens that are there stay, as far as the bucket can hold them. */
    void rate(Limits.Rate rate, long now) {
        int kept = Math.min(available(now), rate.burst());
        set(rate);
        fullAt = now + product(burst - kept, interval);
    }

    private void set(Limits.Rate rate) {
        if (!(rate.perSecond() > 0) || rate.burst() < 1) {
            throw new IllegalArgumentException("a rate and its burst are above zero, not " + rate);
        }
        burst = rate.burst();
        interval = (long) Math.min(LONGEST, Math.max(1, Math.ceil(NANOS / rate.perSecond())));
    }

    /** How many tokens are not there, a token that is under way among them. */
    private long missing(long now) {
        return (unfilled(now) + interval - 1) / interval;
    }

    /** How long until the bucket is full. */
    private long unfilled(long now) {
        return Math.max(0, fullAt - now);
    }

    private static long product(long count, long nanos) {
        return count > LONGEST / nanos ? LONGEST : count * nanos;
    }
}
