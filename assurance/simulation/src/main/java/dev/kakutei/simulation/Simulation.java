package dev.kakutei.simulation;

import dev.kakutei.ledger.Entry;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.LongConsumer;

/**
 * Plays schedules. Each is wholly given by the seed and its number, and takes one thread; whoever wants more cores plays
 * other numbers on another thread and {@link ScheduleCounts#add adds} the counts.
 */
public final class Simulation {
    private static final int CONTRACTS = 1024;
    private static final int PROGRESS_EVERY = 100_000;

    private final long seed;
    private final MutationHooks hooks;
    private final Set<SimulatedFault> faults;
    private final GatewayContracts[] contracts = new GatewayContracts[CONTRACTS];

    Simulation(long seed, MutationHooks hooks, Set<SimulatedFault> faults) {
        this.seed = seed;
        this.hooks = hooks;
        this.faults = Set.copyOf(faults);
    }

    /**
     * Plays the schedules 0 to {@code schedules - 1}.
     *
     * @param progress called now and then with the number of schedules played
     */
    public static SimulationReport run(long seed, long schedules, LongConsumer progress) {
        long began = System.nanoTime();
        Simulation simulation = new Simulation(seed, MutationHooks.NONE, Faults.all());
        ScheduleCounts counts = simulation.play(0, schedules, progress);
        return simulation.report(counts, Duration.ofNanos(System.nanoTime() - began));
    }

    /** One schedule, step by step. Its last line says which guarantee did not hold, where one did not. */
    public static List<String> replay(long seed, long number) {
        return new Simulation(seed, MutationHooks.NONE, Faults.all()).trace(number);
    }

    /** Plays {@code count} schedules, the first of which has the number {@code from}. */
    ScheduleCounts play(long from, long count, LongConsumer progress) {
        return play(from, count, Long.MAX_VALUE, progress);
    }

    /** Ends early when there were so many violations. */
    ScheduleCounts play(long from, long count, long maxViolations, LongConsumer progress) {
        ScheduleCounts counts = new ScheduleCounts();
        Dice dice = new Dice(seed, from);
        Faults rolled = new Faults(faults, dice);
        World world = new World(dice, rolled, hooks, counts.coverage());
        for (long number = from; number < from + count && counts.violationCount() < maxViolations; number++) {
            dice.reset(seed, number);
            try {
                int steps = world.play(contracts(dice.below(CONTRACTS)), Trace.NONE);
                counts.played(steps, fingerprint(number, world));
            } catch (GuaranteeBroken e) {
                counts.broken(new GuaranteeViolation(seed, number, e.guarantee(), e.getMessage()));
            }
            if ((number - from) % PROGRESS_EVERY == PROGRESS_EVERY - 1) {
                progress.accept(number - from + 1);
            }
        }
        counts.struck(rolled.struck());
        return counts;
    }

    /** Rolled when first needed; two threads may both do it, and roll the same. */
    private GatewayContracts contracts(int number) {
        GatewayContracts rolled = contracts[number];
        if (rolled == null) {
            rolled = GatewayContracts.roll(new Dice(seed, -1 - number), hooks);
            contracts[number] = rolled;
        }
        return rolled;
    }

    private static long fingerprint(long number, World world) {
        long print = Dice.mix(number) + world.now();
        for (int i = 0; i < world.requestCount(); i++) {
            SimulatedRequest request = world.request(i);
            Entry entry = request.lastState();
            long state = entry == null ? 0 : entry.status().ordinal() + 64L * entry.seq();
            print = Dice.mix(print * 31 + state + 65536L * request.effects + (request.removed ? 1L << 40 : 0));
        }
        return print;
    }

    List<String> trace(long number) {
        Trace trace = Trace.recording();
        Dice dice = new Dice(seed, number);
        World world = new World(dice, new Faults(faults, dice), hooks, new Coverage());
        try {
            world.play(contracts(dice.below(CONTRACTS)), trace);
        } catch (GuaranteeBroken e) {
            trace.add("broken: " + e.guarantee() + ": " + e.getMessage());
        }
        return trace.lines();
    }

    SimulationReport report(ScheduleCounts counts, Duration elapsed) {
        List<GuaranteeViolation> violations = counts.violations();
        return new SimulationReport(
                seed,
                counts.schedules(),
                counts.steps(),
                elapsed,
                new SimulationReport.PairsMet(
                        counts.coverage().covered(),
                        Pair.required().size(),
                        counts.coverage().missing(),
                        counts.coverage().unexpected()),
                new SimulationReport.ActionsMet(
                        ActionPair.possible().size(), counts.coverage().actionsMissing()),
                counts.struck(),
                counts.violationCount(),
                violations,
                violations.isEmpty() ? List.of() : trace(violations.get(0).schedule()),
                counts.hash());
    }
}
