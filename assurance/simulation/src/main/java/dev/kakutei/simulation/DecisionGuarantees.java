package dev.kakutei.simulation;

import dev.kakutei.ledger.Cause;
import dev.kakutei.ledger.Decision;
import dev.kakutei.ledger.Effect;
import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.Observation;
import dev.kakutei.ledger.Status;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.Finding;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.Report;

/** What must hold of every decision, of what is published with it, and of the timer that it leaves; but for alerts. */
final class DecisionGuarantees {
    private static final String TOO_OLD = "too_old_to_be_new";

    private final World world;

    DecisionGuarantees(World world) {
        this.world = world;
    }

    void factsAreDense(SimulatedRequest request, LedgerEvent event) {
        int last = request.folded == null ? 0 : request.folded.seq();
        if (event.seq() != last + 1) {
            throw new GuaranteeBroken(
                    Guarantee.FACTS_FOLD_TO_THE_STATE,
                    request.name() + ": fact " + event.seq() + " was published after fact " + last);
        }
    }

    void factsFoldToTheState(SimulatedRequest request) {
        if (request.entry == null ? request.folded != null : !request.entry.equals(request.folded)) {
            throw new GuaranteeBroken(
                    Guarantee.FACTS_FOLD_TO_THE_STATE,
                    request.name() + " is " + request.entry + ", and its facts say " + request.folded);
        }
    }

    void noRequestStuck(SimulatedRequest request) {
        Entry entry = request.entry;
        boolean nothingDue = entry != null
                && entry.dueAt() == null
                && (entry.status().terminal() || (entry.status().waitsForPerson() && !expiresUnseen(request)));
        if (entry == null || nothingDue) {
            return;
        }
        if (entry.dueAt() == null || request.armedAt != world.millis(entry.dueAt())) {
            throw new GuaranteeBroken(
                    Guarantee.NO_REQUEST_STUCK,
                    request.name() + " is " + entry.status().word() + ", due at " + entry.dueAt()
                            + ", and no timer is set for it");
        }
    }

    /** A request that waits for approval expires all the same; one that an operator holds does not. */
    private static boolean expiresUnseen(SimulatedRequest request) {
        Status status = request.entry.status();
        return request.entry.expiresAt() != null && (status == Status.PENDING_APPROVAL || status == Status.RETURNED);
    }

    void removedForGood(SimulatedRequest request, LedgerEvent event) {
        if (request.removed) {
            throw new GuaranteeBroken(
                    Guarantee.REMOVED_FOR_GOOD, request.name() + " was settled and removed, and now " + event.fact());
        }
    }

    /** Unless those who accept had their clocks put forward: then what was on its way meanwhile only raises an alert. */
    void newIsBegun(SimulatedRequest request, Observation observation, Decision decision) {
        if (request.entry != null || request.removed || !(observation instanceof Observation.Arrived)) {
            return;
        }
        request.refused = AlertGuarantees.raises(decision.effects(), TOO_OLD);
        if (request.refused && !world.ingestJumped()) {
            throw new GuaranteeBroken(
                    Guarantee.NEW_IS_BEGUN,
                    request.name() + " is new, and was taken for one that was removed: " + decision.effects());
        }
    }

    /** For how long in truth cannot be known where the clocks of those who accept jumped as well, or one was set back. */
    void onlySettledRemoved(SimulatedRequest request) {
        Entry entry = request.entry;
        boolean tooSoon = !world.ingestJumped()
                && !world.isSetBack()
                && world.millis(entry.settlement().at())
                                + world.contracts().retention().kept().toMillis()
                        > world.now();
        if (!entry.status().terminal() || entry.contradicted() || tooSoon) {
            throw new GuaranteeBroken(
                    Guarantee.ONLY_SETTLED_REMOVED,
                    request.name() + " was removed, and was " + entry.status().word()
                            + (entry.contradicted() ? ", contradicted" : "") + " at " + entry.updatedAt());
        }
    }

    void oneResult(SimulatedRequest request, Decision decision) {
        for (int i = 0; i < decision.effects().size(); i++) {
            request.results += decision.effects().get(i) instanceof Effect.PublishResult ? 1 : 0;
        }
        int expected = request.entry != null && request.entry.status().terminal() ? 1 : 0;
        if (request.results != expected) {
            throw new GuaranteeBroken(
                    Guarantee.ONE_RESULT,
                    request.name() + " is " + request.entry.status().word() + " with " + request.results + " results");
        }
    }

