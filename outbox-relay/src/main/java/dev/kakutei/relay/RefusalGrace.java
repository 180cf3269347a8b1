package dev.kakutei.relay;

import java.time.Duration;

/**
 * How long a finding must stay the same before the relay refuses for good. A migration that is under way may show for a
 * moment what is wrong only when it stays. Pure: gets what was found, and when. For one thread.
 */
final class RefusalGrace {
    private final Duration grace;
    private String finding;
    private long sinceNanos;

    RefusalGrace(Duration grace) {
        this.grace = grace;
    }

    /** Whether the inspection before found the same, and all inspections since the grace period began. */
    boolean isOver(String found, long nowNanos) {
        if (!found.equals(finding)) {
            finding = found;
            sinceNanos = nowNanos;
            return false;
        }
        return nowNanos - sinceNanos >= grace.toNanos();
    }

    /** Something else was found: whatever is found next has its whole grace period before it. */
    void reset() {
        finding = null;
    }
}
