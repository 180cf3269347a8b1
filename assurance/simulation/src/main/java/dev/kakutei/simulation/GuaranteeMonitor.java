package dev.kakutei.simulation;

import dev.kakutei.ledger.Decision;
import dev.kakutei.ledger.Effect;
import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.Observation;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.LedgerEvent;

/** Observes everything that happens, and checks it against the guarantees. */
final class GuaranteeMonitor {
    private final PostGuarantees posts;
    private final DecisionGuarantees decisions;
    private final AlertGuarantees alerts;
    private final RetryGuarantees retries;
    private final ApprovalGuarantees approvals;
    private final ActionGuarantees actions;
    private final ConfigurationGuarantees configured;
    private final RecoveryGuarantees recoveries;
    private final RestGuarantees rest;
    private final World world;

    GuaranteeMonitor(World world) {
        this.posts = new PostGuarantees(world);
        this.decisions = new DecisionGuarantees(world);
        this.alerts = new AlertGuarantees(world);
        this.retries = new RetryGuarantees(world);
        this.approvals = new ApprovalGuarantees(world);
        this.actions = new ActionGuarantees(world);
        this.configured = new ConfigurationGuarantees(world);
        this.recoveries = new RecoveryGuarantees(world, approvals, posts);
        this.world = world;
        this.rest = new RestGuarantees(world);
    }

    /** A fact was published: readers know nothing but facts. */
    void published(SimulatedRequest request, LedgerEvent event) {
        decisions.removedForGood(request, event);
        decisions.factsAreDense(request, event);
        approvals.commentsMoveNothing(request, event);
        approvals.summariesMoveNothing(request, event);
        request.folded = request.folded == null ? Entry.begin(event) : request.folded.apply(event);
        approvals.remembers(request, event);
        posts.remembersAcceptance(request, event);
        posts.countsAcceptance(request, event);
        boolean accepted = event.fact() instanceof Fact.Accepted;
        request.journal.facts.published(
                event,
                world.now(),
                world.recovery().republication().nextPlace(),
                world.instant(world.ledgerClock()),
                accepted ? request.submittedAt : world.now() + projectionLag());
    }

    void knownStaysKnown(SimulatedRequest request, int lost) {
        recoveries.knownStaysKnown(request, lost);
    }

    void stateIsCurrent(boolean older, boolean noticed) {
        recoveries.stateIsCurrent(older, noticed);
    }

    private long projectionLag() {
        if (!world.faults().strikes(SimulatedFault.PROJECTION_LATE)) {
            return world.dice().between(0, 1_000);
        }
        return world.dice().between(0, world.dice().oneIn(2) ? 5_000 : 600_000);
    }

    /** Records were lost: readers know what is left. */
    void goBack(SimulatedRequest request) {
        recoveries.goBack(request);
    }

    /** A recovery decided; the shell does not run yet. */
    void recovered(SimulatedRequest request, Entry before, Decision decision) {
        recoveries.rulesHold(request, before);
        decisions.factsFoldToTheState(request);
        decisions.oneResult(request, decision);
        alerts.alertsAreRaised(before, decision);
        recoveries.alertsAreRaised(request, decision);
        alerts.alertsFollowStates(request, decision);
        remember(request);
    }

    private static void remember(SimulatedRequest request) {
        request.journal.remember(new RetryTimes(request.noSendBefore, request.quotaUntil, request.noInquiryBefore));
    }

    void decided(SimulatedRequest request, Entry before, Observation observation, Decision decision) {
        decisions.newIsBegun(request, observation, decision);
        actions.actionsFit(request, before, observation, decision);
        if (request.removed) {
            alerts.alertsAreRaisedForRemoved(request, ObservationKind.of(observation), decision);
            return;
        }
        approvals.rulesHold(request, before, observation, decision);
        approvals.fourEyes(request, observation, decision);
        approvals.commentsAreKeptOnce(request, observation, decision);
        approvals.oneSummary(request, observation, decision);
        decisions.factsFoldToTheState(request);
        decisions.noRequestStuck(request);
        decisions.oneResult(request, decision);
        ObservationKind kind = ObservationKind.of(observation);
        decisions.successCounts(request, observation, kind, decision);
        decisions.openQueryCounts(request, before, observation, decision);
        decisions.openAttemptCounts(request, before, observation, decision);
        decisions.acknowledgedIsNotAbsent(request, kind, decision);
        decisions.remembersAcknowledgement(request, observation);
        alerts.alertsAreRaised(before, decision);
        alerts.alertsFollowStates(request, decision);
        alerts.alertsAreRaisedForLostPosition(kind, decision);
        alerts.noFalseAlarm(request, kind, decision);
        retries.remembersRetryTimes(request, decision);
        retries.remembersQuota(request, observation, decision);
        configured.withinLimits(request, kind, decision);
        if (!decision.events().isEmpty()) {
            remember(request);
        }
    }

    void removed(SimulatedRequest request) {
        decisions.onlySettledRemoved(request);
    }

    void restored(SimulatedRequest request) {
        decisions.noRequestStuck(request);
    }

    /** An inquiry was commanded. */
    void commanded(SimulatedRequest request, Effect.Inquire inquire) {
        decisions.nothingAfterTheEnd(request);
        configured.asConfigured(request, inquire);
        actions.holdKept(request);
        retries.noRetryTooEarly(request, request.noInquiryBefore);
    }

    void commanded(SimulatedRequest request, Effect.Send send) {
        decisions.nothingAfterTheEnd(request);
        configured.asConfigured(request, send);
        actions.holdKept(request);
        retries.noRetryTooEarly(request, request.noSendBefore);
        retries.quotaKept(request);
        approvals.approvedBeforeSent(request);
        posts.noPostAfterExpiry(request, send);
    }

    /** What a person finds out who takes the time. */
    boolean hadNoEffect(SimulatedRequest request) {
        return posts.hadNoEffect(request);
    }

    /** The sender is about to write. */
    void posted(SimulatedPost post) {
        posts.attemptPostedOnce(post);
        posts.noPostAfterWindow(post);
        posts.noPostInDoubt(post);
        posts.noPostPastKeyMemory(post);
    }

    void tookEffect(SimulatedRequest request) {
        posts.atMostOneEffect(request);
    }

    void atRest(SimulatedRequest request) {
        decisions.noRequestStuck(request);
        rest.comesToRest(request);
        rest.truthIsSettled(request);
    }
}