    /**
     * Unless it is of a command that left no trace, after the gateway had said that there was nothing: then it broke its
     * word, and people are notified.
     */
    void successCounts(SimulatedRequest request, Observation observation, ObservationKind kind, Decision decision) {
        if (kind != ObservationKind.DELIVERED && kind != ObservationKind.FOUND_SUCCEEDED) {
            return;
        }
        if (world.wordBroken()
                && request.losses > 0
                && AlertGuarantees.raises(decision.effects(), Cause.REPORT_WITHOUT_COMMAND.word())) {
            return;
        }
        int evidence = kind == ObservationKind.DELIVERED
                ? ((Report.AttemptReport) ((Observation.Reported) observation).report()).attempt()
                : Entry.BY_STATUS_QUERY;
        if (request.entry.status() != Status.SUCCEEDED
                && !request.entry.settlement().contradictions().contains(evidence)) {
            throw new GuaranteeBroken(
                    Guarantee.SUCCESS_COUNTS,
                    request.name() + " was reported to have succeeded, and is "
                            + request.entry.status().word());
        }
    }

    void openQueryCounts(SimulatedRequest request, Entry before, Observation observation, Decision decision) {
        if (before == null
                || before.status().terminal()
                || !(observation instanceof Observation.Reported reported)
                || !(reported.report() instanceof Report.InquiryReport report)) {
            return;
        }
        boolean open = before.status() == Status.VERIFYING
                && before.inquiries().open() == report.inquiry()
                && before.recovery() == report.recovery();
        if (!open && report.finding() != Finding.SUCCEEDED && !decision.events().isEmpty()) {
            throw new GuaranteeBroken(
                    Guarantee.OPEN_QUERY_COUNTS,
                    request.name() + ": the answer to status query " + report.inquiry() + " leads to "
                            + decision.events() + ", and open is "
                            + before.inquiries().open());
        }
    }

    void openAttemptCounts(SimulatedRequest request, Entry before, Observation observation, Decision decision) {
        if (before == null
                || before.status() != Status.SENDING
                || !(observation instanceof Observation.Reported reported)
                || !(reported.report() instanceof Report.AttemptReport report)
                || report.outcome() instanceof Outcome.Delivered) {
            return;
        }
        boolean open = before.attempts().count() == report.attempt() && before.recovery() == report.recovery();
        if (!open && request.entry.status() != Status.SENDING) {
            throw new GuaranteeBroken(
                    Guarantee.OPEN_ATTEMPT_COUNTS,
                    request.name() + ": the report on attempt " + report.attempt() + " of recovery " + report.recovery()
                            + " leads to " + decision.events() + ", and under way is "
                            + before.attempts().count()
                            + " of recovery " + before.recovery());
        }
    }

    void acknowledgedIsNotAbsent(SimulatedRequest request, ObservationKind kind, Decision decision) {
        if (kind != ObservationKind.FOUND_NOT_FOUND || !request.acknowledged) {
            return;
        }
        for (int i = 0; i < decision.events().size(); i++) {
            Fact fact = decision.events().get(i).fact();
            if (fact instanceof Fact.Settled || fact instanceof Fact.AttemptDeferred) {
                throw new GuaranteeBroken(
                        Guarantee.ACKNOWLEDGED_IS_NOT_ABSENT,
                        request.name() + " was acknowledged by the gateway, and \"not found\" was believed: " + fact);
            }
        }
    }

    /** Not a check, but what {@link #acknowledgedIsNotAbsent} is checked against. */
    void remembersAcknowledgement(SimulatedRequest request, Observation observation) {
        if (!request.acknowledged
                && observation instanceof Observation.Reported reported
                && reported.report() instanceof Report.AttemptReport report
                && report.outcome() == SimulatedAnswers.ACKNOWLEDGED) {
            request.acknowledged = true;
            request.askedByWrongId = world.faults().strikes(SimulatedFault.ASKED_BY_WRONG_ID);
        }
    }

    void nothingAfterTheEnd(SimulatedRequest request) {
        if (request.entry != null && request.entry.status().terminal()) {
            throw new GuaranteeBroken(
                    Guarantee.NOTHING_AFTER_THE_END,
                    request.name() + " is " + request.entry.status().word() + ", and yet something is commanded");
        }
    }
}
