package dev.kakutei.relay;

import java.time.Instant;
import java.time.InstantSource;

/**
 * The time at which it was made, and from there on by the monotonic clock: for pauses, which a jump of the machine's
 * clock must neither end nor stretch.
 */
final class MonotonicClock implements InstantSource {
    private final Instant begin;
    private final long beginNanos = System.nanoTime();

    MonotonicClock(Instant begin) {
        this.begin = begin;
    }

    @Override
    public Instant instant() {
        return begin.plusNanos(System.nanoTime() - beginNanos);
    }
}
