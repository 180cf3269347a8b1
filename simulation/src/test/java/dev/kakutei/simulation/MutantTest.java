package dev.kakutei.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A simulation that finds nothing proves nothing, unless it finds what is known to be wrong. */
class MutantTest {
    private static final long SEED = 20260101;
    private static final long MOST_SCHEDULES = 400_000;
    /** By default as many as the mutant needs that is hardest to catch. */
    private static final long WITHOUT_MUTANT = Depth.schedules(40_000, MOST_SCHEDULES);

    @ParameterizedTest
    @EnumSource(Mutant.class)
    void mutant_playedForAWhile_isCaught(Mutant mutant) {
        Simulation simulation = new Simulation(SEED, mutant.meddling(), Faults.all());
        Tally tally = simulation.play(0, MOST_SCHEDULES, 1, played -> {});
        assertThat(tally.violations())
                .as("%s, after %d schedules", mutant, tally.schedules())
                .hasSize(1);
        Violation caught = tally.violations().get(0);
        System.out.printf("%-30s caught after %,7d schedules: %s%n", mutant, tally.schedules(), caught.guarantee());
        assertThat(simulation.story(caught.schedule())).last().asString().startsWith("broken: " + caught.guarantee());
    }

    @Test
    void nobody_playedAsLong_isNotCaught() {
        Tally tally = new Simulation(SEED, Meddling.NONE, Faults.all()).play(0, WITHOUT_MUTANT, 1, played -> {});
        assertThat(tally.violations()).isEmpty();
    }
}
