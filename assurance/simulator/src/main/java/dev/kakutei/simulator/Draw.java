package dev.kakutei.simulator;

/**
 * A small stream of numbers that depends on nothing but what it was made from, so that the same request meets the
 * same behaviour in every run, on every JVM, in whatever order the requests arrive.
 */
final class Draw {
    private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

    private long state;

    private Draw(long state) {
        this.state = state;
    }

    static Draw of(long seed, CallType callType, Kind kind, String reference, int nth) {
        long hash = mixed(seed + GOLDEN_GAMMA);
        hash = mixed(hash ^ callType.ordinal());
        hash = mixed(hash ^ kind.ordinal());
        for (int i = 0; i < reference.length(); i++) {
            hash = mixed(hash ^ reference.charAt(i));
        }
        return new Draw(mixed(hash ^ nth));
    }

    /** The next number, from 0 inclusive to 1 exclusive. */
    double next() {
        state += GOLDEN_GAMMA;
        return (mixed(state) >>> 11) * 0x1.0p-53;
    }

    /** The finaliser of SplitMix64: every bit of the input moves every bit of the output. */
    private static long mixed(long z) {
        long once = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        long twice = (once ^ (once >>> 27)) * 0x94D049BB133111EBL;
        return twice ^ (twice >>> 31);
    }
}
