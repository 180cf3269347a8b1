package dev.kakutei.simulation;

import dev.kakutei.ledger.Decision;
import dev.kakutei.ledger.Effect;
import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.Observation;
import dev.kakutei.ledger.Status;
import dev.kakutei.schemas.ApprovalFact;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.OperatorAction;
import java.time.Instant;

/**
 * The shell around the ledger: load, decide, apply, publish, all in one transaction that happens wholly or not at all.
 * Timers are in memory; a shell that comes back sets them again from the entries.
 */
final class SimulatedShell {
    static final Observation TIME_CAME = new Observation.TimeCame();
    private static final long MOST_DOWN = 10_000;

    private final World world;
    private final Coverage coverage;
    private boolean down;
    private long upAt;
    /** Stored: acceptances up to then may have been forgotten; null for none. */
    private Instant forgottenUpTo;
    /** In memory only. */
    private Instant newestAccepted;

    SimulatedShell(World world, Coverage coverage) {
        this.world = world;
        this.coverage = coverage;
    }

    void begin() {
        down = false;
        upAt = 0;
        forgottenUpTo = null;
        newestAccepted = null;
    }

    void observe(Life life, Observation heard) {
        if (down) {
            world.observeLater(life, heard, upAt);
            return;
        }
        Observation observation = heard;
        if (heard instanceof Observation.Arrived arrived) {
            observation = arrived(arrived);
        }
        if (Seen.of(heard) == Seen.FOUND_NOT_FOUND && world.faults().strikes(Fault.QUERIES_DISTRUSTED)) {
            observation = new Observation.Reported(
                    ((Observation.Reported) heard).report(), Observation.Trust.NOTHING_IS_EVER_FOUND);
        }
        Entry before = life.entry;
        Instant clock = world.instant(world.ledgerClock());
        if (!life.forgotten) {
            cover(life, observation);
        }
        Decision decision = world.meddling().decide(world.configuration().ledger(), before, observation, clock);
        if (world.story().isTold()) {
            world.story().tell(Telling.decision(world, life, observation, decision));
        }
        if (world.faults().strikes(Fault.CRASH_BEFORE_COMMIT)) {
            if (!world.meddling().sendsWithinTransaction()) {
                act(life, decision);
            }
            crash();
            if (observation != TIME_CAME) {
                world.observeLater(life, observation, upAt);
            }
            return;
        }
        commit(life, decision);
        world.watch().decided(life, before, observation, decision);
        act(life, decision);
        drawAttention(life, before);
        if (world.faults().strikes(Fault.CRASH_AFTER_COMMIT)) {
            crash();
        }
    }

    private void cover(Life life, Observation observation) {
        Seen seen = Seen.of(observation);
        coverage.met(life.entry, seen);
        if (observation instanceof Observation.ActionRequested actionRequested) {
            coverage.actionRequested(life.entry, seen, manner(life, actionRequested.action()));
        }
    }

    private static ActionPair.Manner manner(Life life, OperatorAction action) {
        for (int i = 0; i < life.decidedActions.size(); i++) {
            if (life.decidedActions.get(i) == action) {
                return ActionPair.Manner.REPEATED;
            }
        }
        int seq = life.entry == null ? 1 : life.entry.seq();
        return action.basedOn() == seq ? ActionPair.Manner.CURRENT : ActionPair.Manner.OUTDATED;
    }

    private Observation arrived(Observation.Arrived arrived) {
        Instant acceptedAt = arrived.accepted().at();
        if (newestAccepted == null || acceptedAt.isAfter(newestAccepted)) {
            newestAccepted = acceptedAt;
        }
        for (int i = 0; i < world.lifeCount(); i++) {
            if (mayForget(world.life(i))) {
                world.agenda()
                        .add(
                                Happening.Kind.FORGET_LOOKED,
                                world.now() + world.dice().between(0, 200),
                                world.life(i));
            }
        }
        return forgottenUpTo == null ? arrived : new Observation.Arrived(arrived.accepted(), forgottenUpTo);
    }

    private boolean mayForget(Life life) {
        Instant at = life.entry == null
                ? null
                : world.meddling().forgetAt(world.terms().retention(), life.entry);
        return at != null
                && world.meddling()
                        .forgetUntil(world.terms().retention(), newestAccepted, world.instant(world.ledgerClock()))
                        .filter(until -> !at.isAfter(until))
                        .isPresent();
    }

    /** Entry and line in one transaction. */
    void lookWhetherToForget(Life life) {
        if (down || !mayForget(life)) {
            return;
        }
        if (world.faults().strikes(Fault.CRASH_BEFORE_COMMIT)) {
            crash();
            return;
        }
        world.watch().forgotten(life);
        Instant acceptedAt = life.entry.acceptedAt();
        if (forgottenUpTo == null || acceptedAt.isAfter(forgottenUpTo)) {
            forgottenUpTo = acceptedAt;
        }
        life.entry = null;
        life.armedAt = Life.NEVER;
        life.forgotten = true;
        if (world.faults().strikes(Fault.CRASH_AFTER_COMMIT)) {
            crash();
        }
    }

