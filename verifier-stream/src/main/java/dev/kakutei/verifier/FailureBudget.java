package dev.kakutei.verifier;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * How many failures within a time are borne. A lost broker now and then is an ordinary day; the same record that fails
 * again and again is a bug, and going round with it helps nobody.
 */
final class FailureBudget {
    private final int most;
    private final Duration within;
    private final Deque<Instant> recent = new ArrayDeque<>();

    /**
     * A thread that fails leaves its group only when its session ends, and its partitions wait for that: the same record
     * fails once per session time-out, not more often. Every thread may fail once for one cause, and a few times more.
     */
    static FailureBudget of(int threads) {
        int most = threads + 3;
        return new FailureBudget(most, StreamsSettings.SESSION_TIMEOUT.multipliedBy(2L * (most + 1)));
    }

    FailureBudget(int most, Duration within) {
        this.most = most;
        this.within = within;
    }

    /** Notes a failure; false when it is one too many. */
    synchronized boolean bears(Instant failure) {
        while (!recent.isEmpty() && recent.peekFirst().plus(within).isBefore(failure)) {
            recent.removeFirst();
        }
        recent.addLast(failure);
        if (recent.size() > most) {
            recent.removeFirst();
            return false;
        }
        return true;
    }
}
