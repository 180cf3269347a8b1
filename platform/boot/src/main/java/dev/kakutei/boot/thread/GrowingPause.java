package dev.kakutei.boot.thread;

import java.time.Duration;

/** The pause before the next of several tries. It grows with each, until it is reset. For one thread. */
public final class GrowingPause {
    private final Backoff backoff;
    private int tries;

    public GrowingPause(Duration first, Duration longest) {
        this.backoff = new Backoff(first, longest);
    }

    public Duration next() {
        tries = Math.min(tries, Integer.MAX_VALUE - 1) + 1;
        return backoff.after(tries);
    }

    public void reset() {
        tries = 0;
    }
}
