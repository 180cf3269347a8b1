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
