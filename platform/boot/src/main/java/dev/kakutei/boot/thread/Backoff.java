package dev.kakutei.boot.thread;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/** Pauses between tries that double from one to the next, up to the longest. */
public record Backoff(Duration first, Duration longest) {
    /** Beyond them every pause is the longest, and multiplying would overflow. */
    private static final int MAX_DOUBLINGS = 20;

    public Backoff {
        requireNonNull(first, "first");
        requireNonNull(longest, "longest");
    }

    /** @param failures how many tries have failed; none counts as one */
    public Duration after(int failures) {
        int doublings = Math.min(Math.max(0, failures - 1), MAX_DOUBLINGS);
        return bounded(first.multipliedBy(1L << doublings));
    }

    /** The pause that follows this one. */
    public Duration next(Duration pause) {
        return bounded(pause.multipliedBy(2));
    }

    private Duration bounded(Duration pause) {
        return pause.compareTo(longest) > 0 ? longest : pause;
    }
}
