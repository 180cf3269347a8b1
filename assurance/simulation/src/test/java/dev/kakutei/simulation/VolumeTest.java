package dev.kakutei.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/**
 * Many schedules: {@code -Dsimulation.schedules=N} and {@code -Dsimulation.seed=S} for others than usual. Each thread
 * plays a simulation of its own on numbers of its own.
 */
class VolumeTest {
    private static final long SCHEDULES =
            Long.getLong("simulation.schedules", SimulationDepth.schedules(300_000, 10_000_000));
    private static final long SEED = Long.getLong("simulation.seed", 1L);
    /** Fewer cannot be expected to meet the rarest pairs. */
    private static final long ENOUGH_FOR_EVERY_PAIR = 5_000_000;

    /** Every action in every state, for the first time, outdated and repeated. */
    private static final long ENOUGH_FOR_EVERY_ACTION = 300_000;

    private static final int THREADS = 2;

    @Test
    void ledger_inMillionsOfSchedules_keepsEveryGuarantee() throws Exception {
        long began = System.nanoTime();
        Simulation simulation = new Simulation(SEED, MutationHooks.NONE, Faults.all());
        ScheduleCounts counts = new ScheduleCounts();
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            long share = SCHEDULES / THREADS;
            List<Future<ScheduleCounts>> parts = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                long from = i * share;
                parts.add(threads.submit(() -> simulation.play(from, share, played -> {})));
            }
            for (Future<ScheduleCounts> part : parts) {
                counts.add(part.get());
            }
        } finally {
            threads.shutdown();
        }
        SimulationReport report = simulation.report(counts, Duration.ofNanos(System.nanoTime() - began));
        report.lines().forEach(System.out::println);

        assertThat(report.violations()).as(String.join("\n", report.trace())).isEmpty();
        assertThat(report.pairs().unexpected()).isEmpty();
        if (SCHEDULES >= ENOUGH_FOR_EVERY_ACTION) {
            assertThat(report.actions().missing()).isEmpty();
            assertThat(report.pairs().missing())
                    .as("records are lost in every open state")
                    .noneMatch(pair -> pair.kind() == ObservationKind.RECORDS_LOST);
            assertThat(counts.coverage().lostTimes(SimulatedLossPlan.MAX_LOSSES))
                    .as("requests that go through several losses")
                    .isPositive();
        }
        if (SCHEDULES >= ENOUGH_FOR_EVERY_PAIR) {
            assertThat(report.pairs().missing()).isEmpty();
            assertThat(report.faults())
                    .allSatisfy((fault, times) -> assertThat(times).isPositive());
        }
    }
}
