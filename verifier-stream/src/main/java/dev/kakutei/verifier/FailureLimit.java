package dev.kakutei.verifier;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * How many failures are tolerated within a time. A lost broker now and then is normal; the same record that fails again
 * and again is a bug, and retrying it for ever does not help.
 */
final class FailureLimit {
    private final int max;
    private final Duration within;
    private final Deque<Instant> recent = new ArrayDeque<>();

    /**
     * A thread that fails leaves its group only when its session ends, and its partitions wait for that: the same
     * record fails once per session time-out, not more often. Every thread may fail once for one cause, and a few times
     * more.
     */
    static FailureLimit of(int threads) {
        int max = threads + 3;
        return new FailureLimit(max, StreamsSettings.SESSION_TIMEOUT.multipliedBy(2L * (max + 1)));
    }

    FailureLimit(int max, Duration within) {
        this.max = max;
        this.within = within;
    }

    /** Records a failure; false when it is one too many. */
    synchronized boolean allows(Instant failure) {
        while (!recent.isEmpty() && recent.peekFirst().plus(within).isBefore(failure)) {
            recent.removeFirst();
        }
        recent.addLast(failure);
        if (recent.size() > max) {
            recent.removeFirst();
            return false;
        }
        return true;
    }
}
