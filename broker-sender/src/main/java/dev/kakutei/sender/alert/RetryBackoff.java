package dev.kakutei.sender.alert;

import dev.kakutei.boot.thread.Backoff;
import java.time.Duration;

/** Pauses that double from one try to the next, up to a limit. Time is that of a monotonic clock. */
final class RetryBackoff {
    private final Backoff pauses;
    private int failures;
    private long nextAt;

    RetryBackoff(Duration first, Duration longest) {
        this.pauses = new Backoff(first, longest);
    }

    /** Returns how many tries have failed now. */
    int failed(long nanos) {
        failures++;
        nextAt = nanos + pauses.after(failures).toNanos();
        return failures;
    }

    void over() {
        failures = 0;
    }

    boolean isOver(long nanos) {
        return failures == 0 || nanos - nextAt >= 0;
    }
}
