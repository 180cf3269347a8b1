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
    /** Each as often as it is listed here, {@link #RARE} once in all of it twice. */
    private static final List<ChaosFault.Kind> KINDS = List.of(
            ChaosFault.Kind.KILL,
            ChaosFault.Kind.KILL,
            ChaosFault.Kind.KILL,
            ChaosFault.Kind.KILL,
            ChaosFault.Kind.STOP_IN_ORDER,
            ChaosFault.Kind.STOP_IN_ORDER,
            ChaosFault.Kind.STOP_IN_ORDER,
            ChaosFault.Kind.FREEZE,
            ChaosFault.Kind.POSITION_LOST,
            ChaosFault.Kind.POSTGRES_CRASH,
            ChaosFault.Kind.POSTGRES_CRASH,
            ChaosFault.Kind.POSTGRES_BACKENDS_KILLED,
            ChaosFault.Kind.BROKER_KILL,
            ChaosFault.Kind.BROKER_FREEZE,
            ChaosFault.Kind.TWO_BROKERS_AWAY,
            ChaosFault.Kind.RESET,
            ChaosFault.Kind.RESET_NEW,
            ChaosFault.Kind.BLACK_HOLE,
            ChaosFault.Kind.BLACK_HOLE,
            ChaosFault.Kind.HOLD_ANSWERS,
            ChaosFault.Kind.HALF_CLOSE,
            ChaosFault.Kind.DELAY);

    /** It takes half a minute and more, in which nothing else is tried. */
    private static final ChaosFault.Kind RARE = ChaosFault.Kind.TAIL_LOST;

    /** What an attack may take beyond its time until enough faults have hit processes. */
    private static final Duration LONGER = Duration.ofMinutes(10);

    private final ChaosPlan plan;
    private final Consumer<String> progress;
    private final List<InjectedFault> injected = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();
    private final Set<String> foundDead = new HashSet<>();

    public ChaosRun(ChaosPlan plan, Consumer<String> progress) {
        this.plan = plan;
        this.progress = progress;
    }

    /** Returns the report; what happens meanwhile is printed line by line. */
    public ChaosReport run() {
        Instant began = Instant.now();
        RunRecord.Machine machine = machine();
        Path callers = plan.folder().resolve("callers.ndjson");
        try (ChaosCluster cluster = ChaosCluster.open(plan, progress);
                KnownKeys known = new KnownKeys(cluster.postgres());
                Probes probes =
                        new Probes(cluster::endpoints, cluster.access().submitterKey(), known::settled, plan.seed());
                RequestTopic topic = new RequestTopic(cluster.kafka(), Access.SUBMITTER);
                Persons persons = new Persons(
                        cluster::endpoints,
                        cluster.access(),
                        new GatewayJournal(cluster.journal()),
                        plan.seed(),
                        this::problem)) {
            long startMillis = Duration.between(began, Instant.now()).toMillis();
            progress.accept("everything runs after " + startMillis / 1000 + " s; attacking for "
                    + plan.attack().toSeconds() + " s with seed " + plan.seed()
                    + (cluster.skewed() ? ", clocks up to " + plan.skew().toMillis() + " ms wrong" : ""));
            RunRecord.TimeToRest rest;
            RunRecord.Load callersLoad;
            long attacked = System.nanoTime();
            LoadGenerator.Callers submitters = new LoadGenerator.Callers(
                    Access.SUBMITTER, cluster.access().submitterKey(), Optional.of(topic), known::stored);
            try (LoadGenerator load = new LoadGenerator(cluster::endpoints, submitters, plan.seed(), callers)) {
                load.start(plan.perSecond());
                probes.start();
                persons.start();
                attack(cluster, load);
                progress.accept("healing");
                new Nemesis(cluster, progress).healAll();
                long healed = System.nanoTime();
                load.stopAdding();
                persons.comeToRest();
                probes.marked(AwaitRest.AFTER_HEALING);
                rest = new AwaitRest(cluster, load, probes, progress)
                        .awaited(healed, () -> restartEndedServices(cluster));
                if (!rest.reached()) {
                    problem("did not come to rest within " + AwaitRest.LIMIT.toSeconds() + " s");
                }
                callersLoad = new RunRecord.Load(
                        plan.perSecond(),
                        load.submitted(),
                        load.tries(),
                        probes.sent(),
                        cluster.skewed() ? plan.skew().toMillis() : 0,
                        load.byTopic(),
                        persons.answers());
            }
            persons.leave();
            ProofReport proof = ChaosProof.of(
                    cluster.postgres(),
                    cluster.bootstrap(),
                    cluster.gateways(),
                    cluster.journal(),
                    callers,
                    clocksDifferBy(cluster),
                    progress);
            return new ChaosReport(
                    new RunRecord(
                            plan.seed(),
                            began,
                            plan.attack().toMillis(),
                            Duration.between(began, Instant.now()).toMillis(),
                            machine,
                            callersLoad,
                            InjectedFault.records(injected, attacked, probes::servedAgain),
                            rest,
                            proof.figures(),
                            new RunRecord.Verdict(
                                    proof.count(Findings.Verdict.KEPT),
                                    proof.count(Findings.Verdict.BROKEN),
                                    proof.count(Findings.Verdict.NOT_CHECKED),
                                    proof.violations()),
                            problems),
                    proof);
        }
    }

    /** At most: two that are wrong, one of which has jumped. */
    private Duration clocksDifferBy(ChaosCluster cluster) {
        Duration jump = cluster.skewed() ? RandomFaults.MAX_JUMP : Duration.ZERO;
        return plan.skew().multipliedBy(2).plus(jump).plusMillis(500);
    }

    private static RunRecord.Machine machine() {
        var system = (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return new RunRecord.Machine(
                system.getAvailableProcessors(),
                system.getTotalMemorySize() >> 20,
                Math.round(system.getSystemLoadAverage() * 10) / 10.0);
    }

    private void attack(ChaosCluster cluster, LoadGenerator load) {
        RandomFaults dice = new RandomFaults(
                plan.seed(),
                kinds(cluster),
                cluster.ways().keySet().stream().sorted().toList(),
                cluster.brokers().stream().map(KafkaNode::name).toList());
        Nemesis nemesis = new Nemesis(cluster, progress);
        long began = System.nanoTime();
        while (goesOn(Duration.ofNanos(System.nanoTime() - began))) {
            ChaosFault fault = dice.next();
            Optional<ChaosFault> beside = dice.beside(fault);
            long at = System.nanoTime();
            if (beside.isPresent()) {
                CompletableFuture<Void> other = CompletableFuture.runAsync(() -> inject(nemesis, beside.get()));
                inject(nemesis, fault);
                other.join();
                healed(fault, FaultRecord.Overlap.FIRST_OF_TWO, at);
                healed(beside.get(), FaultRecord.Overlap.SECOND_OF_TWO, at);
            } else {
                inject(nemesis, fault);
                healed(fault, FaultRecord.Overlap.ALONE, at);
            }
            restartEndedServices(cluster);
            Nemesis.rest(dice.pause());
            progress.accept("%d faults, %d requests, %d acknowledged, %d open; last: %s"
                    .formatted(injected.size(), load.submitted(), load.acknowledged(), AwaitRest.open(cluster), fault));
        }
    }

    private List<ChaosFault.Kind> kinds(ChaosCluster cluster) {
        List<ChaosFault.Kind> kinds = new ArrayList<>(KINDS);
        if (cluster.volume().isPresent()) {
            kinds.add(ChaosFault.Kind.POSTGRES_DISK_FULL);
        }
        if (cluster.skewed()) {
            kinds.addAll(List.of(ChaosFault.Kind.CLOCK_JUMP, ChaosFault.Kind.CLOCK_JUMP));
        }
        kinds.addAll(List.copyOf(kinds));
        kinds.add(RARE);
        kinds.removeIf(kind -> !plan.mayBring(kind.word()));
        return kinds;
    }

    private boolean goesOn(Duration passed) {
        long processFaults = injected.stream()
                .filter(one -> one.fault().kind().hitsProcesses())
                .count();
        Duration max = processFaults < plan.processFaults() ? plan.attack().plus(LONGER) : plan.attack();
        return passed.compareTo(max) < 0;
    }

    private void inject(Nemesis nemesis, ChaosFault fault) {
        try {
            nemesis.inject(fault);
        } catch (RuntimeException | AssertionError e) {
            problem(fault + ": " + e.getMessage());
        }
    }

    private void healed(ChaosFault fault, FaultRecord.Overlap overlap, long at) {
        injected.add(new InjectedFault(fault, overlap, at, System.nanoTime()));
    }

    /** Reports a service that ended by itself, and starts another one, as a supervisor would. */
    private void restartEndedServices(ChaosCluster cluster) {
        for (Member member : cluster.fleet().everybody()) {
            if (!member.process().isAlive() && foundDead.add(member.name())) {
                int code = member.process().awaitExit(Duration.ofSeconds(1));
                if (code != 137 && code != 143) {
                    problem(member.name() + " ended by itself with " + code);
                    cluster.launch(member.role());
                }
            }
        }
    }

    private void problem(String sentence) {
        progress.accept("! " + sentence);
        synchronized (problems) {
            problems.add(sentence);
        }
    }
}
