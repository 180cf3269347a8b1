package dev.kakutei.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What came of many schedules.
 *
 * @param steps how many things happened in all of them
 * @param pairsCovered how many of the possible pairs of state and observation were met
 * @param pairsMissing the possible pairs that were not
 * @param pairsUnexpected pairs that were met though they are held to be impossible
 * @param actionsPossible how many combinations there are of a state, an action, and how the action comes
 * @param actionsMissing those of them that were not met
 * @param violations the first ones, see {@link #violationCount} for how many there were
 * @param trace of the first violation, line by line
 * @param hash of everything that happened: the same for the same seed, in whatever parts it was played
 */
public record SimulationReport(
        long seed,
        long schedules,
        long steps,
        Duration elapsed,
        int pairsCovered,
        int pairsPossible,
        List<Pair> pairsMissing,
        List<Pair> pairsUnexpected,
        int actionsPossible,
        List<ActionPair> actionsMissing,
        Map<SimulatedFault, Long> faults,
        long violationCount,
        List<GuaranteeViolation> violations,
        List<String> trace,
        long hash) {
    public SimulationReport {
        pairsMissing = List.copyOf(pairsMissing);
        pairsUnexpected = List.copyOf(pairsUnexpected);
        actionsMissing = List.copyOf(actionsMissing);
        faults = Map.copyOf(faults);
        violations = List.copyOf(violations);
        trace = List.copyOf(trace);
    }

    public double schedulesPerSecond() {
        return schedules * 1e9 / Math.max(1, elapsed.toNanos());
    }

    /** For people, line by line. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT,
                "seed %d: %,d schedules, %,d steps, %.1f s, %,.0f schedules/s",
                seed,
                schedules,
                steps,
                elapsed.toNanos() / 1e9,
                schedulesPerSecond()));
        lines.add("pairs of state and observation: " + pairsCovered + " of " + pairsPossible
                + (pairsMissing.isEmpty() ? "" : ", missing " + pairsMissing)
                + (pairsUnexpected.isEmpty() ? "" : ", unexpected " + pairsUnexpected));
        lines.add("states, actions and how they come: " + (actionsPossible - actionsMissing.size()) + " of "
                + actionsPossible + (actionsMissing.isEmpty() ? "" : ", missing " + actionsMissing));
        new EnumMap<>(faults)
                .forEach((fault, times) ->
                        lines.add(String.format(Locale.ROOT, "  %,14d  %s", times, fault.description())));
        lines.add(String.format(Locale.ROOT, "violations: %d; hash %016x", violationCount, hash));
        violations.forEach(violation -> lines.add("  " + violation));
        if (!trace.isEmpty()) {
            lines.add("the first one:");
            trace.forEach(line -> lines.add("  " + line));
        }
        return lines;
    }
}
