package dev.kakutei.simulation;

import dev.kakutei.ledger.Decision;
import dev.kakutei.ledger.Effect;
import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.Observation;
import dev.kakutei.ledger.Status;
import dev.kakutei.schemas.LedgerEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Kafka loses records, each topic from a point of its own on; everything is halted, and an operator recovers the
 * installation from what Postgres knows and what Kafka still has (SPEC H3). Calls that are under way go on.
 */
final class SimulatedRecovery {
    static final int MOST_LOSSES = 3;
    private static final long MOST_HALTED = 60_000;
    private static final long LONGEST_PROJECTION = 600_000;
    /** How far back the recovery looks for attempts. */
    private static final long RECENT = Duration.ofDays(1).toMillis();

    private final World world;
    private final Coverage coverage;
    private final SimulatedRepublication republication;
    private int planned;
    private int losses;
    private boolean halted;
    private long lostAt;
    private long recoveredAt;
    private long ledgerKeptUntil;
    private long commandsKeptUntil;
    private long reportsKeptUntil;

    SimulatedRecovery(World world, Coverage coverage) {
        this.world = world;
        this.coverage = coverage;
        this.republication = new SimulatedRepublication(world);
    }

    void begin() {
        planned = 0;
        losses = 0;
        halted = false;
        lostAt = 0;
        recoveredAt = 0;
        republication.begin();
        while (planned < MOST_LOSSES && world.faults().strikes(Fault.RECORDS_LOST)) {
            long latest = world.dice().oneIn(4) ? 2 * world.retentionMillis() : 120_000;
            plan(world.dice().between(0, latest));
        }
    }

    /** Records may be lost at any time; but what matters is that they are lost while something is under way. */
    void perhapsMeanwhile(Life life) {
        boolean unseen = life.journal.facts.isProjectionHeld(world.now());
        if (planned < MOST_LOSSES && (unseen || world.faults().strikes(Fault.RECORDS_LOST))) {
            plan(world.now() + world.dice().between(0, world.dice().oneIn(4) ? 60_000 : 1_000));
        }
    }

    /** Once for each request, a submitter comes soon after a return: a resubmission is rare otherwise, a lost one still more so. */
    void perhapsAfterReturn(Life life) {
        if (isSeen(life, Status.PENDING_APPROVAL)
                && !life.hurried
                && world.faults().mayStrike(Fault.RECORDS_LOST)) {
            life.hurried = true;
            visitSoon(life);
        }
    }

    /**
     * What is resubmitted to another gateway matters most while Postgres does not know of it: it reads nothing for a while, and
     * people go on.
     */
    void perhapsAfterResubmission(Life life, String gateway) {
        if (isSeen(life, Status.RETURNED)
                && !gateway.equals(life.entry.gateway())
                && !life.journal.facts.isProjectionHeld(world.now())
                && world.faults().mayStrike(Fault.RECORDS_LOST)) {
            life.journal.facts.holdProjection(world.now() + LONGEST_PROJECTION);
            visitSoon(life);
            visitSoon(life);
            visitSoon(life);
        }
    }

    private static boolean isSeen(Life life, Status status) {
        return life.entry != null && life.entry.status() == status;
    }

    private void visitSoon(Life life) {
        world.agenda()
                .add(Happening.Kind.APPROVER_LOOKED, world.now() + world.dice().between(0, 10_000), life);
    }

    private void plan(long at) {
        planned++;
        world.agenda().add(Happening.Kind.RECORDS_LOST, at, (Life) null);
    }

    /** Loses records and halts everything; what is lost while everything is halted was lost at once. */
    void lose() {
        if (!halted) {
            long ledger = cut();
            boolean together = world.dice().oneIn(2);
            halt(ledger, together ? ledger : cut(), together ? ledger : cut());
        }
    }

    /** Halts everything, though Kafka has lost nothing: another store is older than it was. */
    void halt() {
        if (!halted) {
            halt(world.now(), world.now(), world.now());
        }
    }

