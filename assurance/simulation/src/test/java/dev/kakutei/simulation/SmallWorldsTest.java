package dev.kakutei.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;

/** Worlds in which only some things can go wrong: what breaks here is shrunk to the few faults that it needs. */
class SmallWorldsTest {
    private static final int SCHEDULES = 40;

    @Property(tries = 1000)
    void ledger_withAnyFewFaults_keepsEveryGuarantee(
            @ForAll("faults") Set<SimulatedFault> faults, @ForAll @LongRange(min = 0, max = 1_000_000) long seed) {
        Simulation simulation = new Simulation(seed, MutationHooks.NONE, faults);
        ScheduleCounts counts = simulation.play(0, SCHEDULES, 1, played -> {});
        assertThat(counts.violations()).as(() -> trace(simulation, counts)).isEmpty();
    }

    @Provide
    Arbitrary<Set<SimulatedFault>> faults() {
        return Arbitraries.of(SimulatedFault.class).set().ofMaxSize(8);
    }

    @Example
    void world_withoutFaults_succeedsAtTheFirstAttempt() {
        Simulation simulation = new Simulation(11, MutationHooks.NONE, Set.of());
        ScheduleCounts counts = simulation.play(0, 1_000, played -> {});
        assertThat(counts.violations()).isEmpty();
        List<String> trace = simulation.trace(3);
        assertThat(trace).noneMatch(line -> line.contains("!"));
        assertThat(trace).anyMatch(line -> line.contains("sees attempt 1 Delivered"));
    }

    private static String trace(Simulation simulation, ScheduleCounts counts) {
        return counts.violations().isEmpty()
                ? ""
                : String.join("\n", simulation.trace(counts.violations().get(0).schedule()));
    }
}
