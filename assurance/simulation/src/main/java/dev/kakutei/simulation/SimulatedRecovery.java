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
    static final int MAX_LOSSES = 3;
    private static final long MAX_HALTED = 60_000;
    private static final long MAX_PROJECTION_LAG = 600_000;
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
        while (planned < MAX_LOSSES && world.faults().strikes(SimulatedFault.RECORDS_LOST)) {
            long latest = world.dice().oneIn(4) ? 2 * world.retentionMillis() : 120_000;
            plan(world.dice().between(0, latest));
        }
    }

    /** Records may be lost at any time; but what matters is that they are lost while something is under way. */
    void perhapsMeanwhile(SimulatedRequest request) {
        boolean unseen = request.journal.facts.isProjectionHeld(world.now());
        if (planned < MAX_LOSSES && (unseen || world.faults().strikes(SimulatedFault.RECORDS_LOST))) {
            plan(world.now() + world.dice().between(0, world.dice().oneIn(4) ? 60_000 : 1_000));
        }
    }

    /** Once for each request, a submitter comes soon after a return: a resubmission is rare otherwise, a lost one still more so. */
    void perhapsAfterReturn(SimulatedRequest request) {
        if (isSeen(request, Status.PENDING_APPROVAL)
                && !request.hurried
                && world.faults().mayStrike(SimulatedFault.RECORDS_LOST)) {
            request.hurried = true;
            visitSoon(request);
        }
    }

    /**
     * What is resubmitted to another gateway matters most while Postgres does not know of it: it reads nothing for a while, and
     * people go on.
     */
    void perhapsAfterResubmission(SimulatedRequest request, String gateway) {
        if (isSeen(request, Status.RETURNED)
                && !gateway.equals(request.entry.gateway())
                && !request.journal.facts.isProjectionHeld(world.now())
                && world.faults().mayStrike(SimulatedFault.RECORDS_LOST)) {
            request.journal.facts.holdProjection(world.now() + MAX_PROJECTION_LAG);
            visitSoon(request);
            visitSoon(request);
            visitSoon(request);
        }
    }

    /**
     * What is sent again at the risk of a second effect matters most while Postgres does not know of it: it reads nothing for a
     * while, and records are lost soon.
     */
    void perhapsAfterAcceptance(SimulatedRequest request) {
        if (!request.journal.facts.isProjectionHeld(world.now())
                && world.faults().mayStrike(SimulatedFault.RECORDS_LOST)) {
            request.journal.facts.holdProjection(world.now() + MAX_PROJECTION_LAG);
            if (planned < MAX_LOSSES) {
                plan(world.now() + world.dice().between(0, 5_000));
            }
        }
    }

    private static boolean isSeen(SimulatedRequest request, Status status) {
        return request.entry != null && request.entry.status() == status;
    }

    private void visitSoon(SimulatedRequest request) {
        world.queue()
                .add(
                        ScheduledEvent.Kind.APPROVER_LOOKED,
                        world.now() + world.dice().between(0, 10_000),
                        request);
    }

    private void plan(long at) {
        planned++;
        world.queue().add(ScheduledEvent.Kind.RECORDS_LOST, at, (SimulatedRequest) null);
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
        long recoverAt = world.now() + world.dice().between(0, world.dice().oneIn(2) ? 500 : MAX_HALTED);
        world.shell().halt(recoverAt);
        stopSenders();
        for (int i = 0; i < world.requestCount(); i++) {
            removeWhatIsLost(world.request(i));
        }
        world.queue().drop(this::isLost);
        world.queue().add(ScheduledEvent.Kind.RECOVERED, recoverAt, (SimulatedRequest) null);
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
        for (int i = 0; i < world.requestCount(); i++) {
            SimulatedRequest request = world.request(i);
            for (int j = 0; j < request.postCount(); j++) {
                request.post(j).closed |= world.dice().oneIn(2);
            }
        }
    }

    /** People see what Postgres has, from now on: so no event that anybody saw has the number of a later one. */
    private void removeWhatIsLost(SimulatedRequest request) {
        if (request.accepted == null) {
            return;
        }
        Facts facts = request.journal.facts;
        republication.noticed(facts.lose(lostAt, ledgerKeptUntil));
        if (facts.size() == 0) {
            facts.accepted(request.accepted, request.submittedAt);
        }
        request.journal.trim();
        world.monitor().goBack(request);
        request.entry = request.folded;
        request.removed = false;
        request.refused = false;
    }

    private boolean isLost(ScheduledEvent scheduled) {
        return switch (scheduled.kind) {
            case COMMAND_READ, FRESHNESS_CHECKED -> {
                scheduled.post.place = SimulatedPost.Place.VOID;
                yield true;
            }
            case COMMAND_READ_AGAIN, REMOVAL_CHECKED, SHELL_RESTORED -> true;
            case INQUIRY_READ -> world.dice().oneIn(2);
            case OBSERVED -> isLost(scheduled.request, scheduled.observation());
            default -> false;
        };
    }

    private boolean isLost(SimulatedRequest request, Observation observation) {
        if (observation instanceof Observation.ActionRequested actionRequested) {
            return actionRequested.action().basedOn() > request.journal.facts.size()
                    || world.dice().oneIn(2);
        }
        return observation instanceof Observation.Reported && !request.journal.isKept(observation, reportsKeptUntil);
    }

    void recover() {
        losses++;
        Instant stopped = world.instant(world.ledgerClock());
        Instant settledSince = settledSince(stopped);
        long upAt = world.now() + world.dice().between(1, world.dice().oneIn(2) ? 100 : 10_000);
        Instant lacksSince = republication.lacksSince();
        republication.settled(stopped, lacksSince, request -> !isNew(request) && isRemoved(request, settledSince));
        republication.settled(stopped, lacksSince, request -> !isNew(request) && !isRemoved(request, settledSince));
        for (int i = 0; i < world.requestCount(); i++) {
            SimulatedRequest request = world.request(i);
            if (!isNew(request)) {
                recover(request, stopped, settledSince);
                readAgain(request, upAt);
                drawAttention(request, upAt);
            }
        }
        halted = false;
        recoveredAt = world.now();
        republication.completed(lacksSince, stopped);
        world.restore().perhapsAfterRecovery(upAt);
        world.shell().recovered(settledSince, upAt);
    }

    private boolean isNew(SimulatedRequest request) {
        return request.accepted == null || request.submittedAt > lostAt;
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
                .minus(world.contracts().retention().kept());
    }

    /** By its acceptance as well, for that is what an announcement is judged by. */
    private static boolean isRemoved(SimulatedRequest request, Instant since) {
        Entry settled = request.folded;
        return !settled.contradicted()
                && !settled.settledAt().isAfter(since)
                && !settled.acceptedAt().isAfter(since);
    }

    private void recover(SimulatedRequest request, Instant stopped, Instant settledSince) {
        Entry known = request.folded;
        if (known.status().terminal()) {
            request.removed = isRemoved(request, settledSince);
            request.entry = request.removed ? null : known;
            if (world.trace().isRecorded()) {
                world.trace()
                        .add("  " + request.name() + " stays " + known.status().word());
            }
            return;
        }
        coverage.lost(known, ++request.losses);
        republication.publish(request, stopped, null);
        int lastAttempt = Math.max(
                request.journal.lastAttemptReported(reportsKeptUntil),
                request.lastAttempt(world.now() - RECENT, commandsKeptUntil));
        Observation lost = new Observation.RecordsLost(
                losses,
                lastAttempt,
                stopped,
                "Kafka has lost records",
                sentTo(request),
                world.hooks().readsAcceptances() ? request.journal.secondEffect() : null);
        Decision decision = world.hooks().decide(world.configuration().ledger(), known, lost, stopped);
        if (world.trace().isRecorded()) {
            world.trace().add(TraceText.decision(world, request, lost, decision));
        }
        for (LedgerEvent event : decision.events()) {
            world.monitor().published(request, event);
        }
        request.entry = decision.entry();
        world.monitor().recovered(request, known, decision);
        for (Effect effect : decision.effects()) {
            carryOut(request, effect);
        }
    }

    /** Where it may have been sent, by what Postgres stored before each resubmission and by what Kafka still has. */
    private Set<String> sentTo(SimulatedRequest request) {
        Set<String> gateways = new HashSet<>();
        if (world.hooks().readsTargets()) {
            request.journal.targets(gateways);
        }
        request.commandedTo(gateways, world.now() - RECENT, commandsKeptUntil);
        request.journal.reportedFrom(gateways, reportsKeptUntil);
        return gateways;
    }

    /** A recovery sends nothing and settles nothing; a wrong one might send. */
    private void carryOut(SimulatedRequest request, Effect effect) {
        if (effect instanceof Effect.Send send) {
            world.monitor().commanded(request, send);
            world.sender().command(request, send);
        } else if (!(effect instanceof Effect.Raise || effect instanceof Effect.PublishStatus)) {
            throw new IllegalStateException("a recovery does not carry out " + effect);
        }
    }

    /** After a recovery, people act on what is in doubt. */
    private void drawAttention(SimulatedRequest request, long upAt) {
        if (request.entry == null || request.entry.status().terminal()) {
            return;
        }
        ScheduledEvent.Kind visit =
                request.entry.awaitsApproval() && !world.dice().oneIn(4)
                        ? ScheduledEvent.Kind.APPROVER_LOOKED
                        : ScheduledEvent.Kind.PERSON_LOOKED;
        boolean looks = world.faults()
                .mayStrike(
                        visit == ScheduledEvent.Kind.PERSON_LOOKED
                                ? SimulatedFault.PERSON_ACTS
                                : SimulatedFault.APPROVER_ACTS);
        for (int i = looks ? world.dice().below(6) : 0; i > 0; i--) {
            world.queue().add(visit, upAt + world.dice().between(0, 30_000), request);
        }
    }

    /** The verifier's positions may have been lost as well. */
    private void readAgain(SimulatedRequest request, long upAt) {
        if (!world.faults().strikes(SimulatedFault.REPORT_REPEATED)) {
            return;
        }
        List<Observation> reports = request.journal.reports(world.dice().between(0, lostAt), reportsKeptUntil);
        for (int i = 0; i < reports.size(); i++) {
            world.observeLater(request, reports.get(i), upAt + world.dice().between(0, 2_000));
        }
    }
}
