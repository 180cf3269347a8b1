package dev.kakutei.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A simulation that finds nothing proves nothing, unless it finds what is known to be wrong. */
class MutantTest {
    private static final long SEED = 20260101;
    private static final long MAX_SCHEDULES = 400_000;
    private static final long AT_ONCE = 2_000;
    /** By default as many as the mutant needs that is hardest to catch. */
    private static final long WITHOUT_MUTANT = SimulationDepth.schedules(50_000, MAX_SCHEDULES);

    @ParameterizedTest
    @EnumSource(Mutant.class)
    void mutant_playedForAWhile_isCaughtByTheGuaranteeThatItNames(Mutant mutant) {
        Simulation simulation = new Simulation(SEED, mutant.hooks(), Faults.all());
        ScheduleCounts counts = new ScheduleCounts();
        while (!counts.firstOf().containsKey(mutant.caughtBy()) && counts.schedules() < MAX_SCHEDULES) {
            counts.add(simulation.play(counts.schedules(), AT_ONCE, played -> {}));
        }
        assertThat(counts.firstOf())
                .as("%s, after %d schedules", mutant, counts.schedules())
                .containsKey(mutant.caughtBy());
        GuaranteeViolation caught = counts.firstOf().get(mutant.caughtBy());
        System.out.printf("%-30s caught after %,7d schedules: %s%n", mutant, caught.schedule() + 1, caught.guarantee());
        assertThat(simulation.trace(caught.schedule())).last().asString().startsWith("broken: " + caught.guarantee());
    }

    @Test
    void noMutant_playedAsLong_breaksNoGuarantee() {
        ScheduleCounts counts =
                new Simulation(SEED, MutationHooks.NONE, Faults.all()).play(0, WITHOUT_MUTANT, 1, played -> {});
        assertThat(counts.violations()).isEmpty();
    }
}
