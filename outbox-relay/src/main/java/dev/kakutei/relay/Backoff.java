package dev.kakutei.relay;

import java.time.Duration;

/** Pauses that double up to a limit. For one thread. */
final class Backoff {
    private final Duration first;
    private final Duration longest;
    private Duration next;

    Backoff(Duration first, Duration longest) {
        this.first = first;
        this.longest = longest;
        this.next = first;
    }

    Duration next() {
        Duration pause = next;
        Duration doubled = next.multipliedBy(2);
        next = doubled.compareTo(longest) > 0 ? longest : doubled;
        return pause;
    }

    void reset() {
        next = first;
    }
}
