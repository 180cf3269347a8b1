package dev.kakutei.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SimulationTest {
    private static final int SCHEDULES = 20_000;

    @Test
    void run_sameSeedTwice_isTheSameInEveryDetail() {
        SimulationReport once = Simulation.run(7, SCHEDULES, played -> {});
        SimulationReport again = Simulation.run(7, SCHEDULES, played -> {});
        assertThat(again.hash()).isEqualTo(once.hash());
        assertThat(again.steps()).isEqualTo(once.steps());
        assertThat(again.faults()).isEqualTo(once.faults());
        assertThat(Simulation.run(8, SCHEDULES, played -> {}).hash()).isNotEqualTo(once.hash());
    }

    @Test
    void schedules_playedInPartsAndBackwards_addUpToTheWhole() {
        Simulation simulation = new Simulation(7, MutationHooks.NONE, Faults.all());
        ScheduleCounts whole = simulation.play(0, SCHEDULES, played -> {});
        ScheduleCounts parts = simulation.play(SCHEDULES / 2, SCHEDULES / 2, played -> {});
        parts.add(simulation.play(0, SCHEDULES / 2, played -> {}));
        assertThat(parts.hash()).isEqualTo(whole.hash());
        assertThat(parts.steps()).isEqualTo(whole.steps());
        assertThat(parts.struck()).isEqualTo(whole.struck());
    }

    @Test
    void replay_ofOneSchedule_givesTheSameTraceEveryTime() {
        List<String> trace = Simulation.replay(7, 42);
        assertThat(trace).isEqualTo(Simulation.replay(7, 42)).hasSizeGreaterThan(3);
        assertThat(trace).anyMatch(line -> line.contains("sees ARRIVED → sending"));
    }

    @Test
    void report_afterAViolation_hasItsTraceAndWhereToReplayIt() {
        Simulation simulation = new Simulation(7, Mutant.UNKNOWN_IS_FAILURE.hooks(), Faults.all());
        ScheduleCounts counts = simulation.play(0, SCHEDULES, 1, played -> {});
        SimulationReport report = simulation.report(counts, java.time.Duration.ofSeconds(1));
        GuaranteeViolation first = report.violations().get(0);
        assertThat(report.violationCount()).isEqualTo(1);
        assertThat(report.trace()).isEqualTo(simulation.trace(first.schedule()));
        assertThat(report.lines()).anyMatch(line -> line.contains("schedule " + first.schedule() + " of seed 7"));
    }

    @Test
    void run_longEnough_reportsItsProgress() {
        List<Long> progress = new ArrayList<>();
        Simulation.run(7, 200_000, progress::add);
        assertThat(progress).containsExactly(100_000L, 200_000L);
    }

    @Test
    void main_ordinaryRun_endsWellAndPrintsFigures() {
        assertThat(main("--seed", "3", "--schedules", "2000")).startsWith("0 seed 3: 2,000 schedules");
        assertThat(main("--seed", "3", "--replay", "5")).startsWith("0 ").contains("ARRIVED");
    }

    @Test
    void main_invalidArguments_areRefusedWithTheUsage() {
        assertThat(main("--sed", "3")).startsWith("2 not an option: --sed");
        assertThat(main("--seed")).startsWith("2 --seed needs a number");
        assertThat(main("--seed", "x"))
                .startsWith("2 --seed needs a number, not x")
                .contains("usage:");
    }

    /** The exit code, and what was printed. */
    private static String main(String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = SimulationMain.run(
                args,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
        return code + " " + out.toString(StandardCharsets.UTF_8)
                + (code == 2 ? err.toString(StandardCharsets.UTF_8) : "");
    }
}
