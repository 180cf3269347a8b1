package dev.kakutei.bench.workload;

import dev.kakutei.bench.Folders;
import dev.kakutei.bench.contest.Contestant;
import dev.kakutei.bench.contest.Running;
import dev.kakutei.bench.contest.Stand;
import dev.kakutei.bench.load.HttpLoad;
import dev.kakutei.bench.load.Orders;
import dev.kakutei.bench.pipeline.Habit;
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
public final class Visit {
    private final Plan plan;
    private final Contestant contestant;
    private final int round;
    private final Consumer<Run> results;
    private String warmed = Conditions.NOT_WARMED;

    public Visit(Plan plan, Contestant contestant, int round, Consumer<Run> results) {
        this.plan = plan;
        this.contestant = contestant;
        this.round = round;
        this.results = results;
    }

    public void run() throws IOException, SQLException {
        Path folder = Files.createTempDirectory("kakutei-bench");
        try (QuickGateway gateway = new QuickGateway();
                Running running =
                        new Stand(folder, gateway.port(), plan.options(), plan.settings()).start(contestant)) {
            Orders orders = new Orders("127.0.0.1:" + running.port(), "bench", "b", 0);
            try (HttpLoad load =
                    new HttpLoad(new InetSocketAddress("127.0.0.1", running.port()), Plan.CONNECTIONS, orders)) {
                Round measured = new Round(running, gateway, orders);
                warmed = measured.warm(load, plan.warmUp());
                steady(measured, gateway, load);
                if (contestant.equals(Contestant.KAKUTEI)) {
                    own(measured, gateway, load, running);
                }
                if (plan.check() == Plan.Check.PROOF && running.provable()) {
                    prove(running);
                }
            }
        } finally {
            Folders.delete(folder);
        }
    }

    private void steady(Round measured, QuickGateway gateway, HttpLoad load) throws IOException, SQLException {
        if (plan.workloads().contains(Workload.W1)) {
            for (int delay : plan.delays()) {
                gateway.delay(Duration.ofMillis(delay));
                Run.Notes notes = measured.measure(() -> load.closedLoop(plan.seconds()));
                tell(Workload.W1, delay + "ms", notes.condition("gateway_ms", delay));
            }
            gateway.delay(Duration.ZERO);
        }
        if (plan.workloads().contains(Workload.W1L)) {
            Run.Notes notes = measured.measure(() -> load.openLoop(plan.rate(), plan.seconds()));
            tell(
                    Workload.W1L,
                    plan.rate() + "ps",
                    notes.condition("gateway_ms", 0).condition("rate_per_second", plan.rate()));
        }
    }

    private void own(Round measured, QuickGateway gateway, HttpLoad load, Running running)
            throws IOException, SQLException {
        if (plan.workloads().contains(Workload.W2)) {
            gateway.habits(Habit.faulty(round));
            Run.Notes notes = measured.measure(() -> load.closedLoop(plan.seconds()));
            gateway.habits(Habit.reliable());
            tell(Workload.W2, "", notes.condition("gateway_ms", 0));
        }
        if (plan.workloads().contains(Workload.W5)) {
            Run.Notes notes = new Soak(plan, measured, load, running).run();
            tell(Workload.W5, "", notes.condition("gateway_ms", 0));
        }
        if (plan.workloads().contains(Workload.W7)) {
            for (int wanted : plan.history()) {
                long stored = running.remember(wanted);
                Run.Notes notes = measured.measure(() -> load.closedLoop(plan.seconds()));
                tell(
                        Workload.W7,
                        Integer.toString(wanted),
                        notes.condition("gateway_ms", 0).figure("stored_before", stored));
            }
        }
    }

    private void prove(Running running) throws IOException {
        long began = System.nanoTime();
        Run.Notes notes = new Run.Notes();
        try {
            running.prove().forEach(notes::fault);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            notes.fault("the proof was interrupted");
        }
        tell("proof", "", notes.figure("seconds", (System.nanoTime() - began) / 1e9));
    }

    private void tell(Workload workload, String variant, Run.Notes notes) {
        tell(workload.name(), variant, notes);
    }

    private void tell(String workload, String variant, Run.Notes notes) {
        notes.conditions(Conditions.of(plan, warmed));
        results.accept(notes.of(
                workload,
                contestant.name(),
                variant,
                round,
                Instant.now().truncatedTo(ChronoUnit.SECONDS).toString()));
    }
}
