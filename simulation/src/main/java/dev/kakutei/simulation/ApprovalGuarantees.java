package dev.kakutei.simulation;

import dev.kakutei.ledger.Decision;
import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.Observation;
import dev.kakutei.ledger.Status;
import dev.kakutei.schemas.ApprovalFact;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.OperatorAction;
import dev.kakutei.schemas.SubmissionSummary;
import java.util.Objects;

/** What must hold of requests that wait for a second person. */
final class ApprovalGuarantees {
    private final World world;

    ApprovalGuarantees(World world) {
        this.world = world;
    }

    /** Not a check, but what {@link #approvedBeforeSent} is checked against. */
    void remembers(Life life, LedgerEvent event) {
        if (event.fact() instanceof Fact.Accepted) {
            life.summaries.put(event.seq(), 0);
        } else if (event.fact() instanceof ApprovalFact.Resubmitted resubmitted) {
            life.summaries.put(event.seq(), 0);
            life.version++;
            life.expiresAt = resubmitted.expiresAt();
            life.gateway = world.terms().named(resubmitted.gateway());
        } else if (event.fact() instanceof ApprovalFact.Approved approved) {
            life.approvedVersion = approved.version();
        }
    }

    /** By the rules of that moment: what they become later changes nothing. */
    void rulesHold(Life life, Entry before, Observation observation, Decision decision) {
        if (life.entry == null || decision.events().isEmpty()) {
            return;
        }
        boolean begun = before == null;
        life.held = begun ? life.large && world.configuration().rule() != null : life.held;
        boolean anew = Seen.of(observation) == Seen.RESUBMISSION_REQUESTED;
        if ((begun || anew) && life.held != (life.entry.status() == Status.PENDING_APPROVAL)) {
            throw new Broken(
                    Guarantee.RULES_HOLD,
                    life.name() + (life.held ? " is held by a rule" : " is held by no rule") + ", and is "
                            + life.entry.status().word());
        }
    }

    void approvedBeforeSent(Life life) {
        if (life.held && (life.approvedVersion != life.version || life.document != life.version)) {
            throw new Broken(
                    Guarantee.APPROVED_BEFORE_SENT,
                    life.name() + " is sent as of version " + life.document + " of " + life.version
                            + ", and approved is version " + life.approvedVersion);
        }
    }

    void fourEyes(Life life, Observation observation, Decision decision) {
        boolean own = observation instanceof Observation.ActionRequested actionRequested
                && actionRequested.action().operator().equals(SimulatedApprover.SUBMITTER);
        for (int i = 0; own && i < decision.events().size(); i++) {
            Fact fact = decision.events().get(i).fact();
            if (fact instanceof ApprovalFact.Approved || fact instanceof ApprovalFact.Returned) {
                throw new Broken(Guarantee.FOUR_EYES, life.name() + " is decided on by its submitter: " + fact);
            }
        }
    }

    void commentsMoveNothing(Life life, LedgerEvent event) {
        if (!(event.fact() instanceof Fact.Commented)) {
            return;
        }
        Entry after = life.folded.apply(event);
        if (after.status() != life.folded.status()
                || after.currentEventId() != life.folded.currentEventId()
                || !Objects.equals(after.dueAt(), life.folded.dueAt())) {
            throw new Broken(Guarantee.COMMENTS_MOVE_NOTHING, life.name() + " is moved by a comment: " + after);
        }
    }

    void commentsAreKeptOnce(Life life, Observation observation, Decision decision) {
        if (life.entry == null
                || !(observation instanceof Observation.ActionRequested actionRequested)
                || actionRequested.action().type() != OperatorAction.Type.COMMENT) {
            return;
        }
        int expected = life.said.add(actionRequested.action().actionId()) ? 1 : 0;
        if (decision.events().size() != expected) {
            throw new Broken(
                    Guarantee.COMMENTS_MOVE_NOTHING,
                    life.name() + " keeps " + decision.events().size() + " comments of " + expected);
        }
    }

    void summariesMoveNothing(Life life, LedgerEvent event) {
        if (!(event.fact() instanceof ApprovalFact.SummaryAttached)) {
            return;
        }
        Entry after = life.folded.apply(event);
        if (after.status() != life.folded.status()
                || after.currentEventId() != life.folded.currentEventId()
                || !Objects.equals(after.dueAt(), life.folded.dueAt())) {
            throw new Broken(Guarantee.ONE_SUMMARY, life.name() + " is moved by a summary: " + after);
        }
    }

    void oneSummary(Life life, Observation observation, Decision decision) {
        if (life.entry == null
                || !(observation instanceof Observation.ActionRequested actionRequested)
                || actionRequested.action().type() != OperatorAction.Type.ATTACH_SUMMARY) {
            return;
        }
        SubmissionSummary summary = actionRequested.action().summary();
        int replaces = summary.replaces() == null ? 0 : summary.replaces();
        boolean attaches = actionRequested.action().role() == OperatorAction.Role.SUMMARISER
                && life.summaries.getOrDefault(summary.eventId(), -1) == replaces;
        if (decision.events().size() != (attaches ? 1 : 0)) {
            throw new Broken(
                    Guarantee.ONE_SUMMARY,
                    life.name() + " has summaries " + life.summaries + ", and that of event " + summary.eventId()
                            + " which replaces " + replaces + " leads to " + decision.events());
        }
        decision.events().forEach(event -> remembersSummary(life, event));
    }

    void remembersSummary(Life life, LedgerEvent event) {
        if (event.fact() instanceof ApprovalFact.SummaryAttached attached) {
            life.summaries.put(attached.submissionEventId(), event.seq());
        }
    }
}
