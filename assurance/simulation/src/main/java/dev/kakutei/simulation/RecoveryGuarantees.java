package dev.kakutei.simulation;

import dev.kakutei.ledger.Decision;
import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.Status;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.OperatorAction;

/**
 * What must hold of a recovery, and what the other guarantees are checked against after one: what was promised to the
 * gateway and to people counts as far as facts of it are known; what was done counts whether anything of it is known or not.
 */
record RecoveryGuarantees(World world, ApprovalGuarantees approvals, PostGuarantees posts) {
    /** Not a check: what is known of the request is what its journal still has. */
    void goBack(SimulatedRequest request) {
        request.folded = null;
        request.version = 1;
        request.approvedVersion = 0;
        request.expiresAt = request.firstExpiresAt;
        request.gateway = world.contracts().gateway();
        request.onHold = false;
        request.said.clear();
        request.summaries.clear();
        request.acceptedAttempts.clear();
        request.raised.clear();
        for (int i = 0; i < request.journal.facts.size(); i++) {
            replay(request, request.journal.facts.event(i));
        }
        RetryTimes retryTimes = request.journal.retryTimes();
        request.noSendBefore = retryTimes.noSendBefore();
        request.quotaUntil = retryTimes.quotaUntil();
        request.noInquiryBefore = retryTimes.noInquiryBefore();
        request.document = request.version;
        request.held = request.folded.approval() != null;
        request.results = request.folded.status().terminal() ? 1 : 0;
        request.acknowledged = request.folded.inquiries().answers().acknowledgedReference() != null;
        request.askedByWrongId &= request.acknowledged;
        request.suspected = true;
    }

    private void replay(SimulatedRequest request, LedgerEvent event) {
        Fact fact = event.fact();
        request.folded = request.folded == null ? Entry.begin(event) : request.folded.apply(event);
        approvals.remembers(request, event);
        approvals.remembersSummary(request, event);
        posts.remembersAcceptance(request, event);
        if (fact instanceof Fact.Commented commented) {
            request.said.add(commented.actionId());
        } else if (fact instanceof Fact.OperatorActed acted) {
            request.onHold = acted.action() == OperatorAction.Type.HOLD
                    || (request.onHold && acted.action() != OperatorAction.Type.RELEASE);
        }
    }

    /** Where nothing but the acceptance is known, by the rules of the recovery. */
    void rulesHold(SimulatedRequest request, Entry before) {
        if (before.status() != Status.ACCEPTED) {
            return;
        }
        request.held = request.large && world.configuration().rule() != null;
        if (request.held != (request.entry.status() == Status.PENDING_APPROVAL)) {
            throw new GuaranteeBroken(
                    Guarantee.RULES_HOLD,
                    request.name() + (request.held ? " is held by a rule" : " is held by no rule") + ", and is "
                            + request.entry.status().word() + " after a recovery");
        }
    }

    /** @param lost how many facts of it neither store has, since Postgres was put back */
    void knownStaysKnown(SimulatedRequest request, int lost) {
        if (lost == 0) {
            return;
        }
        boolean keyLost = request.journal.facts.size() == 0;
        throw new GuaranteeBroken(
                Guarantee.KNOWN_STAYS_KNOWN,
                request.name() + " had " + lost + " facts more before Postgres was put back"
                        + (keyLost ? ", and its key is not known: whoever repeats it has it sent a second time" : ""));
    }

    /**
     * @param older whether the state that was read lacks a decision
     * @param noticed whether everything is halted for that
     */
    void stateIsCurrent(boolean older, boolean noticed) {
        if (older != noticed) {
            throw new GuaranteeBroken(
                    Guarantee.STATE_IS_CURRENT,
                    older
                            ? "the shell goes on with a state that lacks its last decisions"
                            : "the state lacks nothing, and everything is halted");
        }
    }

    void alertsAreRaised(SimulatedRequest request, Decision decision) {
        if (!AlertGuarantees.raises(decision.effects(), "records_lost")) {
            throw new GuaranteeBroken(
                    Guarantee.ALERTS_ARE_RAISED,
                    request.name() + " may have been sent without a trace of it, and no alert is raised: "
                            + decision.effects());
        }
    }
}
