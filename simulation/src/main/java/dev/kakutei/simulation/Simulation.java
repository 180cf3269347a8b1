package dev.kakutei.simulation;

import dev.kakutei.ledger.Entry;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.LongConsumer;

/**
 * Plays schedules. Each is wholly given by the seed and its number, and takes one thread; whoever wants more cores plays
 * other numbers on another thread and {@link Tally#add adds} the tallies.
 */
public final class Simulation {
    private static final int TERMS = 1024;
    private static final int PROGRESS_EVERY = 100_000;

    private final long seed;
    private final Meddling meddling;
    private final Set<Fault> faults;
    private final Terms[] terms = new Terms[TERMS];

    Simulation(long seed, Meddling meddling, Set<Fault> faults) {
        this.seed = seed;
        this.meddling = meddling;
        this.faults = Set.copyOf(faults);
    }

    /**
     * Plays the schedules 0 to {@code schedules - 1}.
     *
     * @param progress told now and then how many were played
     */
    public static SimulationReport run(long seed, long schedules, LongConsumer progress) {
        long began = System.nanoTime();
        Simulation simulation = new Simulation(seed, Meddling.NONE, Faults.all());
        Tally tally = simulation.play(0, schedules, progress);
        return simulation.report(tally, Duration.ofNanos(System.nanoTime() - began));
    }

    /** One schedule, step by step. Its last line says which guarantee did not hold, where one did not. */
    public static List<String> replay(long seed, long number) {
        return new Simulation(seed, Meddling.NONE, Faults.all()).story(number);
    }

    /** Plays {@code count} schedules, the first of which has the number {@code from}. */
    Tally play(long from, long count, LongConsumer progress) {
        return play(from, count, Long.MAX_VALUE, progress);
    }

    /** Ends early when there were so many violations. */
    Tally play(long from, long count, long mostViolations, LongConsumer progress) {
        Tally tally = new Tally();
        Dice dice = new Dice(seed, from);
        Faults rolled = new Faults(faults, dice);
        World world = new World(dice, rolled, meddling, tally.coverage());
        for (long number = from; number < from + count && tally.violationCount() < mostViolations; number++) {
            dice.reset(seed, number);
            try {
                int steps = world.play(terms(dice.below(TERMS)), Story.UNTOLD);
                tally.played(steps, fingerprint(number, world));
            } catch (Broken e) {
                tally.broken(new Violation(seed, number, e.guarantee(), e.getMessage()));
            }
            if ((number - from) % PROGRESS_EVERY == PROGRESS_EVERY - 1) {
                progress.accept(number - from + 1);
            }
        }
        tally.struck(rolled.struck());
        return tally;
    }

    /** Rolled when first needed; two threads may both do it, and roll the same. */
    private Terms terms(int number) {
        Terms rolled = terms[number];
        if (rolled == null) {
            rolled = Terms.roll(new Dice(seed, -1 - number), meddling);
            terms[number] = rolled;
        }
        return rolled;
    }

    private static long fingerprint(long number, World world) {
        long print = Dice.mix(number) + world.now();
        for (int i = 0; i < world.lifeCount(); i++) {
            Life life = world.life(i);
            Entry entry = life.standing();
            long state = entry == null ? 0 : entry.status().ordinal() + 64L * entry.seq();
            print = Dice.mix(print * 31 + state + 65536L * life.effects + (life.forgotten ? 1L << 40 : 0));
        }
        return print;
    }

    List<String> story(long number) {
        Story story = Story.told();
        Dice dice = new Dice(seed, number);
        World world = new World(dice, new Faults(faults, dice), meddling, new Coverage());
        try {
            world.play(terms(dice.below(TERMS)), story);
        } catch (Broken e) {
            story.tell("broken: " + e.guarantee() + ": " + e.getMessage());
        }
        return story.lines();
    }

    SimulationReport report(Tally tally, Duration elapsed) {
        List<Violation> violations = tally.violations();
        return new SimulationReport(
                seed,
                tally.schedules(),
                tally.steps(),
                elapsed,
                tally.coverage().covered(),
                Pair.required().size(),
                tally.coverage().missing(),
                tally.coverage().unexpected(),
                ActionPair.possible().size(),
                tally.coverage().actionsMissing(),
                tally.struck(),
                tally.violationCount(),
                violations,
                violations.isEmpty() ? List.of() : story(violations.get(0).schedule()),
                tally.hash());
    }
}
