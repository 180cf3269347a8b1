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
 * Timers are in memory; a shell that restarts sets them again from the entries.
 */
final class SimulatedShell {
    static final Observation TIME_CAME = new Observation.TimeCame();
    private static final long MAX_DOWN = 10_000;

    private final World world;
    private final Coverage coverage;
    private boolean down;
    private long upAt;
    /** Stored: acceptances up to then may have been removed; null for none. */
    private Instant removedUpTo;
    /** In memory only. */
    private Instant newestAccepted;

    SimulatedShell(World world, Coverage coverage) {
        this.world = world;
        this.coverage = coverage;
    }

    void begin() {
        down = false;
        upAt = 0;
        removedUpTo = null;
        newestAccepted = null;
    }

    void observe(SimulatedRequest request, Observation heard) {
        if (down) {
            world.observeLater(request, heard, upAt);
            return;
        }
        Observation observation = heard;
        if (heard instanceof Observation.Arrived arrived) {
            observation = arrived(arrived);
        }
        if (ObservationKind.of(heard) == ObservationKind.FOUND_NOT_FOUND
                && world.faults().strikes(SimulatedFault.QUERIES_DISTRUSTED)) {
            observation = new Observation.Reported(
                    ((Observation.Reported) heard).report(), Observation.Trust.NOTHING_IS_EVER_FOUND);
        }
        Entry before = request.entry;
        Instant clock = world.instant(world.ledgerClock());
        if (!request.removed) {
            cover(request, observation);
        }
        Decision decision = world.hooks().decide(world.configuration().ledger(), before, observation, clock);
        if (world.trace().isRecorded()) {
            world.trace().add(TraceText.decision(world, request, observation, decision));
        }
        if (world.faults().strikes(SimulatedFault.CRASH_BEFORE_COMMIT)) {
            if (!world.hooks().sendsWithinTransaction()) {
                act(request, decision);
            }
            crash();
            if (observation != TIME_CAME) {
                world.observeLater(request, observation, upAt);
            }
            return;
        }
        commit(request, decision);
        world.monitor().decided(request, before, observation, decision);
        act(request, decision);
        drawAttention(request, before);
        if (world.faults().strikes(SimulatedFault.CRASH_AFTER_COMMIT)) {
            crash();
        }
    }

    private void cover(SimulatedRequest request, Observation observation) {
        ObservationKind kind = ObservationKind.of(observation);
        coverage.met(request.entry, kind);
        if (observation instanceof Observation.ActionRequested actionRequested) {
            coverage.actionRequested(request.entry, kind, manner(request, actionRequested.action()));
        }
    }

    private static ActionPair.Manner manner(SimulatedRequest request, OperatorAction action) {
        for (int i = 0; i < request.decidedActions.size(); i++) {
            if (request.decidedActions.get(i) == action) {
                return ActionPair.Manner.REPEATED;
            }
        }
        int seq = request.entry == null ? 1 : request.entry.seq();
        return action.basedOn() == seq ? ActionPair.Manner.CURRENT : ActionPair.Manner.OUTDATED;
    }

    private Observation arrived(Observation.Arrived arrived) {
        Instant acceptedAt = arrived.accepted().at();
        if (newestAccepted == null || acceptedAt.isAfter(newestAccepted)) {
            newestAccepted = acceptedAt;
        }
        for (int i = 0; i < world.requestCount(); i++) {
            if (mayRemove(world.request(i))) {
                world.queue()
                        .add(
                                ScheduledEvent.Kind.REMOVAL_CHECKED,
                                world.now() + world.dice().between(0, 200),
                                world.request(i));
            }
        }
        return removedUpTo == null ? arrived : new Observation.Arrived(arrived.accepted(), removedUpTo);
    }

    private boolean mayRemove(SimulatedRequest request) {
        Instant at = request.entry == null
                ? null
                : world.hooks().removeAt(world.contracts().retention(), request.entry);
        return at != null
                && world.hooks()
                        .removeUntil(world.contracts().retention(), newestAccepted, world.instant(world.ledgerClock()))
                        .filter(until -> !at.isAfter(until))
                        .isPresent();
    }

    /** Entry and line in one transaction. */
    void removeIfDue(SimulatedRequest request) {
        if (down || !mayRemove(request)) {
            return;
        }
        if (world.faults().strikes(SimulatedFault.CRASH_BEFORE_COMMIT)) {
            crash();
            return;
        }
        world.monitor().removed(request);
        Instant acceptedAt = request.entry.acceptedAt();
        if (removedUpTo == null || acceptedAt.isAfter(removedUpTo)) {
            removedUpTo = acceptedAt;
        }
        request.entry = null;
        request.armedAt = SimulatedRequest.NEVER;
        request.removed = true;
        if (world.faults().strikes(SimulatedFault.CRASH_AFTER_COMMIT)) {
            crash();
        }
    }

