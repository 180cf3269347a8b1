package dev.kakutei.bench.judging;

import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Runs the benchmarks of this package and holds their figures against the limits of SPEC D4 and D8. Figures are medians of
 * single evaluations: what else the machine does interrupts few of them.
 */
public final class JudgingCost {
    /** Twice the text is twice the time; what is above that is left to the noise of a shared machine. */
    private static final double DOUBLED = 2.6;

    private final Map<String, Double> medians = new TreeMap<>();

    private final double firstRegexMicros;

    private JudgingCost(Collection<RunResult> results, double firstRegexMicros) {
        this.firstRegexMicros = firstRegexMicros;
        results.forEach(result -> medians.put(result.getPrimaryResult().getLabel(), median(result)));
    }

    /** Argument: how many seconds each benchmark is measured for; 3 where there is none. */
    public static void main(String[] args) throws RunnerException {
        int seconds = args.length > 0 ? Integer.parseInt(args[0]) : 3;
        Options options = new OptionsBuilder()
                .include(JudgingCost.class.getPackageName() + "\\..*Benchmark")
                .forks(1)
                .warmupIterations(3)
                .warmupTime(TimeValue.seconds(1))
                .measurementIterations(seconds)
                .measurementTime(TimeValue.seconds(1))
                .build();
        new JudgingCost(new Runner(options).run(), first()).tell();
    }

    /** A first evaluation happens once in the life of a process, so each is measured in a new one. */
    private static double first() throws RunnerException {
        Options options = new OptionsBuilder()
                .include(CriteriaBenchmark.class.getName() + "\\.regexFirst$")
                .mode(Mode.SingleShotTime)
                .forks(5)
                .warmupIterations(0)
                .measurementIterations(1)
                .build();
        return new Runner(options).runSingle().getPrimaryResult().getScore();
    }

    private void tell() {
        limit("criteria, nine conditions", medians.get("criteria"), 1000, "µs");
        limit("criteria with parsing a kilobyte", medians.get("criteriaAndParsing"), 1000, "µs");
        limit("JSONPath", medians.get("jsonPath"), 500, "µs");
        limit("JSONPath with [*]", medians.get("jsonPathWithStar"), 500, "µs");
        limit(
                "a repeated regex, of its first evaluation",
                100 * medians.get("regexRepeated") / firstRegexMicros,
                10,
                "%");
        limit("criteria, of a loopback call", percent("criteria", "call"), 5, "%");
        for (String pattern : Doubling.PATTERNS) {
            double[] micros = new Doubling().micros(pattern);
            for (int i = 1; i < micros.length; i++) {
                String what = pattern + " on " + Doubling.LENGTHS[i] + " characters, of half as many";
                limit(what, micros[i] / micros[i - 1], DOUBLED, "times");
            }
        }
        System.out.println(String.format(
                Locale.ROOT,
                "a regex takes %.0f µs the first time, %.2f µs later; compiling it each time would take %.2f µs",
                firstRegexMicros,
                medians.get("regexRepeated"),
                medians.get("regexFirst")));
        System.out.println(String.format(
                Locale.ROOT,
                "a loopback call takes %.0f µs, of that parsing a kilobyte %.1f and criteria %.1f",
                medians.get("call"),
                medians.get("parsing"),
                medians.get("criteria")));
    }

    private double percent(String part, String whole) {
        return 100 * medians.get(part) / medians.get(whole);
    }

    private static double median(RunResult result) {
        for (String part : result.getSecondaryResults().keySet()) {
            if (part.endsWith("p0.50")) {
                return result.getSecondaryResults().get(part).getScore();
            }
        }
        throw new IllegalStateException(
                "no median of " + result.getPrimaryResult().getLabel());
    }

    private static void limit(String what, double measured, double limit, String unit) {
        String verdict = measured <= limit ? "kept" : "NOT KEPT";
        System.out.println(
                String.format(Locale.ROOT, "%-58s %10.2f %s, at most %.1f: %s", what, measured, unit, limit, verdict));
    }
}
