package dev.kakutei.verifier.ledger;

import java.time.Duration;

/**
 * Which due timers one check handles. A timer waits for a message, and messages are read in the order of time: in a
 * partition that lags behind, its time is that of the message read last. Otherwise every attempt whose answer is still
 * unread would count as silent, and each would be queried once more, which makes more to read: a partition that fell
 * behind once would never catch up.
 *
 * <p>A partition lags behind when it reads only old messages, or when its thread was suspended. Age is measured by the
 * clocks of other machines, which may be wrong: so it makes timers late and slow, within limits, and never stops them.
 */
final class TimerAllowance {
    private static final Duration OLD = Duration.ofSeconds(3);
    private static final Duration MAX_BEHIND = Duration.ofMinutes(5);
    /**
     * Longer than the time between two checks. A commit on slow brokers takes seconds, too, and does not count: it
     * comes after every check.
     */
    private static final Duration SUSPENDED = Duration.ofSeconds(5);

    /** After a suspension, and at the beginning: time for the messages of that time to arrive. */
    private static final long RESUMING_NANOS = Duration.ofSeconds(2).toNanos();

    private static final int FEW = 1;
    private static final int MESSAGES_PER_TIMER = 4;

    private final int limit;
    private final long suspendedAfter;
    private long lastCheck;
    private long fullFrom;
    private int received;
    private Duration freshest = Duration.ZERO;

    /** @param interval between two checks */
    TimerAllowance(int limit, Duration interval, long nanos) {
        this.limit = limit;
        this.suspendedAfter = interval.plus(SUSPENDED).toNanos();
        this.lastCheck = nanos;
        this.fullFrom = nanos + RESUMING_NANOS;
    }

    /**
     * What one check may handle.
     *
     * @param atMost so many timers
     * @param behind that were due so long ago
     */
    record Share(int atMost, Duration behind) {}

    /** @param age of a message; negative where its clock is ahead of ours */
    void received(Duration age) {
        freshest = received == 0 || age.compareTo(freshest) < 0 ? age : freshest;
        received++;
    }

    /** For a check that begins now. */
    Share next(long nanos) {
        if (nanos - lastCheck > suspendedAfter) {
            fullFrom = nanos + RESUMING_NANOS;
        }
        boolean old = received > 0 && freshest.compareTo(OLD) > 0;
        boolean resuming = nanos - fullFrom < 0;
        Share share = new Share(
                old || resuming ? Math.min(limit, Math.max(FEW, received / MESSAGES_PER_TIMER)) : limit,
                old ? min(freshest, MAX_BEHIND) : Duration.ZERO);
        lastCheck = nanos;
        received = 0;
        return share;
    }

    private static Duration min(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
