package dev.kakutei.bench;

import dev.kakutei.bench.contest.Contestant;
import dev.kakutei.bench.render.PerformancePage;
import dev.kakutei.bench.render.RunText;
import dev.kakutei.bench.result.Run;
import dev.kakutei.bench.result.RunFiles;
import dev.kakutei.bench.workload.BenchPlan;
import dev.kakutei.bench.workload.ContestantRun;
import dev.kakutei.bench.workload.Neighbour;
import dev.kakutei.bench.workload.Queueing;
import dev.kakutei.bench.workload.Workload;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.Callable;
import picocli.CommandLine;

/** {@code ./kakutei bench}. */
@CommandLine.Command(
        name = "bench",
        description = {
            "Measures Kakutei beside what people would use instead: each a process of its own with the same HTTP server,",
            "the same callers, the same gateway, and a PostgreSQL with the same settings and fsync on.",
            "Ends with 1 when an order was lost, or settled otherwise than the gateway says; posts that came again are counted.",
            ""
        },
        footer = {
            "",
            "What can be measured:",
            "  W1   accept, dispatch and settle as fast as 64 callers can; gateway at 0 and 20 ms",
            "  W1L  how long it takes at a fixed rate, counted from when a request was due",
            "  W2   W1 with a gateway that errs (Kakutei only, as the next ones)",
            "  W4   one gateway's callers while another gateway hangs",
            "  W5   a soak at 60 %% of the peak: p99, heap and table sizes by the minute",
            "  W6   the throughput with a million requests waiting",
            "  W7   W1 with more and more settled requests in the tables",
            "",
            "Figures are worth something on a machine that does nothing else: see cores_used_by_others."
        },
        mixinStandardHelpOptions = true)
public final class BenchMain implements Callable<Integer> {
    @CommandLine.Mixin
    private BenchOptions options;

    private boolean faults;

    public static void main(String[] args) {
        if (System.getenv("KAKUTEI_LOG_LEVEL") == null) {
            System.setProperty("KAKUTEI_LOG_LEVEL", "ERROR");
        }
        System.exit(new CommandLine(new BenchMain()).execute(args));
    }

    @Override
    public Integer call() throws IOException, SQLException {
        if (options.render()) {
            for (Path written : new PerformancePage(options.docs()).write()) {
                say("written: " + written);
            }
            return 0;
        }
        BenchPlan plan = plan();
        for (int round = 1; round <= plan.rounds(); round++) {
            round(plan, round);
        }
        return faults ? 1 : 0;
    }

    BenchPlan plan() {
        return options.plan();
    }

    private void round(BenchPlan plan, int round) throws IOException, SQLException {
        for (Contestant contestant : plan.contestants()) {
            boolean visits = plan.workloads().stream()
                    .anyMatch(workload -> workload.forPeers()
                            || contestant.equals(Contestant.KAKUTEI)
                                    && (workload == Workload.W2 || workload == Workload.W5 || workload == Workload.W7));
            if (visits) {
                say("round " + round + ": " + contestant.name() + "…");
                new ContestantRun(plan, contestant, round, this::found).run();
            }
        }
        if (plan.contestants().contains(Contestant.KAKUTEI)) {
            if (plan.workloads().contains(Workload.W4)) {
                say("round " + round + ": W4…");
                found(new Neighbour(plan, round).run());
            }
            if (plan.workloads().contains(Workload.W6)) {
                say("round " + round + ": W6…");
                found(new Queueing(plan, round).run());
            }
        }
    }

    private void found(Run run) {
        System.out.println(RunText.of(run));
        faults |= !run.faults().isEmpty();
        options.json().ifPresent(folder -> {
            try {
                say("written: " + new RunFiles(folder).write(run));
            } catch (IOException e) {
                throw new CommandLine.ExecutionException(
                        new CommandLine(this), "cannot write the result: " + e.getMessage(), e);
            }
        });
    }

    private static void say(String line) {
        System.err.println(LocalTime.now().truncatedTo(ChronoUnit.SECONDS) + " " + line);
    }
}
