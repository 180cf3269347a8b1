package dev.kakutei.sender.consume;

import dev.kakutei.sender.limit.WaitReason;
import java.time.Duration;

/** What made commands wait last, and when. Pure; nanoseconds are those of {@link System#nanoTime}. */
record LastWaitReason(WaitReason reason, long nanos) {
    /** Nothing has yet. */
    static LastWaitReason none(long nanos) {
        return new LastWaitReason(WaitReason.ARRIVAL, nanos);
    }

    /** What a command of this window, too old now, was held by: what held any within its time, else nothing here. */
    WaitReason reasonFor(Duration window, long now) {
        return now - nanos <= window.toNanos() ? reason : WaitReason.ARRIVAL;
    }
}
