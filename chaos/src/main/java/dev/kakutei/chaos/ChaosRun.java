package dev.kakutei.chaos;

import dev.kakutei.chaos.report.FaultRecord;
import dev.kakutei.chaos.report.RunRecord;
import dev.kakutei.proof.Findings;
import dev.kakutei.proof.ProofReport;
import dev.kakutei.testkit.fleet.Member;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** One run: start, load, attack, heal, wait, prove. */
public final class ChaosRun {
    /** Each as often as it stands here, {@link #RARE} once in all of it twice. */
    private static final List<Fault.Kind> KINDS = List.of(
            Fault.Kind.KILL,
            Fault.Kind.KILL,
            Fault.Kind.KILL,
            Fault.Kind.KILL,
            Fault.Kind.STOP_IN_ORDER,
            Fault.Kind.STOP_IN_ORDER,
            Fault.Kind.STOP_IN_ORDER,
            Fault.Kind.FREEZE,
            Fault.Kind.POSITION_LOST,
            Fault.Kind.POSTGRES_CRASH,
            Fault.Kind.POSTGRES_CRASH,
            Fault.Kind.POSTGRES_BACKENDS_KILLED,
            Fault.Kind.BROKER_KILL,
            Fault.Kind.BROKER_FREEZE,
            Fault.Kind.TWO_BROKERS_AWAY,
            Fault.Kind.RESET,
            Fault.Kind.RESET_NEW,
            Fault.Kind.BLACK_HOLE,
            Fault.Kind.BLACK_HOLE,
            Fault.Kind.HOLD_ANSWERS,
            Fault.Kind.HALF_CLOSE,
            Fault.Kind.DELAY);

    /** It takes half a minute and more, in which nothing else is tried. */
    private static final Fault.Kind RARE = Fault.Kind.TAIL_LOST;

    /** What an attack may take beyond its time until enough faults have hit processes. */
    private static final Duration LONGER = Duration.ofMinutes(10);

    private final ChaosPlan plan;
    private final Consumer<String> progress;
    private final List<Struck> struck = new ArrayList<>();
    private final List<String> troubles = new ArrayList<>();
    private final Set<String> foundDead = new HashSet<>();

    public ChaosRun(ChaosPlan plan, Consumer<String> progress) {
        this.plan = plan;
        this.progress = progress;
    }

    /** Returns the report; what happened meanwhile is told line by line. */
    public ChaosReport run() {
        Instant began = Instant.now();
        RunRecord.Machine machine = machine();
        Path callers = plan.folder().resolve("callers.ndjson");
        try (Arena arena = Arena.open(plan, progress);
                KnownKeys known = new KnownKeys(arena.postgres());
                Probes probes = new Probes(arena::doors, arena.access().submitterKey(), known::settled, plan.seed());
                RequestTopic topic = new RequestTopic(arena.kafka(), Access.SUBMITTER);
                Persons persons = new Persons(
                        arena::doors,
                        arena.access(),
                        new GatewayJournal(arena.journal()),
                        plan.seed(),
                        this::trouble)) {
            long startMillis = Duration.between(began, Instant.now()).toMillis();
            progress.accept("everything runs after " + startMillis / 1000 + " s; attacking for "
                    + plan.attack().toSeconds() + " s with seed " + plan.seed()
                    + (arena.skewed() ? ", clocks up to " + plan.skew().toMillis() + " ms wrong" : ""));
            RunRecord.Rest rest;
            RunRecord.Load callersLoad;
            long attacked = System.nanoTime();
            Load.Callers submitters = new Load.Callers(
                    Access.SUBMITTER, arena.access().submitterKey(), Optional.of(topic), known::stored);
            try (Load load = new Load(arena::doors, submitters, plan.seed(), callers)) {
                load.start(plan.perSecond());
                probes.start();
                persons.start();
                attack(arena, load);
                progress.accept("healing");
                new Nemesis(arena, progress).healAll();
                long healed = System.nanoTime();
                load.stopAdding();
                persons.comeToRest();
                probes.marked(Rest.AFTER_HEALING);
                rest = new Rest(arena, load, probes, progress).awaited(healed, () -> lookForTheDead(arena));
                if (!rest.reached()) {
                    trouble("did not come to rest within " + Rest.PATIENCE.toSeconds() + " s");
                }
                callersLoad = new RunRecord.Load(
                        plan.perSecond(),
                        load.submitted(),
                        load.tries(),
                        probes.sent(),
                        arena.skewed() ? plan.skew().toMillis() : 0,
                        load.byTopic(),
                        persons.answers());
            }
            persons.leave();
            ProofReport proof = Proving.of(
                    arena.postgres(),
                    arena.bootstrap(),
                    arena.gateways(),
                    arena.journal(),
                    callers,
                    clocksDifferBy(arena),
                    progress);
            return new ChaosReport(
                    new RunRecord(
                            plan.seed(),
                            began,
                            plan.attack().toMillis(),
                            Duration.between(began, Instant.now()).toMillis(),
                            machine,
                            callersLoad,
                            Struck.records(struck, attacked, probes::servedAgain),
                            rest,
                            proof.figures(),
                            new RunRecord.Verdict(
                                    proof.count(Findings.Verdict.KEPT),
                                    proof.count(Findings.Verdict.BROKEN),
                                    proof.count(Findings.Verdict.NOT_CHECKED),
                                    proof.violations()),
                            troubles),
                    proof);
        }
    }

