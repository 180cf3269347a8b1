package dev.kakutei.simulation;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * Which faults may strike, and how often each did. Every schedule leaves a random half of them out: with all of them at
 * once, long histories that need one fault only would hardly ever be seen.
 */
final class Faults {
    private static final SimulatedFault[] ALL = SimulatedFault.values();

    private final long enabled;
    private final long[] struck = new long[ALL.length];
    private final Dice dice;
    private long active;
    private Trace trace = Trace.NONE;

    Faults(Set<SimulatedFault> enabled, Dice dice) {
        this.enabled =
                enabled.stream().mapToLong(fault -> 1L << fault.ordinal()).reduce(0, (a, b) -> a | b);
        this.dice = dice;
    }

    static Set<SimulatedFault> all() {
        return EnumSet.allOf(SimulatedFault.class);
    }

    void beginSchedule(Trace trace) {
        active = enabled & (dice.next() | (dice.next() & dice.next()));
        this.trace = trace;
    }

    boolean strikes(SimulatedFault fault) {
        if ((active & (1L << fault.ordinal())) == 0 || !dice.oneIn(fault.oneIn())) {
            return false;
        }
        struck[fault.ordinal()]++;
        if (trace.isRecorded()) {
            trace.add("  ! " + fault.description());
        }
        return true;
    }

    /** Whether it may strike in this schedule. */
    boolean mayStrike(SimulatedFault fault) {
        return (active & (1L << fault.ordinal())) != 0;
    }

    Map<SimulatedFault, Long> struck() {
        Map<SimulatedFault, Long> counts = new EnumMap<>(SimulatedFault.class);
        for (SimulatedFault fault : ALL) {
            counts.put(fault, struck[fault.ordinal()]);
        }
        return counts;
    }
}
