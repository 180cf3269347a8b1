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
 * @param pairs which pairs of state and observation were met
 * @param actions which combinations were met of a state, an action, and how the action comes
 * @param violations the first ones, see {@link #violationCount} for how many there were
 * @param trace of the first violation, line by line
 * @param hash of everything that happened: the same for the same seed, in whatever parts it was played
 */
public record SimulationReport(
        long seed,
        long schedules,
        long steps,
        Duration elapsed,
        PairsMet pairs,
        ActionsMet actions,
        Map<SimulatedFault, Long> faults,
        long violationCount,
        List<GuaranteeViolation> violations,
        List<String> trace,
        long hash) {
    /**
     * @param covered how many of the possible ones were met
     * @param missing the possible ones that were not
     * @param unexpected those that were met though they are held to be impossible
     */
    record PairsMet(int covered, int possible, List<Pair> missing, List<Pair> unexpected) {
        PairsMet {
            missing = List.copyOf(missing);
            unexpected = List.copyOf(unexpected);
        }

        private String line() {
            return "pairs of state and observation: " + covered + " of " + possible
                    + (missing.isEmpty() ? "" : ", missing " + missing)
                    + (unexpected.isEmpty() ? "" : ", unexpected " + unexpected);
        }
    }

    /** @param missing the possible ones that were not met */
    record ActionsMet(int possible, List<ActionPair> missing) {
        ActionsMet {
            missing = List.copyOf(missing);
        }

        private String line() {
            return "states, actions and how they come: " + (possible - missing.size()) + " of " + possible
                    + (missing.isEmpty() ? "" : ", missing " + missing);
        }
    }

    public SimulationReport {
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
        lines.add(pairs.line());
        lines.add(actions.line());
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
