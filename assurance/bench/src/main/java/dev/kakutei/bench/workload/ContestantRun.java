package dev.kakutei.bench.workload;

import dev.kakutei.bench.BenchFolders;
import dev.kakutei.bench.contest.Contestant;
import dev.kakutei.bench.contest.ContestantLauncher;
import dev.kakutei.bench.contest.RunningContestant;
import dev.kakutei.bench.load.HttpLoad;
import dev.kakutei.bench.load.Orders;
import dev.kakutei.bench.pipeline.PostBehaviour;
import dev.kakutei.bench.pipeline.QuickGateway;
import dev.kakutei.bench.result.Run;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.function.Consumer;

/** One contestant is started, warmed up, and measured with every workload that is the same machine for all. */
public final class ContestantRun {
    private final BenchPlan plan;
    private final Contestant contestant;
    private final int round;
    private final Consumer<Run> results;
    private String warmed = Conditions.NOT_WARMED;

    public ContestantRun(BenchPlan plan, Contestant contestant, int round, Consumer<Run> results) {
        this.plan = plan;
        this.contestant = contestant;
        this.round = round;
        this.results = results;
    }

    public void run() throws IOException, SQLException {
        Path folder = Files.createTempDirectory("kakutei-bench");
        try (QuickGateway gateway = new QuickGateway();
                RunningContestant running = new ContestantLauncher(
                                folder, gateway.port(), plan.options(), plan.settings())
                        .start(contestant)) {
            Orders orders = new Orders("127.0.0.1:" + running.port(), "bench", "b", 0);
            try (HttpLoad load =
                    new HttpLoad(new InetSocketAddress("127.0.0.1", running.port()), BenchPlan.CONNECTIONS, orders)) {
                Round measured = new Round(running, gateway, orders);
                warmed = measured.warm(load, plan.warmUp());
                steady(measured, gateway, load);
                if (contestant.equals(Contestant.KAKUTEI)) {
                    own(measured, gateway, load, running);
                }
                if (plan.check() == BenchPlan.Check.PROOF && running.provable()) {
                    prove(running);
                }
            }
        } finally {
            BenchFolders.delete(folder);
        }
    }

    private void steady(Round measured, QuickGateway gateway, HttpLoad load) throws IOException, SQLException {
        if (plan.workloads().contains(Workload.W1)) {
            for (int delay : plan.sizes().delays()) {
                gateway.delay(Duration.ofMillis(delay));
                Run.Builder builder = measured.measure(() -> load.closedLoop(plan.seconds()));
                report(Workload.W1, delay + "ms", builder.condition("gateway_ms", delay));
            }
            gateway.delay(Duration.ZERO);
        }
        if (plan.workloads().contains(Workload.W1L)) {
            Run.Builder builder =
                    measured.measure(() -> load.openLoop(plan.sizes().rate(), plan.seconds()));
            report(
                    Workload.W1L,
                    plan.sizes().rate() + "ps",
                    builder.condition("gateway_ms", 0)
                            .condition("rate_per_second", plan.sizes().rate()));
        }
    }

    private void own(Round measured, QuickGateway gateway, HttpLoad load, RunningContestant running)
            throws IOException, SQLException {
        if (plan.workloads().contains(Workload.W2)) {
            gateway.behaviours(PostBehaviour.faulty(round));
            Run.Builder builder = measured.measure(() -> load.closedLoop(plan.seconds()));
            gateway.behaviours(PostBehaviour.reliable());
            report(Workload.W2, "", builder.condition("gateway_ms", 0));
        }
        if (plan.workloads().contains(Workload.W5)) {
            Run.Builder builder = new Soak(plan, measured, load, running).run();
            report(Workload.W5, "", builder.condition("gateway_ms", 0));
        }
        if (plan.workloads().contains(Workload.W7)) {
            for (int wanted : plan.sizes().history()) {
                long stored = running.remember(wanted);
                Run.Builder builder = measured.measure(() -> load.closedLoop(plan.seconds()));
                report(
                        Workload.W7,
                        Integer.toString(wanted),
                        builder.condition("gateway_ms", 0).figure("stored_before", stored));
            }
        }
    }

    private void prove(RunningContestant running) throws IOException {
        long began = System.nanoTime();
        Run.Builder builder = new Run.Builder();
        try {
            running.prove().forEach(builder::fault);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            builder.fault("the proof was interrupted");
        }
        report("proof", "", builder.figure("seconds", (System.nanoTime() - began) / 1e9));
    }

    private void report(Workload workload, String variant, Run.Builder builder) {
        report(workload.name(), variant, builder);
    }

    private void report(String workload, String variant, Run.Builder builder) {
        builder.conditions(Conditions.of(plan, warmed));
        results.accept(builder.of(
                workload,
                contestant.name(),
                variant,
                round,
                Instant.now().truncatedTo(ChronoUnit.SECONDS).toString()));
    }
}
