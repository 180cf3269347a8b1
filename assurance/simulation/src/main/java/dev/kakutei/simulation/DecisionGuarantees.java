package dev.kakutei.simulation;

import dev.kakutei.ledger.Cause;
import dev.kakutei.ledger.Decision;
import dev.kakutei.ledger.Effect;
import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.Observation;
import dev.kakutei.ledger.Status;
import dev.kakutei.schemas.Alert;
import dev.kakutei.schemas.ApprovalFact;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.Finding;
import dev.kakutei.schemas.InquiryFact;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.OperatorAction;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.Report;
import java.util.List;
import java.util.Set;

/** What must hold of every decision, of what is published with it, and of the timer that it leaves. */
final class DecisionGuarantees {
    private static final Set<String> ALARMS = Set.of("contradiction", "perhaps_twice", "report_without_command");

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
        request.refused = raises(decision.effects(), TOO_OLD);
        if (request.refused && !world.ingestJumped()) {
            throw new GuaranteeBroken(
                    Guarantee.NEW_IS_BEGUN,
                    request.name() + " is new, and was taken for one that was removed: " + decision.effects());
        }
    }

    void alertsAreRaisedForRemoved(SimulatedRequest request, ObservationKind kind, Decision decision) {
        boolean evidence = kind == ObservationKind.DELIVERED
                || kind == ObservationKind.FOUND_SUCCEEDED
                || kind == ObservationKind.ARRIVED;
        if (evidence && !raises(decision.effects(), Alert.Severity.HIGH)) {
            throw new GuaranteeBroken(
                    Guarantee.ALERTS_ARE_RAISED, request.name() + " was removed, and no alert is raised for " + kind);
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
                && raises(decision.effects(), Cause.REPORT_WITHOUT_COMMAND.word())) {
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

    void alertsAreRaised(Entry before, Decision decision) {
        String needed = null;
        for (int i = 0; i < decision.events().size(); i++) {
            Fact fact = decision.events().get(i).fact();
            boolean newlyFailed = fact instanceof Fact.VerificationFailed
                    && (before == null || before.status() != Status.VERIFICATION_FAILED);
            if (newlyFailed) {
                needed = Cause.VERIFICATION_FAILED.word();
            } else if (fact instanceof Fact.Contradicted) {
                needed = Cause.CONTRADICTION.word();
            } else if (fact instanceof Fact.OperatorActed acted && acted.secondEffectAccepted() != null) {
                needed = Cause.PERHAPS_TWICE.word();
            } else if (fact instanceof ApprovalFact.Overdue) {
                needed = Cause.APPROVAL_OVERDUE.word();
            }
        }
        if (needed != null && !raises(decision.effects(), needed)) {
            throw new GuaranteeBroken(
                    Guarantee.ALERTS_ARE_RAISED,
                    "after " + (before == null ? "nothing" : before.status().word()) + ", no alert " + needed
                            + " is raised: " + decision.events());
        }
    }

    void alertsFollowStates(SimulatedRequest request, Decision decision) {
        if (request.entry == null) {
            return;
        }
        for (int i = 0; i < decision.effects().size(); i++) {
            Effect effect = decision.effects().get(i);
            if (effect instanceof Effect.Raise raise && isOfState(raise)) {
                String gateway = decision.entry().gateway();
                if (request.raised.put(raise.cause(), gateway) != null) {
                    throw alertsApart(request, raise.cause() + " is raised again");
                }
            } else if (effect instanceof Effect.Clear clear
                    && !clear.gateway()
                            .equals(request.raised.remove(clear.cause().word()))) {
                throw alertsApart(request, clear.cause().word() + " is cleared where it was not raised");
            }
        }
        boolean failed = request.entry.status() == Status.VERIFICATION_FAILED;
        if (failed != request.raised.containsKey(Cause.VERIFICATION_FAILED.word())) {
            throw alertsApart(request, "raised are " + request.raised);
        }
        if (request.entry.status().terminal() && !request.raised.isEmpty()) {
            throw alertsApart(request, "still raised are " + request.raised);
        }
    }

    private static boolean isOfState(Effect.Raise raise) {
        return Cause.ofWord(raise.cause())
                .filter(cause -> cause.resolution() == Cause.Resolution.WHEN_CLEARED)
                .isPresent();
    }

    private static GuaranteeBroken alertsApart(SimulatedRequest request, String what) {
        return new GuaranteeBroken(
                Guarantee.ALERTS_FOLLOW_STATES,
                request.name() + " is " + request.entry.status().word() + ", and " + what);
    }

    /** Of each: what became of the position concerns more than one request. */
    void alertsAreRaisedForLostPosition(ObservationKind kind, Decision decision) {
        if (kind == ObservationKind.POSITION_LOST && !raises(decision.effects(), Cause.POSITION_LOST.word())) {
            throw new GuaranteeBroken(
                    Guarantee.ALERTS_ARE_RAISED,
                    "a sender lost its position, and no alert is raised: " + decision.effects());
        }
    }

    static boolean raises(List<Effect> effects, String cause) {
        for (int i = 0; i < effects.size(); i++) {
            if (effects.get(i) instanceof Effect.Raise raise && raise.cause().equals(cause)) {
                return true;
            }
        }
        return false;
    }

    private static boolean raises(List<Effect> effects, Alert.Severity severity) {
        for (int i = 0; i < effects.size(); i++) {
            if (effects.get(i) instanceof Effect.Raise raise && raise.severity() == severity) {
                return true;
            }
        }
        return false;
    }

    /**
     * A question that was asked for before the last attempt may have been put before or after it, and so cannot say which
     * attempt succeeded: then suspicion is right. After a change of the configuration, a gateway may be trusted less, and
     * windows may be others; and where the clock was set back, what came after an attempt seems to have come before it.
     */
    void noFalseAlarm(SimulatedRequest request, ObservationKind kind, Decision decision) {
        request.suspected |= kind == ObservationKind.FOUND_SUCCEEDED
                && (request.postCount() == 0 || request.inquiredAt <= request.post(request.postCount() - 1).issuedAt);
        if (world.wordBroken() || world.configuration().trustChanged() || world.isSetBack() || request.suspected) {
            return;
        }
        for (int i = 0; i < decision.effects().size(); i++) {
            if (decision.effects().get(i) instanceof Effect.Raise raise && ALARMS.contains(raise.cause())) {
                throw new GuaranteeBroken(
                        Guarantee.NO_FALSE_ALARM,
                        request.name() + ": all parties kept their word, and yet " + raise.cause() + ": "
                                + raise.summary());
            }
        }
    }

    /**
     * Not a check, but what {@link #noRetryTooEarly} is checked against. A delay is for what it answered, sends or
     * questions, and lasts until the next attempt: what that one brings is newer.
     */
    void remembersRetryTimes(SimulatedRequest request, Decision decision) {
        for (int i = 0; i < decision.events().size(); i++) {
            Fact fact = decision.events().get(i).fact();
            if (fact instanceof Fact.AttemptDeferred deferred) {
                request.noSendBefore = world.now() + SimulatedAnswers.retryAfterMillis(deferred.answer());
                request.noInquiryBefore = Long.MIN_VALUE;
            } else if (fact instanceof Fact.OperatorActed acted) {
                // a person need not wait
                request.noSendBefore = Long.MIN_VALUE;
                request.noInquiryBefore = Long.MIN_VALUE;
                // whether a person, or a question from before the last attempt, found a success is not in the state
                request.suspected |= acted.action() == OperatorAction.Type.SETTLE_SUCCEEDED
                        && request.entry.inquiries().lastAt() != null;
            } else if (fact instanceof InquiryFact.InquiryInconclusive inconclusive) {
                request.noInquiryBefore = world.now() + SimulatedAnswers.retryAfterMillis(inconclusive.answer());
            }
        }
    }

    /** Unless the clock jumped: whoever believes the clock cannot know. */
    void noRetryTooEarly(SimulatedRequest request, long notBefore) {
        if (world.now() < notBefore && !world.jumpsForward()) {
            throw new GuaranteeBroken(
                    Guarantee.NO_RETRY_TOO_EARLY,
                    request.name() + " is commanded again " + (notBefore - world.now())
                            + " ms before the time that the gateway asked for");
        }
    }

    /** Not a check, but what {@link #quotaKept} is checked against: the period that the last attempt's report gave. */
    void remembersQuota(SimulatedRequest request, Observation observation, Decision decision) {
        for (int i = 0; i < decision.events().size(); i++) {
            Fact fact = decision.events().get(i).fact();
            if (fact instanceof Fact.AttemptDeferred) {
                request.quotaUntil = observation instanceof Observation.Reported reported
                                && reported.report() instanceof Report.AttemptReport report
                                && report.outcome() instanceof Outcome.Retryable retryable
                        ? world.now() + SimulatedAnswers.quotaMillis(retryable)
                        : Long.MIN_VALUE;
            } else if (fact instanceof Fact.OperatorActed) {
                // a person may know of a larger quota
                request.quotaUntil = Long.MIN_VALUE;
            }
        }
    }

    /** Unless the clock jumped, as above. */
    void quotaKept(SimulatedRequest request) {
        if (world.now() < request.quotaUntil && !world.jumpsForward()) {
            throw new GuaranteeBroken(
                    Guarantee.QUOTA_KEPT,
                    request.name() + " is sent again " + (request.quotaUntil - world.now())
                            + " ms before the period of the quota ends");
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
