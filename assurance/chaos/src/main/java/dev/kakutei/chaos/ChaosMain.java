package dev.kakutei.chaos;

import dev.kakutei.chaos.report.Archive;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;

/** {@code ./kakutei chaos}. */
@CommandLine.Command(
        name = "chaos",
        description = {
            "Runs three brokers, Postgres, two of each service and a gateway simulator as processes of their own,",
            "and kills, freezes and cuts them off under load. Then everything is healed, comes to rest, and is proved.",
            "Ends with 1 when a promise was broken. Needs about 6 GB of memory.",
            "With --summarize nothing runs: the records of runs are put together into one page."
        },
        mixinStandardHelpOptions = true)
public final class ChaosMain implements Callable<Integer> {
    @CommandLine.Option(names = "--minutes", defaultValue = "5", description = "how long (default: ${DEFAULT-VALUE})")
    private double minutes;

    @CommandLine.Option(
            names = "--seed",
            description = "the same seed brings the same attack (default: one by the clock)")
    private Long seed;

    @CommandLine.Option(
            names = "--rate",
            defaultValue = "20",
            description = "new requests a second (default: ${DEFAULT-VALUE})")
    private int rate;

    @CommandLine.Option(
            names = "--skew",
            defaultValue = "700",
            description = "how many ms a clock may be wrong; 0 for none (default: ${DEFAULT-VALUE})")
    private long skew;

    @CommandLine.Option(
            names = "--capped-disk",
            description = "give Postgres a small disk in memory and fill it now and then (needs root)")
    private boolean capped;

    @CommandLine.Option(
            names = "--only",
            split = ",",
            paramLabel = "FAULT",
            description = "bring in these faults alone, by the words of the report: --only 'tail lost,kill'"
                    + " (default: all of them)")
    private Set<String> only = Set.of();

    @CommandLine.Option(
            names = "--folder",
            description = "for the data and the report; must be empty (default: a temporary one)")
    private Path folder;

    @CommandLine.Option(
            names = "--summarize",
            arity = "0..*",
            paramLabel = "RUN",
            description = "take the records of these runs (folders, or their chaos.json) into the folder of --into,"
                    + " and print the page of all that are kept there")
    private List<Path> runs;

    @CommandLine.Option(
            names = "--into",
            defaultValue = "docs/proof",
            description = "where records, page and plot of several runs are kept (default: ${DEFAULT-VALUE})")
    private Path into;

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    public static void main(String[] args) {
        if (System.getenv("KAKUTEI_LOG_LEVEL") == null) {
            System.setProperty("KAKUTEI_LOG_LEVEL", "ERROR");
        }
        System.exit(new CommandLine(new ChaosMain()).execute(args));
    }

    @Override
    public Integer call() throws IOException {
        return runs == null ? attack() : summarize();
    }

    private int summarize() throws IOException {
        try {
            say(new Archive(into).take(runs).size() + " runs are in " + into.resolve("runs.md"));
            return 0;
        } catch (IllegalArgumentException e) {
            throw new CommandLine.ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private int attack() throws IOException {
        Path data = folder == null ? Files.createTempDirectory("kakutei-chaos-") : Files.createDirectories(folder);
        long chosen = seed == null ? System.currentTimeMillis() % 1_000_000 : seed;
        ChaosPlan plan = plan(data, chosen);
        ChaosReport report = new ChaosRun(plan, ChaosMain::say).run();
        report.writeInto(data);
        System.out.println(report.text());
        say("the report is in " + data.resolve("chaos.md"));
        return report.good() ? 0 : 1;
    }

    private ChaosPlan plan(Path data, long chosen) {
        try {
            return new ChaosPlan(
                    chosen,
                    Duration.ofMillis((long) (minutes * 60_000)),
                    0,
                    rate,
                    data,
                    capped ? ChaosPlan.Disk.CAPPED : ChaosPlan.Disk.SHARED,
                    Duration.ofMillis(skew),
                    only);
        } catch (IllegalArgumentException e) {
            throw new CommandLine.ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private static void say(String line) {
        System.err.println(LocalTime.now().truncatedTo(ChronoUnit.SECONDS) + " " + line);
    }
}
