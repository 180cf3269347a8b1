package dev.kakutei.simulation;

/**
 * How many schedules a test plays: few in {@code ./kakutei test}, all in {@code ./kakutei test --all}, which sets {@code
 * -Dkakutei.depth=full}.
 */
final class SimulationDepth {
    private static final boolean FULL = "full".equals(System.getProperty("kakutei.depth"));

    private SimulationDepth() {}

    static long schedules(long usual, long full) {
        return FULL ? full : usual;
    }
}
