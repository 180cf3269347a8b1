package dev.kakutei.sender.alert;

import java.time.Duration;

/** Pauses that double from one try to the next, up to a limit. Time is that of a monotonic clock. */
final class RetryBackoff {
    private static final int MAX_DOUBLINGS = 20;

    private final Duration first;
    private final Duration longest;
    private int failures;
    private long nextAt;

    RetryBackoff(Duration first, Duration longest) {
        this.first = first;
        this.longest = longest;
    }

    /** Returns how many tries have failed now. */
    int failed(long nanos) {
        Duration pause = first.multipliedBy(1L << Math.min(failures, MAX_DOUBLINGS));
        failures++;
        nextAt = nanos + (pause.compareTo(longest) > 0 ? longest : pause).toNanos();
        return failures;
    }

    void over() {
        failures = 0;
    }

    boolean isOver(long nanos) {
        return failures == 0 || nanos - nextAt >= 0;
    }
}
