package dev.kakutei.bench.judging;

import dev.kakutei.bench.result.Run;
import dev.kakutei.bench.result.RunFiles;
import dev.kakutei.bench.workload.Machine;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
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
 * Runs the benchmarks of this package and holds their figures against the limits of SPEC D4 and D8 ({@link JudgingLimit}).
 * Figures are medians of single evaluations: what else the machine does interrupts few of them.
 */
public final class JudgingCost {
    private static final int DEFAULT_SECONDS = 3;

    private final Map<String, Double> medians = new TreeMap<>();
    private final double firstRegexMicros;

    private JudgingCost(Collection<RunResult> results, double firstRegexMicros) {
        this.firstRegexMicros = firstRegexMicros;
        results.forEach(result -> medians.put(result.getPrimaryResult().getLabel(), median(result)));
    }

    /**
     * Arguments: how many seconds each benchmark is measured for, 3 where there is none; and the folder that the result is
     * stored in, for {@code ./kakutei bench --render}.
     */
    public static void main(String[] args) throws RunnerException, IOException {
        int seconds = args.length > 0 ? Integer.parseInt(args[0]) : DEFAULT_SECONDS;
        Map<String, String> conditions = Machine.conditions();
        conditions.put("seconds", Integer.toString(seconds));
        conditions.put("warm_up", "3 s each");
        conditions.put("load_average", Machine.loadAverage());
        Options options = new OptionsBuilder()
                .include(JudgingCost.class.getPackageName() + "\\..*Benchmark")
                .forks(1)
                .warmupIterations(3)
                .warmupTime(TimeValue.seconds(1))
                .measurementIterations(seconds)
                .measurementTime(TimeValue.seconds(1))
                .build();
        JudgingCost cost = new JudgingCost(new Runner(options).run(), first());
        conditions.merge("load_average", Machine.loadAverage(), (before, after) -> before + " to " + after);
        Run run = cost.run(conditions);
        print(run);
        if (args.length > 1) {
            System.out.println("written: " + new RunFiles(Path.of(args[1])).write(run));
        }
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

    private Run run(Map<String, String> conditions) {
        Run.Builder notes = new Run.Builder()
                .conditions(conditions)
                .figure(JudgingLimit.CRITERIA.figure(), medians.get("criteria"))
                .figure(JudgingLimit.CRITERIA_AND_PARSING.figure(), medians.get("criteriaAndParsing"))
                .figure(JudgingLimit.JSON_PATH.figure(), medians.get("jsonPath"))
                .figure(JudgingLimit.JSON_PATH_WITH_STAR.figure(), medians.get("jsonPathWithStar"))
                .figure(JudgingLimit.REPEATED_REGEX.figure(), 100 * medians.get("regexRepeated") / firstRegexMicros)
                .figure(JudgingLimit.SHARE_OF_A_CALL.figure(), 100 * medians.get("criteria") / medians.get("call"))
                .figure(JudgingLimit.DOUBLED_TEXT.figure(), worstDoubling())
                .figure("regex_first_micros", firstRegexMicros)
                .figure("regex_repeated_micros", medians.get("regexRepeated"))
                .figure("regex_compiled_each_time_micros", medians.get("regexFirst"))
                .figure("call_micros", medians.get("call"))
                .figure("parsing_micros", medians.get("parsing"));
        String now = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        Run measured = notes.of(JudgingLimit.WORKLOAD, "kakutei", "", 1, now);
        for (JudgingLimit limit : JudgingLimit.values()) {
            double value = measured.figure(limit.figure());
            if (!limit.isKept(value)) {
                notes.fault(limit.what() + " takes " + limit.text(value) + ", more than " + limit.limit());
            }
        }
        return notes.of(JudgingLimit.WORKLOAD, "kakutei", "", 1, now);
    }

    private static double worstDoubling() {
        double worst = 0;
        for (String pattern : RegexScaling.PATTERNS) {
            double[] micros = new RegexScaling().micros(pattern);
            for (int i = 1; i < micros.length; i++) {
                worst = Math.max(worst, micros[i] / micros[i - 1]);
            }
        }
        return worst;
    }

    private static void print(Run run) {
        for (JudgingLimit limit : JudgingLimit.values()) {
            double value = run.figure(limit.figure());
            System.out.println(String.format(
                    Locale.ROOT,
                    "%-66s %12s, at most %s: %s",
                    limit.what(),
                    limit.text(value),
                    limit.limit(),
                    limit.isKept(value) ? "kept" : "NOT KEPT"));
        }
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
}
