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
    void remembers(SimulatedRequest request, LedgerEvent event) {
        if (event.fact() instanceof Fact.Accepted) {
            request.summaries.put(event.seq(), 0);
        } else if (event.fact() instanceof ApprovalFact.Resubmitted resubmitted) {
            request.summaries.put(event.seq(), 0);
            request.version++;
            request.expiresAt = resubmitted.expiresAt();
            request.gateway = world.contracts().named(resubmitted.gateway());
        } else if (event.fact() instanceof ApprovalFact.Approved approved) {
            request.approvedVersion = approved.version();
        }
    }

    /** By the rules of that moment: what they become later changes nothing. */
    void rulesHold(SimulatedRequest request, Entry before, Observation observation, Decision decision) {
        if (request.entry == null || decision.events().isEmpty()) {
            return;
        }
        boolean begun = before == null;
        request.held = begun ? request.large && world.configuration().rule() != null : request.held;
        boolean resubmitted = ObservationKind.of(observation) == ObservationKind.RESUBMISSION_REQUESTED;
        if ((begun || resubmitted) && request.held != (request.entry.status() == Status.PENDING_APPROVAL)) {
            throw new GuaranteeBroken(
                    Guarantee.RULES_HOLD,
                    request.name() + (request.held ? " is held by a rule" : " is held by no rule") + ", and is "
                            + request.entry.status().word());
        }
    }

    void approvedBeforeSent(SimulatedRequest request) {
        if (request.held && (request.approvedVersion != request.version || request.document != request.version)) {
            throw new GuaranteeBroken(
                    Guarantee.APPROVED_BEFORE_SENT,
                    request.name() + " is sent as of version " + request.document + " of " + request.version
                            + ", and approved is version " + request.approvedVersion);
        }
    }

    void fourEyes(SimulatedRequest request, Observation observation, Decision decision) {
        boolean own = observation instanceof Observation.ActionRequested actionRequested
                && actionRequested.action().operator().equals(SimulatedApprover.SUBMITTER);
        for (int i = 0; own && i < decision.events().size(); i++) {
            Fact fact = decision.events().get(i).fact();
            if (fact instanceof ApprovalFact.Approved || fact instanceof ApprovalFact.Returned) {
                throw new GuaranteeBroken(
                        Guarantee.FOUR_EYES, request.name() + " is decided on by its submitter: " + fact);
            }
        }
    }

    void commentsMoveNothing(SimulatedRequest request, LedgerEvent event) {
        if (!(event.fact() instanceof Fact.Commented)) {
            return;
        }
        Entry after = request.folded.apply(event);
        if (after.status() != request.folded.status()
                || after.currentEventId() != request.folded.currentEventId()
                || !Objects.equals(after.dueAt(), request.folded.dueAt())) {
            throw new GuaranteeBroken(
                    Guarantee.COMMENTS_MOVE_NOTHING, request.name() + " is moved by a comment: " + after);
        }
    }

    void commentsAreKeptOnce(SimulatedRequest request, Observation observation, Decision decision) {
        if (request.entry == null
                || !(observation instanceof Observation.ActionRequested actionRequested)
                || actionRequested.action().type() != OperatorAction.Type.COMMENT) {
            return;
        }
        int expected = request.said.add(actionRequested.action().actionId()) ? 1 : 0;
        if (decision.events().size() != expected) {
            throw new GuaranteeBroken(
                    Guarantee.COMMENTS_MOVE_NOTHING,
                    request.name() + " keeps " + decision.events().size() + " comments of " + expected);
        }
    }

    void summariesMoveNothing(SimulatedRequest request, LedgerEvent event) {
        if (!(event.fact() instanceof ApprovalFact.SummaryAttached)) {
            return;
        }
        Entry after = request.folded.apply(event);
        if (after.status() != request.folded.status()
                || after.currentEventId() != request.folded.currentEventId()
                || !Objects.equals(after.dueAt(), request.folded.dueAt())) {
            throw new GuaranteeBroken(Guarantee.ONE_SUMMARY, request.name() + " is moved by a summary: " + after);
        }
    }

    void oneSummary(SimulatedRequest request, Observation observation, Decision decision) {
        if (request.entry == null
                || !(observation instanceof Observation.ActionRequested actionRequested)
                || actionRequested.action().type() != OperatorAction.Type.ATTACH_SUMMARY) {
            return;
        }
        SubmissionSummary summary = actionRequested.action().summary();
        int replaces = summary.replaces() == null ? 0 : summary.replaces();
        boolean attaches = actionRequested.action().role() == OperatorAction.Role.SUMMARISER
                && request.summaries.getOrDefault(summary.eventId(), -1) == replaces;
        if (decision.events().size() != (attaches ? 1 : 0)) {
            throw new GuaranteeBroken(
                    Guarantee.ONE_SUMMARY,
                    request.name() + " has summaries " + request.summaries + ", and that of event " + summary.eventId()
                            + " which replaces " + replaces + " leads to " + decision.events());
        }
        decision.events().forEach(event -> remembersSummary(request, event));
    }

    void remembersSummary(SimulatedRequest request, LedgerEvent event) {
        if (event.fact() instanceof ApprovalFact.SummaryAttached attached) {
            request.summaries.put(attached.submissionEventId(), event.seq());
        }
    }
}