    /** At most: two that are wrong, one of which has jumped. */
    private Duration clocksDifferBy(Arena arena) {
        Duration jump = arena.skewed() ? FaultDice.MOST_JUMP : Duration.ZERO;
        return plan.skew().multipliedBy(2).plus(jump).plusMillis(500);
    }

    private static RunRecord.Machine machine() {
        var system = (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return new RunRecord.Machine(
                system.getAvailableProcessors(),
                system.getTotalMemorySize() >> 20,
                Math.round(system.getSystemLoadAverage() * 10) / 10.0);
    }

    private void attack(Arena arena, Load load) {
        FaultDice dice = new FaultDice(
                plan.seed(),
                kinds(arena),
                arena.ways().keySet().stream().sorted().toList(),
                arena.brokers().stream().map(KafkaNode::name).toList());
        Nemesis nemesis = new Nemesis(arena, progress);
        long began = System.nanoTime();
        while (goesOn(Duration.ofNanos(System.nanoTime() - began))) {
            Fault fault = dice.next();
            Optional<Fault> beside = dice.beside(fault);
            long at = System.nanoTime();
            if (beside.isPresent()) {
                CompletableFuture<Void> other = CompletableFuture.runAsync(() -> strike(nemesis, beside.get()));
                strike(nemesis, fault);
                other.join();
                healed(fault, FaultRecord.Company.FIRST_OF_TWO, at);
                healed(beside.get(), FaultRecord.Company.SECOND_OF_TWO, at);
            } else {
                strike(nemesis, fault);
                healed(fault, FaultRecord.Company.ALONE, at);
            }
            lookForTheDead(arena);
            Nemesis.rest(dice.pause());
            progress.accept("%d faults, %d requests, %d acknowledged, %d open; last: %s"
                    .formatted(struck.size(), load.submitted(), load.acknowledged(), Rest.open(arena), fault));
        }
    }

    private List<Fault.Kind> kinds(Arena arena) {
        List<Fault.Kind> kinds = new ArrayList<>(KINDS);
        if (arena.volume().isPresent()) {
            kinds.add(Fault.Kind.POSTGRES_DISK_FULL);
        }
        if (arena.skewed()) {
            kinds.addAll(List.of(Fault.Kind.CLOCK_JUMP, Fault.Kind.CLOCK_JUMP));
        }
        kinds.addAll(List.copyOf(kinds));
        kinds.add(RARE);
        kinds.removeIf(kind -> !plan.mayBring(kind.word()));
        return kinds;
    }

    private boolean goesOn(Duration passed) {
        long processFaults = struck.stream()
                .filter(one -> one.fault().kind().hitsProcesses())
                .count();
        Duration most = processFaults < plan.processFaults() ? plan.attack().plus(LONGER) : plan.attack();
        return passed.compareTo(most) < 0;
    }

    private void strike(Nemesis nemesis, Fault fault) {
        try {
            nemesis.strike(fault);
        } catch (RuntimeException | AssertionError e) {
            trouble(fault + ": " + e.getMessage());
        }
    }

    private void healed(Fault fault, FaultRecord.Company company, long at) {
        struck.add(new Struck(fault, company, at, System.nanoTime()));
    }

    /** A service that ends by itself is told of; whoever runs services would start another one. */
    private void lookForTheDead(Arena arena) {
        for (Member member : arena.fleet().everybody()) {
            if (!member.process().isAlive() && foundDead.add(member.name())) {
                int code = member.process().awaitExit(Duration.ofSeconds(1));
                if (code != 137 && code != 143) {
                    trouble(member.name() + " ended by itself with " + code);
                    arena.launch(member.role());
                }
            }
        }
    }

    private void trouble(String sentence) {
        progress.accept("! " + sentence);
        synchronized (troubles) {
            troubles.add(sentence);
        }
    }
}
