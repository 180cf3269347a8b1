package dev.kakutei.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A simulation that finds nothing proves nothing, unless it finds what is known to be wrong. */
class MutantTest {
    private static final long SEED = 20260101;
    private static final long MOST_SCHEDULES = 400_000;
    private static final long AT_ONCE = 2_000;
    /** By default as many as the mutant needs that is hardest to catch. */
    private static final long WITHOUT_MUTANT = Depth.schedules(50_000, MOST_SCHEDULES);

    @ParameterizedTest
    @EnumSource(Mutant.class)
    void mutant_playedForAWhile_isCaughtByTheGuaranteeThatItNames(Mutant mutant) {
        Simulation simulation = new Simulation(SEED, mutant.meddling(), Faults.all());
        Tally tally = new Tally();
        while (!tally.firstOf().containsKey(mutant.caughtBy()) && tally.schedules() < MOST_SCHEDULES) {
            tally.add(simulation.play(tally.schedules(), AT_ONCE, played -> {}));
        }
        assertThat(tally.firstOf())
                .as("%s, after %d schedules", mutant, tally.schedules())
                .containsKey(mutant.caughtBy());
        Violation caught = tally.firstOf().get(mutant.caughtBy());
        System.out.printf("%-30s caught after %,7d schedules: %s%n", mutant, caught.schedule() + 1, caught.guarantee());
        assertThat(simulation.story(caught.schedule())).last().asString().startsWith("broken: " + caught.guarantee());
    }

    @Test
    void nobody_playedAsLong_isNotCaught() {
        Tally tally = new Simulation(SEED, Meddling.NONE, Faults.all()).play(0, WITHOUT_MUTANT, 1, played -> {});
        assertThat(tally.violations()).isEmpty();
    }
}
