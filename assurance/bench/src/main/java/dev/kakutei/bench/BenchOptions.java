package dev.kakutei.bench;

import dev.kakutei.bench.contest.Contestant;
import dev.kakutei.bench.workload.BenchPlan;
import dev.kakutei.bench.workload.WarmUp;
import dev.kakutei.bench.workload.Workload;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine;

/** The options of {@code ./kakutei bench}; reports all mistakes in them at once. */
final class BenchOptions {
    private static final String ALL = "all";

    @CommandLine.Spec(CommandLine.Spec.Target.MIXEE)
    private CommandLine.Model.CommandSpec spec;

    @CommandLine.Parameters(
            arity = "0..*",
            paramLabel = "WORKLOAD",
            description = "W1, W1L, W2, W4, W5, W6, W7 or all (default: W1 and W1L)")
    private List<String> names = new ArrayList<>();

    @CommandLine.Option(
            names = "--seconds",
            paramLabel = "S",
            defaultValue = "30",
            description = "of load in each round (default: ${DEFAULT-VALUE})")
    private int seconds;

    @CommandLine.Option(
            names = "--warm-up",
            paramLabel = "S",
            defaultValue = "60",
            description = "seconds of load before a contestant is measured (default: ${DEFAULT-VALUE})")
    private int warmUp;

    @CommandLine.Option(
            names = "--compiled",
            description = "warm each contestant up for longer, until its compiler rests; five minutes at most")
    private boolean compiled;

