package dev.kakutei.bench.workload;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * What comes before the first round of a contestant.
 *
 * @param atLeast so long; nothing at all where it is zero
 */
public record WarmUp(Duration atLeast, Until until) {
    /** On two busy cores the compiler of a large program is at work for minutes; that of a small one is soon done. */
    static final Duration LONGEST = Duration.ofMinutes(5);

    /** Between two looks at the compiler. */
    static final Duration SLICE = Duration.ofSeconds(15);

    /** Of one core: less than this is rest. */
    static final double RESTING = 0.05;

    public enum Until {
        /** The time is over. */
        OVER,
        /** The compiler rests: what is measured is the program, and not its compilation. */
        COMPILED
    }

    public WarmUp {
        requireNonNull(atLeast, "atLeast");
        requireNonNull(until, "until");
    }

    /** In the words of the page; without the time where that only shows how long the compiler took. */
    String description(Duration took, boolean rests) {
        if (until == Until.OVER) {
            return atLeast.toSeconds() + " s";
        }
        return rests
                ? "until the compiler rests"
                : "for " + took.toSeconds() + " s, after which the compiler did not rest yet";
    }
}
