package dev.kakutei.testkit;

/**
 * How thorough a test of many rounds is: few rounds in {@code ./kakutei test}, all of them in {@code ./kakutei test
 * --all}, which sets {@code -Dkakutei.depth=full}.
 */
public final class TestDepth {
    private static final boolean FULL = "full".equals(System.getProperty("kakutei.depth"));

    private TestDepth() {}

    public static int rounds(int usual, int full) {
        return FULL ? full : usual;
    }
}
