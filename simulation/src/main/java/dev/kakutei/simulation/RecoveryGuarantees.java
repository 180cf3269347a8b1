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
final class RecoveryGuarantees {
    private final World world;
    private final ApprovalGuarantees approvals;
    private final PostGuarantees posts;

    RecoveryGuarantees(World world, ApprovalGuarantees approvals, PostGuarantees posts) {
        this.world = world;
        this.approvals = approvals;
        this.posts = posts;
    }

    /** Not a check: what is known of the request is what its journal still has. */
    void goBack(Life life) {
        life.folded = null;
        life.version = 1;
        life.approvedVersion = 0;
        life.expiresAt = life.firstExpiresAt;
        life.gateway = world.terms().gateway();
        life.onHold = false;
        life.said.clear();
        life.summaries.clear();
        life.acceptedAttempts.clear();
        life.raised.clear();
        for (int i = 0; i < life.journal.facts.size(); i++) {
            replay(life, life.journal.facts.event(i));
        }
        Wishes wishes = life.journal.wishes();
        life.noSendBefore = wishes.noSendBefore();
        life.quotaUntil = wishes.quotaUntil();
        life.noInquiryBefore = wishes.noInquiryBefore();
        life.document = life.version;
        life.held = life.folded.approval() != null;
        life.results = life.folded.status().terminal() ? 1 : 0;
        life.acknowledged = life.folded.answers().acknowledgedReference() != null;
        life.askedByWrongId &= life.acknowledged;
        life.suspected = true;
    }

    private void replay(Life life, LedgerEvent event) {
        Fact fact = event.fact();
        life.folded = life.folded == null ? Entry.begin(event) : life.folded.apply(event);
        approvals.remembers(life, event);
        approvals.remembersSummary(life, event);
        posts.remembersAcceptance(life, event);
        if (fact instanceof Fact.Commented commented) {
            life.said.add(commented.actionId());
        } else if (fact instanceof Fact.OperatorActed acted) {
            life.onHold = acted.action() == OperatorAction.Type.HOLD
                    || (life.onHold && acted.action() != OperatorAction.Type.RELEASE);
        }
    }

    /** Where nothing but the acceptance is known, by the rules of the recovery. */
    void rulesHold(Life life, Entry before) {
        if (before.status() != Status.ACCEPTED) {
            return;
        }
        life.held = life.large && world.configuration().rule() != null;
        if (life.held != (life.entry.status() == Status.PENDING_APPROVAL)) {
            throw new Broken(
                    Guarantee.RULES_HOLD,
                    life.name() + (life.held ? " is held by a rule" : " is held by no rule") + ", and is "
                            + life.entry.status().word() + " after a recovery");
        }
    }

    /** @param forgotten how many facts of it neither store has, since Postgres was put back */
    void knownStaysKnown(Life life, int forgotten) {
        if (forgotten == 0) {
            return;
        }
        boolean keyLost = life.journal.facts.size() == 0;
        throw new Broken(
                Guarantee.KNOWN_STAYS_KNOWN,
                life.name() + " had " + forgotten + " facts more before Postgres was put back"
                        + (keyLost ? ", and its key is not known: whoever repeats it has it sent a second time" : ""));
    }

    /**
     * @param older whether the state that was read lacks a decision
     * @param noticed whether everything is halted for that
     */
    void stateIsCurrent(boolean older, boolean noticed) {
        if (older != noticed) {
            throw new Broken(
                    Guarantee.STATE_IS_CURRENT,
                    older
                            ? "the shell goes on with a state that lacks its last decisions"
                            : "the state lacks nothing, and everything is halted");
        }
    }

    void peopleAreTold(Life life, Decision decision) {
        if (!DecisionGuarantees.raises(decision.effects(), "records_lost")) {
            throw new Broken(
                    Guarantee.PEOPLE_ARE_TOLD,
                    life.name() + " may have been sent without a trace of it, and no alert is raised: "
                            + decision.effects());
        }
    }
}
