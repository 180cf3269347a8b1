package dev.kakutei.verifier.ledger;

import java.time.Duration;

/**
 * Which due timers one look takes. A timer waits for news, and news is read in the order of time: for who is behind, it is not
 * later than what was read last. Otherwise every attempt would pass for silent whose answer lies unread, and each would be
 * asked about once more, which makes more to read: a partition that fell behind once would never catch up.
 *
 * <p>Behind is who reads old news only, or was asleep. Old is judged by clocks of others, which may be wrong: so it makes
 * timers late and slow, within limits, and never stops them.
 */
final class TimerAllowance {
    private static final Duration OLD = Duration.ofSeconds(3);
    private static final Duration MOST_BEHIND = Duration.ofMinutes(5);
    /** Longer than between two looks. A commit on slow brokers takes seconds, too, and is no sleep: it comes after every look. */
    private static final Duration ASLEEP = Duration.ofSeconds(5);

    /** After a sleep, and at the beginning: time for what was said meanwhile to arrive. */
    private static final long WAKING_NANOS = Duration.ofSeconds(2).toNanos();

    private static final int FEW = 1;
    private static final int OF_WHAT_WAS_HEARD = 4;

    private final int limit;
    private final long asleep;
    private long lastLook;
    private long awakeFrom;
    private int heard;
    private Duration freshest = Duration.ZERO;

    /** @param interval between two looks */
    TimerAllowance(int limit, Duration interval, long nanos) {
        this.limit = limit;
        this.asleep = interval.plus(ASLEEP).toNanos();
        this.lastLook = nanos;
        this.awakeFrom = nanos + WAKING_NANOS;
    }

    /**
     * What a look may take.
     *
     * @param atMost so many timers
     * @param behind that were due so long ago
     */
    record Look(int atMost, Duration behind) {}

    /** @param age of the news; less than none where its clock is ahead of ours */
    void heard(Duration age) {
        freshest = heard == 0 || age.compareTo(freshest) < 0 ? age : freshest;
        heard++;
    }

    /** For a look that begins now. */
    Look next(long nanos) {
        if (nanos - lastLook > asleep) {
            awakeFrom = nanos + WAKING_NANOS;
        }
        boolean old = heard > 0 && freshest.compareTo(OLD) > 0;
        boolean waking = nanos - awakeFrom < 0;
        Look look = new Look(
                old || waking ? Math.min(limit, Math.max(FEW, heard / OF_WHAT_WAS_HEARD)) : limit,
                old ? least(freshest, MOST_BEHIND) : Duration.ZERO);
        lastLook = nanos;
        heard = 0;
        return look;
    }

    private static Duration least(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
