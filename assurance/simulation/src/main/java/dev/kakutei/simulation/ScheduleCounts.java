package dev.kakutei.simulation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What is counted while schedules are played. Counts of different schedules can be added, in any order. */
final class ScheduleCounts {
    private static final int MAX_VIOLATIONS_KEPT = 20;

    private final Coverage coverage = new Coverage();
    private final Map<SimulatedFault, Long> struck = new EnumMap<>(SimulatedFault.class);
    private final List<GuaranteeViolation> violations = new ArrayList<>();
    private final Map<Guarantee, GuaranteeViolation> firstOf = new EnumMap<>(Guarantee.class);
    private long violationCount;
    private long schedules;
    private long steps;
    private long hash;

    void played(int stepsTaken, long fingerprint) {
        schedules++;
        steps += stepsTaken;
        hash += fingerprint;
    }

    void broken(GuaranteeViolation violation) {
        schedules++;
        violationCount++;
        hash += Dice.mix(violation.schedule() + violation.guarantee().ordinal());
        firstOf.putIfAbsent(violation.guarantee(), violation);
        keep(violation);
    }

    private void keep(GuaranteeViolation violation) {
        if (violations.size() < MAX_VIOLATIONS_KEPT) {
            violations.add(violation);
        }
    }

    void struck(Map<SimulatedFault, Long> counts) {
        counts.forEach((fault, times) -> struck.merge(fault, times, Long::sum));
    }

    void add(ScheduleCounts other) {
        coverage.add(other.coverage);
        struck(other.struck);
        other.violations.forEach(this::keep);
        other.firstOf.forEach(firstOf::putIfAbsent);
        violationCount += other.violationCount;
        schedules += other.schedules;
        steps += other.steps;
        hash += other.hash;
    }

    Coverage coverage() {
        return coverage;
    }

    Map<SimulatedFault, Long> struck() {
        return struck;
    }

    List<GuaranteeViolation> violations() {
        return violations.stream()
                .sorted(Comparator.comparingLong(GuaranteeViolation::schedule))
                .toList();
    }

    /** By guarantee, the first that was met. */
    Map<Guarantee, GuaranteeViolation> firstOf() {
        return firstOf;
    }

    long violationCount() {
        return violationCount;
    }

    long schedules() {
        return schedules;
    }

    long steps() {
        return steps;
    }

    long hash() {
        return hash;
    }
}
