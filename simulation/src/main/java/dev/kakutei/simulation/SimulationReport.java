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
 * @param actionsPossible how many combinations there are of a state, an order, and how the order comes
 * @param actionsMissing those of them that were not met
 * @param violations the first ones, see {@link #violationCount} for how many there were
 * @param story of the first violation, line by line
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
        Map<Fault, Long> faults,
        long violationCount,
        List<Violation> violations,
        List<String> story,
        long hash) {
    public SimulationReport {
        pairsMissing = List.copyOf(pairsMissing);
        pairsUnexpected = List.copyOf(pairsUnexpected);
        actionsMissing = List.copyOf(actionsMissing);
        faults = Map.copyOf(faults);
        violations = List.copyOf(violations);
        story = List.copyOf(story);
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
        lines.add("states, orders and how they come: " + (actionsPossible - actionsMissing.size()) + " of "
                + actionsPossible + (actionsMissing.isEmpty() ? "" : ", missing " + actionsMissing));
        new EnumMap<>(faults)
                .forEach((fault, times) -> lines.add(String.format(Locale.ROOT, "  %,14d  %s", times, fault.story())));
        lines.add(String.format(Locale.ROOT, "violations: %d; hash %016x", violationCount, hash));
        violations.forEach(violation -> lines.add("  " + violation));
        if (!story.isEmpty()) {
            lines.add("the first one:");
            story.forEach(line -> lines.add("  " + line));
        }
        return lines;
    }
}