    private void halt(long ledger, long commands, long reports) {
        halted = true;
        lostAt = world.now();
        ledgerKeptUntil = ledger;
        commandsKeptUntil = commands;
        reportsKeptUntil = reports;
        long recoverAt = world.now() + world.dice().between(0, world.dice().oneIn(2) ? 500 : MOST_HALTED);
        world.shell().halt(recoverAt);
        stopSenders();
        for (int i = 0; i < world.lifeCount(); i++) {
            forgetWhatIsLost(world.life(i));
        }
        world.agenda().drop(this::isLost);
        world.agenda().add(Happening.Kind.RECOVERED, recoverAt, (Life) null);
    }

    /** Up to when a topic has kept its records: all of them, nearly all, what the last recovery found, any part, none. */
    private long cut() {
        Dice dice = world.dice();
        return switch (dice.below(5)) {
            case 0 -> world.now();
            case 1 -> world.now() - dice.between(0, 5_000);
            case 2 -> recoveredAt - 1;
            case 3 -> dice.between(0, world.now());
            default -> -1;
        };
    }

    /** A sender that has written waits for the answer, or dies; one that has not written does not write any more. */
    private void stopSenders() {
        for (int i = 0; i < world.lifeCount(); i++) {
            Life life = world.life(i);
            for (int j = 0; j < life.postCount(); j++) {
                life.post(j).closed |= world.dice().oneIn(2);
            }
        }
    }

    /** People see what Postgres has, from now on: so no event that anybody saw has the number of a later one. */
    private void forgetWhatIsLost(Life life) {
        if (life.accepted == null) {
            return;
        }
        Facts facts = life.journal.facts;
        republication.noticed(facts.lose(lostAt, ledgerKeptUntil));
        if (facts.size() == 0) {
            facts.accepted(life.accepted, life.submittedAt);
        }
        life.journal.trim();
        world.watch().goBack(life);
        life.entry = life.folded;
        life.forgotten = false;
        life.refused = false;
    }

    private boolean isLost(Happening happening) {
        return switch (happening.kind) {
            case COMMAND_READ, FRESHNESS_CHECKED -> {
                happening.post.place = Post.Place.VOID;
                yield true;
            }
            case COMMAND_READ_AGAIN, FORGET_LOOKED, SHELL_RESTORED -> true;
            case INQUIRY_READ -> world.dice().oneIn(2);
            case OBSERVED -> isLost(happening.life, happening.observation());
            default -> false;
        };
    }

    private boolean isLost(Life life, Observation observation) {
        if (observation instanceof Observation.ActionRequested actionRequested) {
            return actionRequested.action().basedOn() > life.journal.facts.size()
                    || world.dice().oneIn(2);
        }
        return observation instanceof Observation.Reported && !life.journal.isKept(observation, reportsKeptUntil);
    }

    void recover() {
        losses++;
        Instant stopped = world.instant(world.ledgerClock());
        Instant settledSince = settledSince(stopped);
        long upAt = world.now() + world.dice().between(1, world.dice().oneIn(2) ? 100 : 10_000);
        Instant lacksSince = republication.lacksSince();
        republication.settled(stopped, lacksSince, life -> !isNew(life) && isForgotten(life, settledSince));
        republication.settled(stopped, lacksSince, life -> !isNew(life) && !isForgotten(life, settledSince));
        for (int i = 0; i < world.lifeCount(); i++) {
            Life life = world.life(i);
            if (!isNew(life)) {
                recover(life, stopped, settledSince);
                readAgain(life, upAt);
                drawAttention(life, upAt);
            }
        }
        halted = false;
        recoveredAt = world.now();
        republication.completed(lacksSince, stopped);
        world.restore().perhapsAfterRecovery(upAt);
        world.shell().recovered(settledSince, upAt);
    }

    private boolean isNew(Life life) {
        return life.accepted == null || life.submittedAt > lostAt;
    }

    SimulatedRepublication republication() {
        return republication;
    }

    boolean isHalted() {
        return halted;
    }

    /** When everything was halted last; 0 where it never was. */
    long lostAt() {
        return lostAt;
    }

