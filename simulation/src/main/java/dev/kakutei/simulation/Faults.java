package dev.kakutei.simulation;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * Which faults may strike, and how often each did. Every schedule leaves a random half of them out: with all of them at
 * once, long lives that need one fault only would hardly ever be seen.
 */
final class Faults {
    private static final Fault[] ALL = Fault.values();

    private final long enabled;
    private final long[] struck = new long[ALL.length];
    private final Dice dice;
    private long active;
    private Story story = Story.UNTOLD;

    Faults(Set<Fault> enabled, Dice dice) {
        this.enabled =
                enabled.stream().mapToLong(fault -> 1L << fault.ordinal()).reduce(0, (a, b) -> a | b);
        this.dice = dice;
    }

    static Set<Fault> all() {
        return EnumSet.allOf(Fault.class);
    }

    void beginSchedule(Story told) {
        active = enabled & (dice.next() | (dice.next() & dice.next()));
        story = told;
    }

    boolean strikes(Fault fault) {
        if ((active & (1L << fault.ordinal())) == 0 || !dice.oneIn(fault.oneIn())) {
            return false;
        }
        struck[fault.ordinal()]++;
        if (story.isTold()) {
            story.tell("  ! " + fault.story());
        }
        return true;
    }

    /** Whether it may strike in this schedule. */
    boolean mayStrike(Fault fault) {
        return (active & (1L << fault.ordinal())) != 0;
    }

    Map<Fault, Long> struck() {
        Map<Fault, Long> counts = new EnumMap<>(Fault.class);
        for (Fault fault : ALL) {
            counts.put(fault, struck[fault.ordinal()]);
        }
        return counts;
    }
}
