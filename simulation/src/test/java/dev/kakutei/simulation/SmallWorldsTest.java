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
            @ForAll("faults") Set<Fault> faults, @ForAll @LongRange(min = 0, max = 1_000_000) long seed) {
        Simulation simulation = new Simulation(seed, Meddling.NONE, faults);
        Tally tally = simulation.play(0, SCHEDULES, 1, played -> {});
        assertThat(tally.violations()).as(() -> story(simulation, tally)).isEmpty();
    }

    @Provide
    Arbitrary<Set<Fault>> faults() {
        return Arbitraries.of(Fault.class).set().ofMaxSize(8);
    }

    @Example
    void world_withoutFaults_succeedsAtTheFirstAttempt() {
        Simulation simulation = new Simulation(11, Meddling.NONE, Set.of());
        Tally tally = simulation.play(0, 1_000, played -> {});
        assertThat(tally.violations()).isEmpty();
        List<String> story = simulation.story(3);
        assertThat(story).noneMatch(line -> line.contains("!"));
        assertThat(story).anyMatch(line -> line.contains("sees attempt 1 Delivered"));
    }

    private static String story(Simulation simulation, Tally tally) {
        return tally.violations().isEmpty()
                ? ""
                : String.join("\n", simulation.story(tally.violations().get(0).schedule()));
    }
}