    /** Since when the state is that of a recovery; 0 where there was none. */
    long recoveredAt() {
        return recoveredAt;
    }

    /** Two clocks must agree on what is old: that of the recovery, and the one that stamps what is accepted. */
    private Instant settledSince(Instant stopped) {
        Instant newest = world.ingestInstant();
        return (newest.isBefore(stopped) ? newest : stopped)
                .minus(world.terms().retention().kept());
    }

    /** By its acceptance as well, for that is what an announcement is judged by. */
    private static boolean isForgotten(Life life, Instant since) {
        Entry settled = life.folded;
        return !settled.contradicted()
                && !settled.settledAt().isAfter(since)
                && !settled.acceptedAt().isAfter(since);
    }

    private void recover(Life life, Instant stopped, Instant settledSince) {
        Entry known = life.folded;
        if (known.status().terminal()) {
            life.forgotten = isForgotten(life, settledSince);
            life.entry = life.forgotten ? null : known;
            if (world.story().isTold()) {
                world.story()
                        .tell("  " + life.name() + " stays " + known.status().word());
            }
            return;
        }
        coverage.lost(known, ++life.losses);
        republication.publish(life, stopped, null);
        int lastAttempt = Math.max(
                life.journal.lastAttemptReported(reportsKeptUntil),
                life.lastAttempt(world.now() - RECENT, commandsKeptUntil));
        Observation lost =
                new Observation.RecordsLost(losses, lastAttempt, stopped, "Kafka has lost records", sentTo(life));
        Decision decision = world.meddling().decide(world.configuration().ledger(), known, lost, stopped);
        if (world.story().isTold()) {
            world.story().tell(Telling.decision(world, life, lost, decision));
        }
        for (LedgerEvent event : decision.events()) {
            world.watch().published(life, event);
        }
        life.entry = decision.entry();
        world.watch().recovered(life, known, decision);
        for (Effect effect : decision.effects()) {
            carryOut(life, effect);
        }
    }

    /** Where it may have been sent, by what Postgres stored before each resubmission and by what Kafka still has. */
    private Set<String> sentTo(Life life) {
        Set<String> gateways = new HashSet<>();
        if (world.meddling().readsTargets()) {
            life.journal.targets(gateways);
        }
        life.commandedTo(gateways, world.now() - RECENT, commandsKeptUntil);
        life.journal.reportedFrom(gateways, reportsKeptUntil);
        return gateways;
    }

    /** A recovery sends nothing and settles nothing; a wrong one might send. */
    private void carryOut(Life life, Effect effect) {
        if (effect instanceof Effect.Send send) {
            world.watch().commanded(life, send);
            world.sender().command(life, send);
        } else if (!(effect instanceof Effect.Raise || effect instanceof Effect.TellStatus)) {
            throw new IllegalStateException("a recovery does not carry out " + effect);
        }
    }

    /** Whoever runs a recovery sees to it that people look at what is in doubt. */
    private void drawAttention(Life life, long upAt) {
        if (life.entry == null || life.entry.status().terminal()) {
            return;
        }
        Happening.Kind visit = life.entry.awaitsApproval() && !world.dice().oneIn(4)
                ? Happening.Kind.APPROVER_LOOKED
                : Happening.Kind.PERSON_LOOKED;
        boolean looks = world.faults()
                .mayStrike(visit == Happening.Kind.PERSON_LOOKED ? Fault.PERSON_ACTS : Fault.APPROVER_ACTS);
        for (int i = looks ? world.dice().below(6) : 0; i > 0; i--) {
            world.agenda().add(visit, upAt + world.dice().between(0, 30_000), life);
        }
    }

    /** The verifier's positions may have been lost as well. */
    private void readAgain(Life life, long upAt) {
        if (!world.faults().strikes(Fault.REPORT_REPEATED)) {
            return;
        }
        List<Observation> reports = life.journal.reports(world.dice().between(0, lostAt), reportsKeptUntil);
        for (int i = 0; i < reports.size(); i++) {
            world.observeLater(life, reports.get(i), upAt + world.dice().between(0, 2_000));
        }
    }
}
