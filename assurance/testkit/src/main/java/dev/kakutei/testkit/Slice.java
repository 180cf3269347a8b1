package dev.kakutei.testkit;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Which of the slow proofs run: all of them, or with {@code -Dkakutei.slice=SEED} a few that the seed chooses, so that CI
 * meets every one of them in the course of many runs. The seed alone decides: a slice that failed can be run again.
 */
public final class Slice {
    private static final Long SEED = Long.getLong("kakutei.slice");

    /** An odd number of many bits: {@link Random} draws almost alike from seeds that follow each other. */
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private Slice() {}

    public static boolean isWhole() {
        return SEED == null;
    }

    /** The seed of the slice, or another one where everything runs. */
    public static long seedOr(long whole) {
        return SEED == null ? whole : SEED;
    }

    /** All of them, in their order; or {@code count} that the seed chooses. */
    public static <T> List<T> of(List<T> all, int count) {
        if (SEED == null) {
            return List.copyOf(all);
        }
        List<T> shuffled = new ArrayList<>(all);
        Collections.shuffle(shuffled, new Random(SEED * SPREAD));
        return List.copyOf(shuffled.subList(0, Math.min(count, shuffled.size())));
    }
}
