package dev.kakutei.verifier.ledger;

import java.time.Duration;

/**
 * How many due timers one look takes. Who is behind with what it was told asks little: most of the answers that timers miss
 * are there, unread, and each timer that comes makes more to read. Left alone, a partition that fell behind once would spend
 * its time on timers and never catch up.
 *
 * <p>Behind is who reads old news only, or was asleep. Old is judged by clocks of others, which may be wrong: so it makes
 * timers slow, and never stops them.
 */
final class TimerAllowance {
    private static final Duration OLD = Duration.ofSeconds(3);
    private static final long ASLEEP_NANOS = Duration.ofSeconds(1).toNanos();
    /** After a sleep, and at the beginning: time for what was said meanwhile to arrive. */
    private static final long WAKING_NANOS = Duration.ofMillis(500).toNanos();

    private static final int FEW = 5;
    private static final int OF_WHAT_WAS_HEARD = 4;

    private final int limit;
    private long lastLook;
    private long awakeFrom;
    private int heard;
    private Duration freshest = OLD;

    TimerAllowance(int limit, long nanos) {
        this.limit = limit;
        this.lastLook = nanos;
        this.awakeFrom = nanos + WAKING_NANOS;
    }

    /** @param age of the news; less than none where its clock is ahead of ours */
    void heard(Duration age) {
        freshest = heard == 0 || age.compareTo(freshest) < 0 ? age : freshest;
        heard++;
    }

    /** For a look that begins now. */
    int next(long nanos) {
        if (nanos - lastLook > ASLEEP_NANOS) {
            awakeFrom = nanos + WAKING_NANOS;
        }
        boolean behind = nanos - awakeFrom < 0 || heard > 0 && freshest.compareTo(OLD) > 0;
        int allowed = behind ? Math.min(limit, Math.max(FEW, heard / OF_WHAT_WAS_HEARD)) : limit;
        lastLook = nanos;
        heard = 0;
        return allowed;
    }
}
