package dev.kakutei.simulation;

/**
 * A stream of random numbers that is wholly given by a seed and a schedule's number, so that any schedule can be played
 * again alone (SplitMix64).
 */
final class Dice {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private long state;

    Dice(long seed, long number) {
        reset(seed, number);
    }

    void reset(long seed, long number) {
        state = mix(mix(seed + GOLDEN) + number * GOLDEN);
    }

    long next() {
        state += GOLDEN;
        return mix(state);
    }

    /** From 0 to {@code bound - 1}. */
    int below(int bound) {
        return (int) (((next() >>> 32) * bound) >>> 32);
    }

    /** From {@code least} to {@code most}, both included; a {@code most} below {@code least} counts as {@code least}. */
    long between(long min, long max) {
        return max <= min ? min : min + Long.remainderUnsigned(next(), max - min + 1);
    }

    boolean oneIn(int times) {
        return below(times) == 0;
    }

    static long mix(long value) {
        long mixed = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }
}