    private void commit(Life life, Decision decision) {
        for (int i = 0; i < decision.events().size(); i++) {
            LedgerEvent event = decision.events().get(i);
            if (event.fact() instanceof ApprovalFact.Resubmitted changed
                    && world.meddling().replacesDocument()) {
                life.document = changed.version();
            }
            if (world.meddling().publishes(event)) {
                world.watch().published(life, event);
            }
        }
        if (!decision.events().isEmpty()) {
            life.entry = decision.entry();
            arm(life);
        }
    }

    private void act(Life life, Decision decision) {
        for (int i = 0; i < decision.effects().size(); i++) {
            Effect effect = decision.effects().get(i);
            if (effect instanceof Effect.Send send) {
                world.watch().commanded(life, send);
                world.sender().command(life, send);
                changeMeanwhile();
                world.recovery().perhapsMeanwhile(life);
            } else if (effect instanceof Effect.Inquire inquire) {
                world.watch().commanded(life, inquire);
                world.sender().command(life, inquire);
            }
        }
    }

    /** The file may change at any time; but what matters is that it changes while something is under way. */
    private void changeMeanwhile() {
        if (world.faults().strikes(Fault.CONFIGURATION_RELOADED)) {
            long later = world.dice().between(0, world.dice().oneIn(2) ? 2_000 : 60_000);
            world.agenda().add(Happening.Kind.CONFIGURATION_RELOADED, world.now() + later, (Life) null);
        }
    }

    /** People look at random; but what was in doubt and will be sent again, they hear of at once. */
    private void drawAttention(Life life, Entry before) {
        boolean again = before != null
                && life.entry != null
                && before.status() == Status.VERIFYING
                && life.entry.status() == Status.RETRYING;
        if (again && world.faults().strikes(Fault.PERSON_ACTS)) {
            world.agenda()
                    .add(
                            Happening.Kind.PERSON_LOOKED,
                            world.now() + world.dice().between(0, 500),
                            life);
        }
    }

    private void arm(Life life) {
        Instant dueAt = life.entry.dueAt();
        life.armedAt = dueAt == null ? Life.NEVER : world.millis(dueAt);
        life.tickDelay = world.dice().between(0, world.faults().strikes(Fault.LATE_TICK) ? 10_000 : 50);
    }

    private void crash() {
        down = true;
        upAt = world.now() + world.dice().between(1, MOST_DOWN);
        for (int i = 0; i < world.lifeCount(); i++) {
            world.life(i).armedAt = Life.NEVER;
        }
        world.agenda().add(Happening.Kind.SHELL_RESTORED, upAt, (Life) null);
    }

    /** Records were lost: it stops, and does not come back before the recovery. */
    void halt(long until) {
        down = true;
        upAt = until;
        for (int i = 0; i < world.lifeCount(); i++) {
            world.life(i).armedAt = Life.NEVER;
        }
    }

    /** It goes on with the entries that the recovery has written. */
    void recovered(Instant settledSince, long at) {
        forgottenUpTo = settledSince;
        upAt = at;
        world.agenda().add(Happening.Kind.SHELL_RESTORED, at, (Life) null);
    }

    /** It is stopped, and started with another configuration. */
    void restartWithout(String gateway) {
        world.configuration().remove(gateway);
        if (!down) {
            crash();
        }
    }

    void restored() {
        if (!world.restore().isCurrent(forgottenUpTo)) {
            return;
        }
        down = false;
        newestAccepted = null;
        if (!world.meddling().keepsTheLine()) {
            forgottenUpTo = null;
        }
        if (world.faults().strikes(Fault.CONFIGURATION_CHANGED)) {
            world.configuration().replace();
        }
        for (int i = 0; i < world.lifeCount(); i++) {
            Life life = world.life(i);
            if (life.entry != null && world.meddling().armsTimersOnRestore()) {
                arm(life);
            }
            world.watch().restored(life);
        }
    }

    void timeCame(Life life) {
        observe(life, TIME_CAME);
    }

    /** Whose timer fires next; null where none is set. */
    Life nextDue() {
        Life first = null;
        for (int i = 0; i < world.lifeCount(); i++) {
            Life life = world.life(i);
            if (life.armedAt != Life.NEVER && (first == null || dueAt(life) < dueAt(first))) {
                first = life;
            }
        }
        return first;
    }

    /** In true time: a clock that moves, moves every timer. */
    long dueAt(Life life) {
        return life.armedAt - world.ledgerAhead() + life.tickDelay;
    }
}