    @CommandLine.Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "1",
            description = "how often each is measured, in turns (default: ${DEFAULT-VALUE})")
    private int rounds;

    @CommandLine.Option(
            names = "--rate",
            paramLabel = "N",
            defaultValue = "300",
            description = "requests a second in W1L (default: ${DEFAULT-VALUE})")
    private int rate;

    @CommandLine.Option(
            names = "--delays",
            paramLabel = "MS",
            split = ",",
            defaultValue = "0,20",
            description = "of the gateway in W1, in milliseconds (default: ${DEFAULT-VALUE})")
    private List<Integer> delays;

    @CommandLine.Option(
            names = "--minutes",
            paramLabel = "M",
            defaultValue = "10",
            description = "of W5's soak (default: ${DEFAULT-VALUE})")
    private int minutes;

    @CommandLine.Option(
            names = "--waiting",
            paramLabel = "N",
            defaultValue = "1000000",
            description = "requests that wait in W6 (default: ${DEFAULT-VALUE})")
    private int waiting;

    @CommandLine.Option(
            names = "--history",
            paramLabel = "N",
            split = ",",
            defaultValue = "10000,100000,1000000",
            description = "settled requests that are stored in W7, fewest first (default: ${DEFAULT-VALUE})")
    private List<Integer> history;

    @CommandLine.Option(
            names = "--only",
            paramLabel = "NAME",
            split = ",",
            description = "kakutei, textbook, db-scheduler, transaction-outbox, dbos (default: all)")
    private List<String> only = new ArrayList<>();

    @CommandLine.Option(names = "--json", paramLabel = "DIR", description = "write each result there, a file each")
    private Path json;

    @CommandLine.Option(
            names = "--render",
            description =
                    "measure nothing: write the tables and plots of docs/performance.md from docs/performance/*.json")
    private boolean render;

    @CommandLine.Option(
            names = "--jvm",
            paramLabel = "OPTIONS",
            defaultValue = "-Xmx2g -XX:+UseParallelGC",
            description = "of every contestant (default: ${DEFAULT-VALUE})")
    private String jvm;

    @CommandLine.Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "a setting of Kakutei; may be repeated")
    private List<String> settings = new ArrayList<>();

    @CommandLine.Option(
            names = "--note",
            paramLabel = "TEXT",
            defaultValue = "",
            description = "goes into the results: what else the reader should know")
    private String note;

    @CommandLine.Option(
            names = "--prove",
            description = "after Kakutei's last round, also check every promise, as ./kakutei prove does")
    private boolean prove;

    @CommandLine.Option(names = "--docs", paramLabel = "DIR", defaultValue = "docs", hidden = true)
    private Path docs;

    boolean render() {
        return render;
    }

    Path docs() {
        return docs;
    }

    Optional<Path> json() {
        return Optional.ofNullable(json);
    }

    BenchPlan plan() {
        List<String> mistakes = new ArrayList<>();
        Set<Workload> workloads = workloads(mistakes);
        List<Contestant> contestants = contestants(mistakes);
        atLeast(mistakes, "--seconds", seconds, 1);
        atLeast(mistakes, "--warm-up", warmUp, 0);
        atLeast(mistakes, "--rounds", rounds, 1);
        atLeast(mistakes, "--rate", rate, 1);
        atLeast(mistakes, "--minutes", minutes, 1);
        atLeast(mistakes, "--waiting", waiting, 1);
        delays.forEach(delay -> atLeast(mistakes, "--delays", delay, 0));
        int fewer = 0;
        for (int stored : history) {
            atLeast(mistakes, "--history", stored, fewer + 1);
            fewer = Math.max(fewer, stored);
        }
        if (compiled && warmUp == 0) {
            mistakes.add("--compiled goes on with a warm-up; --warm-up 0 is none");
        }
        if (prove && workloads.contains(Workload.W7)) {
            mistakes.add("--prove cannot be used with W7: what that stores was never requested");
        }
        for (String setting : settings) {
            if (setting.indexOf('=') < 1) {
                mistakes.add("--set " + setting + ": KEY=VALUE is meant");
            }
        }
        if (!contestants.contains(Contestant.KAKUTEI)
                && workloads.stream().noneMatch(Workload::forPeers)
                && mistakes.isEmpty()) {
            mistakes.add("only Kakutei is measured with " + workloads + "; --only leaves it out");
        }
        if (!mistakes.isEmpty()) {
            throw new CommandLine.ParameterException(spec.commandLine(), String.join("\n", mistakes));
        }
        return new BenchPlan(
                workloads,
                contestants,
                Duration.ofSeconds(seconds),
                new WarmUp(Duration.ofSeconds(warmUp), compiled ? WarmUp.Until.COMPILED : WarmUp.Until.OVER),
                new BenchPlan.Sizes(delays, rate, Duration.ofMinutes(minutes), waiting, history),
                rounds,
                List.of(jvm.strip().split(" +")),
                settings,
                note,
                prove ? BenchPlan.Check.PROOF : BenchPlan.Check.COUNTS);
    }

    private Set<Workload> workloads(List<String> mistakes) {
        if (names.isEmpty()) {
            return EnumSet.of(Workload.W1, Workload.W1L);
        }
        Set<Workload> found = EnumSet.noneOf(Workload.class);
        for (String name : names) {
            if (name.equals(ALL)) {
                return EnumSet.allOf(Workload.class);
            }
            Arrays.stream(Workload.values())
                    .filter(workload -> workload.name().equals(name.toUpperCase(Locale.ROOT)))
                    .findFirst()
                    .ifPresentOrElse(
                            found::add,
                            () -> mistakes.add("no workload '" + name + "'; there are "
                                    + Arrays.toString(Workload.values()) + " and all"));
        }
        return found;
    }

    private List<Contestant> contestants(List<String> mistakes) {
        if (only.isEmpty()) {
            return Contestant.ALL;
        }
        Set<Contestant> found = new LinkedHashSet<>();
        for (String name : only) {
            Contestant.named(name)
                    .ifPresentOrElse(
                            found::add,
                            () -> mistakes.add("--only: no contestant '" + name + "'; there are "
                                    + String.join(", ", Contestant.names())));
        }
        return List.copyOf(found);
    }

    private static void atLeast(List<String> mistakes, String option, int value, int least) {
        if (value < least) {
            mistakes.add(option + " must be at least " + least + ", not " + value);
        }
    }
}
