package dev.kakutei.sender.consume;

import dev.kakutei.sender.limit.Hold;
import java.time.Duration;

/** What made commands wait last, and when. Pure; nanoseconds are those of {@link System#nanoTime}. */
record LastHold(Hold hold, long nanos) {
    /** Nothing has yet. */
    static LastHold none(long nanos) {
        return new LastHold(Hold.ARRIVAL, nanos);
    }

    /** What a command of this window, too old now, was held by: what held any within its time, else nothing here. */
    Hold blame(Duration window, long now) {
        return now - nanos <= window.toNanos() ? hold : Hold.ARRIVAL;
    }
}