    private void commit(SimulatedRequest request, Decision decision) {
        for (int i = 0; i < decision.events().size(); i++) {
            LedgerEvent event = decision.events().get(i);
            if (event.fact() instanceof ApprovalFact.Resubmitted changed
                    && world.hooks().replacesDocument()) {
                request.document = changed.version();
            }
            if (world.hooks().publishes(event)) {
                world.monitor().published(request, event);
            }
        }
        if (!decision.events().isEmpty()) {
            request.entry = decision.entry();
            arm(request);
        }
    }

    private void act(SimulatedRequest request, Decision decision) {
        for (int i = 0; i < decision.effects().size(); i++) {
            Effect effect = decision.effects().get(i);
            if (effect instanceof Effect.Send send) {
                world.monitor().commanded(request, send);
                world.sender().command(request, send);
                changeMeanwhile();
                world.losses().perhapsMeanwhile(request);
            } else if (effect instanceof Effect.Inquire inquire) {
                world.monitor().commanded(request, inquire);
                world.sender().command(request, inquire);
            }
        }
    }

    /** The file may change at any time; but what matters is that it changes while something is under way. */
    private void changeMeanwhile() {
        if (world.faults().strikes(SimulatedFault.CONFIGURATION_RELOADED)) {
            long later = world.dice().between(0, world.dice().oneIn(2) ? 2_000 : 60_000);
            world.queue().add(ScheduledEvent.Kind.CONFIGURATION_RELOADED, world.now() + later, (SimulatedRequest) null);
        }
    }

    /** People act at random times; but on what was in doubt and will be sent again, they act at once. */
    private void drawAttention(SimulatedRequest request, Entry before) {
        boolean again = before != null
                && request.entry != null
                && before.status() == Status.VERIFYING
                && request.entry.status() == Status.RETRYING;
        if (again && world.faults().strikes(SimulatedFault.PERSON_ACTS)) {
            world.queue()
                    .add(
                            ScheduledEvent.Kind.PERSON_LOOKED,
                            world.now() + world.dice().between(0, 500),
                            request);
        }
    }

    private void arm(SimulatedRequest request) {
        Instant dueAt = request.entry.dueAt();
        request.armedAt = dueAt == null ? SimulatedRequest.NEVER : world.millis(dueAt);
        request.tickDelay = world.dice().between(0, world.faults().strikes(SimulatedFault.LATE_TICK) ? 10_000 : 50);
    }

    private void crash() {
        down = true;
        upAt = world.now() + world.dice().between(1, MAX_DOWN);
        for (int i = 0; i < world.requestCount(); i++) {
            world.request(i).armedAt = SimulatedRequest.NEVER;
        }
        world.queue().add(ScheduledEvent.Kind.SHELL_RESTORED, upAt, (SimulatedRequest) null);
    }

    /** Records were lost: it stops, and does not restart before the recovery. */
    void halt(long until) {
        down = true;
        upAt = until;
        for (int i = 0; i < world.requestCount(); i++) {
            world.request(i).armedAt = SimulatedRequest.NEVER;
        }
    }

    /** It goes on with the entries that the recovery has written. */
    void recovered(Instant settledSince, long at) {
        removedUpTo = settledSince;
        upAt = at;
        world.queue().add(ScheduledEvent.Kind.SHELL_RESTORED, at, (SimulatedRequest) null);
    }

    /** It is stopped, and started with another configuration. */
    void restartWithout(String gateway) {
        world.configuration().remove(gateway);
        if (!down) {
            crash();
        }
    }

    void restored() {
        if (!world.restore().isCurrent(removedUpTo)) {
            return;
        }
        down = false;
        newestAccepted = null;
        if (!world.hooks().keepsRemovedUpTo()) {
            removedUpTo = null;
        }
        if (world.faults().strikes(SimulatedFault.CONFIGURATION_CHANGED)) {
            world.configuration().replace();
        }
        for (int i = 0; i < world.requestCount(); i++) {
            SimulatedRequest request = world.request(i);
            if (request.entry != null && world.hooks().armsTimersOnRestore()) {
                arm(request);
            }
            world.monitor().restored(request);
        }
    }

    void timeCame(SimulatedRequest request) {
        observe(request, TIME_CAME);
    }

    /** Whose timer fires next; null where none is set. */
    SimulatedRequest nextDue() {
        SimulatedRequest first = null;
        for (int i = 0; i < world.requestCount(); i++) {
            SimulatedRequest request = world.request(i);
            if (request.armedAt != SimulatedRequest.NEVER && (first == null || dueAt(request) < dueAt(first))) {
                first = request;
            }
        }
        return first;
    }

    /** In true time: a clock that moves, moves every timer. */
    long dueAt(SimulatedRequest request) {
        return request.armedAt - world.ledgerAhead() + request.tickDelay;
    }
}
