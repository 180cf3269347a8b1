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
    private static final long SCHEDULES = Long.getLong("simulation.schedules", Depth.schedules(300_000, 10_000_000));
    private static final long SEED = Long.getLong("simulation.seed", 1L);
    /** Fewer cannot be expected to meet the rarest pairs. */
    private static final long ENOUGH_FOR_EVERY_PAIR = 5_000_000;

    /** Every order in every state, for the first time, outdated and repeated. */
    private static final long ENOUGH_FOR_EVERY_ACTION = 300_000;

    private static final int THREADS = 2;

    @Test
    void ledger_inMillionsOfSchedules_keepsEveryGuarantee() throws Exception {
        long began = System.nanoTime();
        Simulation simulation = new Simulation(SEED, Meddling.NONE, Faults.all());
        Tally tally = new Tally();
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            long share = SCHEDULES / THREADS;
            List<Future<Tally>> parts = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                long from = i * share;
                parts.add(threads.submit(() -> simulation.play(from, share, played -> {})));
            }
            for (Future<Tally> part : parts) {
                tally.add(part.get());
            }
        } finally {
            threads.shutdown();
        }
        SimulationReport report = simulation.report(tally, Duration.ofNanos(System.nanoTime() - began));
        report.lines().forEach(System.out::println);

        assertThat(report.violations()).as(String.join("\n", report.story())).isEmpty();
        assertThat(report.pairsUnexpected()).isEmpty();
        if (SCHEDULES >= ENOUGH_FOR_EVERY_ACTION) {
            assertThat(report.actionsMissing()).isEmpty();
            assertThat(report.pairsMissing())
                    .as("records are lost in every open state")
                    .noneMatch(pair -> pair.seen() == Seen.RECORDS_LOST);
            assertThat(tally.coverage().lostTimes(SimulatedRecovery.MOST_LOSSES))
                    .as("requests that go through several losses")
                    .isPositive();
        }
        if (SCHEDULES >= ENOUGH_FOR_EVERY_PAIR) {
            assertThat(report.pairsMissing()).isEmpty();
            assertThat(report.faults())
                    .allSatisfy((fault, times) -> assertThat(times).isPositive());
        }
    }
}
