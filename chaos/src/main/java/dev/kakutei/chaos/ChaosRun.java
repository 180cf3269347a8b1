package dev.kakutei.chaos;

import dev.kakutei.proof.ProofReport;
import dev.kakutei.testkit.fleet.Member;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** One run: start, load, attack, heal, wait, prove. */
public final class ChaosRun {
    private static final Duration REST = Duration.ofMinutes(6);
    private static final Duration LOOK = Duration.ofSeconds(1);
    /** Each as often as it stands here. */
    private static final List<Fault.Kind> KINDS = List.of(
            Fault.Kind.KILL,
            Fault.Kind.KILL,
            Fault.Kind.KILL,
            Fault.Kind.STOP_IN_ORDER,
            Fault.Kind.STOP_IN_ORDER,
            Fault.Kind.FREEZE,
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

    private final ChaosPlan plan;
    private final Consumer<String> progress;
    private final List<Struck> struck = new ArrayList<>();
    private final List<String> troubles = new ArrayList<>();
    private final Set<String> known = new HashSet<>();

    public ChaosRun(ChaosPlan plan, Consumer<String> progress) {
        this.plan = plan;
        this.progress = progress;
    }

    /** Returns the report; what happened meanwhile is told line by line. */
    public ChaosReport run() {
        Instant began = Instant.now();
        Path callers = plan.folder().resolve("callers.ndjson");
        try (Arena arena = Arena.open(plan, progress);
                Probes probes = new Probes(arena::doors, plan.seed())) {
            long startMillis = Duration.between(began, Instant.now()).toMillis();
            progress.accept("everything runs after " + startMillis / 1000 + " s; attacking for "
                    + plan.attack().toSeconds() + " s with seed " + plan.seed()
                    + (arena.skewed() ? ", clocks up to " + plan.skew().toMillis() + " ms wrong" : ""));
            Duration rest;
            long submitted;
            long tries;
            try (Load load = new Load(arena::doors, plan.seed(), callers)) {
                load.start(plan.perSecond());
                probes.start();
                attack(arena, load, probes);
                progress.accept("healing");
                new Nemesis(arena).healAll();
                long healed = System.nanoTime();
                load.stopAdding();
                rest = comeToRest(arena, load, probes, healed);
                submitted = load.submitted();
                tries = load.tries();
            }
            ProofReport proof = Proving.of(
                    arena.postgres(),
                    arena.bootstrap(),
                    arena.gateways(),
                    arena.journal(),
                    callers,
                    plan.skew().multipliedBy(2).plusMillis(500),
                    progress);
            return new ChaosReport(
                    plan,
                    began,
                    Duration.between(began, Instant.now()),
                    arena.skewed(),
                    submitted,
                    tries,
                    probes.sent(),
                    ChaosReport.recoveries(struck, probes),
                    struck.size(),
                    rest,
                    troubles,
                    proof);
        }
    }

    private void attack(Arena arena, Load load, Probes probes) {
        List<Fault.Kind> kinds = new ArrayList<>(KINDS);
        if (arena.volume().isPresent()) {
            kinds.add(Fault.Kind.POSTGRES_DISK_FULL);
        }
        FaultDice dice = new FaultDice(
                plan.seed(),
                kinds,
                arena.ways().keySet().stream().sorted().toList(),
                arena.brokers().stream().map(KafkaNode::name).toList());
        Nemesis nemesis = new Nemesis(arena);
        long end = System.nanoTime() + plan.attack().toNanos();
        while (System.nanoTime() - end < 0) {
            Fault fault = dice.next();
            if (dice.inThree()) {
                Fault beside = dice.beside(fault);
                CompletableFuture<Void> other = CompletableFuture.runAsync(() -> strike(nemesis, beside, false));
                strike(nemesis, fault, false);
                other.join();
            } else {
                strike(nemesis, fault, true);
            }
            lookForTheDead(arena);
            Nemesis.rest(dice.pause());
            progress.accept("%d faults, %d requests, %d acknowledged, %d open; last: %s"
                    .formatted(struck.size(), load.submitted(), load.acknowledged(), open(arena), fault));
        }
    }

    private void strike(Nemesis nemesis, Fault fault, boolean alone) {
        long at = System.nanoTime();
        try {
            nemesis.strike(fault);
        } catch (RuntimeException | AssertionError e) {
            trouble(fault + ": " + e.getMessage());
        }
        Struck done = new Struck(fault, at, System.nanoTime(), alone);
        synchronized (struck) {
            struck.add(done);
        }
    }

    /** A service that ends by itself is told of; whoever runs services would start another one. */
    private void lookForTheDead(Arena arena) {
        for (Member member : arena.fleet().everybody()) {
            if (!member.process().isAlive() && known.add(member.name())) {
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

    /** Until everybody was answered and nothing is open that time alone will settle. */
    private Duration comeToRest(Arena arena, Load load, Probes probes, long healed) {
        long end = healed + REST.toNanos();
        boolean quiet = false;
        while (System.nanoTime() - end < 0) {
            Nemesis.rest(LOOK);
            lookForTheDead(arena);
            if (!quiet && System.nanoTime() - healed > Duration.ofSeconds(6).toNanos()) {
                // Long enough to see how the last fault was got over.
                probes.close();
                quiet = true;
            }
            long left = open(arena);
            progress.accept("coming to rest: %d of %d acknowledged, %d open"
                    .formatted(load.acknowledged(), load.submitted(), left));
            if (quiet && load.acknowledged() == load.submitted() && left == 0) {
                return Duration.ofNanos(System.nanoTime() - healed);
            }
        }
        trouble("did not come to rest within " + REST.toSeconds() + " s");
        return REST;
    }

    /** Requests that are neither settled nor waiting for a person; -1 where Postgres does not say. */
    private static long open(Arena arena) {
        try (Connection connection = arena.postgres().connect("kakutei");
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select count(*) from ledger_open o join ledger l using"
                        + " (request_id) where l.state <> 'verification_failed'")) {
            row.next();
            return row.getLong(1);
        } catch (SQLException e) {
            return -1;
        }
    }
}
