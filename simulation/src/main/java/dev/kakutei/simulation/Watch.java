package dev.kakutei.simulation;

import dev.kakutei.ledger.Decision;
import dev.kakutei.ledger.Effect;
import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.Observation;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.LedgerEvent;

/** Sees everything that happens, and holds it against the guarantees. */
final class Watch {
    private final PostGuarantees posts;
    private final DecisionGuarantees decisions;
    private final ApprovalGuarantees approvals;
    private final ActionGuarantees actions;
    private final ConfigurationGuarantees configured;
    private final RecoveryGuarantees recoveries;
    private final RestGuarantees rest;
    private final World world;

    Watch(World world) {
        this.posts = new PostGuarantees(world);
        this.decisions = new DecisionGuarantees(world);
        this.approvals = new ApprovalGuarantees(world);
        this.actions = new ActionGuarantees(world);
        this.configured = new ConfigurationGuarantees(world);
        this.recoveries = new RecoveryGuarantees(world, approvals, posts);
        this.world = world;
        this.rest = new RestGuarantees(world);
    }

    /** A fact was published: readers know nothing but facts. */
    void published(Life life, LedgerEvent event) {
        decisions.forgottenForGood(life, event);
        decisions.factsAreDense(life, event);
        approvals.commentsMoveNothing(life, event);
        approvals.summariesMoveNothing(life, event);
        life.folded = life.folded == null ? Entry.begin(event) : life.folded.apply(event);
        approvals.remembers(life, event);
        posts.remembersAcceptance(life, event);
        posts.countsAcceptance(life, event);
        boolean accepted = event.fact() instanceof Fact.Accepted;
        life.journal.facts.published(
                event,
                world.now(),
                world.recovery().republication().nextPlace(),
                world.instant(world.ledgerClock()),
                accepted ? life.submittedAt : world.now() + projectionLag());
    }

    void knownStaysKnown(Life life, int forgotten) {
        recoveries.knownStaysKnown(life, forgotten);
    }

    void stateIsCurrent(boolean older, boolean noticed) {
        recoveries.stateIsCurrent(older, noticed);
    }

    private long projectionLag() {
        if (!world.faults().strikes(Fault.PROJECTION_LATE)) {
            return world.dice().between(0, 1_000);
        }
        return world.dice().between(0, world.dice().oneIn(2) ? 5_000 : 600_000);
    }

    /** Records were lost: readers know what is left. */
    void goBack(Life life) {
        recoveries.goBack(life);
    }

    /** A recovery decided; the shell does not run yet. */
    void recovered(Life life, Entry before, Decision decision) {
        recoveries.rulesHold(life, before);
        decisions.factsFoldToTheState(life);
        decisions.oneResult(life, decision);
        decisions.peopleAreTold(before, decision);
        recoveries.peopleAreTold(life, decision);
        decisions.alertsFollowStates(life, decision);
        remember(life);
    }

    private static void remember(Life life) {
        life.journal.remember(new Wishes(life.noSendBefore, life.quotaUntil, life.noInquiryBefore));
    }

    void decided(Life life, Entry before, Observation observation, Decision decision) {
        decisions.newIsBegun(life, observation, decision);
        actions.actionsFit(life, before, observation, decision);
        if (life.forgotten) {
            decisions.peopleAreToldOfTheForgotten(life, Seen.of(observation), decision);
            return;
        }
        approvals.rulesHold(life, before, observation, decision);
        approvals.fourEyes(life, observation, decision);
        approvals.commentsAreKeptOnce(life, observation, decision);
        approvals.oneSummary(life, observation, decision);
        decisions.factsFoldToTheState(life);
        decisions.nothingForgotten(life);
        decisions.oneResult(life, decision);
        Seen seen = Seen.of(observation);
        decisions.successCounts(life, observation, seen, decision);
        decisions.openQueryCounts(life, before, observation, decision);
        decisions.openAttemptCounts(life, before, observation, decision);
        decisions.acknowledgedIsNotAbsent(life, seen, decision);
        decisions.remembersAcknowledgement(life, observation);
        decisions.peopleAreTold(before, decision);
        decisions.alertsFollowStates(life, decision);
        decisions.peopleAreToldOfALostPosition(seen, decision);
        decisions.noFalseAlarm(life, seen, decision);
        decisions.remembersWishes(life, decision);
        decisions.remembersQuota(life, observation, decision);
        configured.withinLimits(life, seen, decision);
        if (!decision.events().isEmpty()) {
            remember(life);
        }
    }

    void forgotten(Life life) {
        decisions.onlySettledForgotten(life);
    }

    void restored(Life life) {
        decisions.nothingForgotten(life);
    }

    /** An inquiry was commanded. */
    void commanded(Life life, Effect.Inquire inquire) {
        decisions.nothingAfterTheEnd(life);
        configured.asConfigured(life, inquire);
        actions.holdKept(life);
        decisions.patient(life, life.noInquiryBefore);
    }

    void commanded(Life life, Effect.Send send) {
        decisions.nothingAfterTheEnd(life);
        configured.asConfigured(life, send);
        actions.holdKept(life);
        decisions.patient(life, life.noSendBefore);
        decisions.quotaKept(life);
        approvals.approvedBeforeSent(life);
        posts.noPostAfterExpiry(life, send);
    }

    /** What a person finds out who takes the time. */
    boolean hadNoEffect(Life life) {
        return posts.hadNoEffect(life);
    }

    /** The sender is about to write. */
    void posted(Post post) {
        posts.attemptPostedOnce(post);
        posts.noPostAfterWindow(post);
        posts.noPostInDoubt(post);
        posts.noPostPastKeyMemory(post);
    }

    void tookEffect(Life life) {
        posts.atMostOneEffect(life);
    }

    void atRest(Life life) {
        decisions.nothingForgotten(life);
        rest.comesToRest(life);
        rest.truthIsSettled(life);
    }
}
