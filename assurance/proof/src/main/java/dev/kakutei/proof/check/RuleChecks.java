package dev.kakutei.proof.check;

import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.Status;
import dev.kakutei.proof.FactHistory;
import dev.kakutei.proof.Promise;
import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.ApprovalFact;
import dev.kakutei.schemas.ClientName;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.FactKind;
import dev.kakutei.schemas.Finding;
import dev.kakutei.schemas.InquiryFact;
import dev.kakutei.schemas.LateFact;
import dev.kakutei.schemas.OperatorAction;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.Report;
import dev.kakutei.schemas.RetryHintHeaders;
import dev.kakutei.schemas.gateway.Gateway;
import dev.kakutei.schemas.gateway.GatewayClass;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;

/**
 * Whether the facts themselves keep to the rules. Written a second time, on purpose, and not taken from the ledger: a check
 * that shares the code under test proves nothing.
 */
final class RuleChecks {
    /** The longest delay that a gateway can ask for; what it asks beyond is not waited for. */
    private static final Duration MAX_RETRY_DELAY = Duration.ofHours(1);

    private final CaseCheck check;

    private RuleChecks(CaseCheck check) {
        this.check = check;
    }

    static void examine(CaseCheck check) {
        RuleChecks checks = new RuleChecks(check);
        check.canJudgeByGateway(Promise.WITHIN_KEY_MEMORY).ifPresent(checks::withinKeyMemory);
        check.canJudgeByGateway(Promise.NOT_FOUND_BELIEVED_LATE).ifPresent(checks::notFoundBelievedLate);
        check.canJudgeByGateway(Promise.RETRIED_WHEN_SAFE).ifPresent(checks::retriedWhenSafe);
        check.canJudgeByGateway(Promise.LIMITS_KEPT).ifPresent(checks::limitsKept);
        checks.noRetryTooEarly();
        checks.approvedBeforeSent();
    }

    private void withinKeyMemory(Gateway gateway) {
        if (gateway.gatewayClass() != GatewayClass.IDEMPOTENT) {
            return;
        }
        check.count(Promise.WITHIN_KEY_MEMORY);
        Set<Integer> accepted = check.history().acceptedAttempts();
        for (FactHistory.Step step : check.history().steps()) {
            if (step.fact() instanceof Fact.AttemptStarted started
                    && step.before().inDoubt()
                    && !accepted.contains(started.attempt())
                    && arrivesBy(started, gateway)
                            .isAfter(step.before().attempts().firstSentAt().plus(gateway.idempotencyTtl()))) {
                check.violate(
                        Promise.WITHIN_KEY_MEMORY,
                        "attempt " + started.attempt() + " may arrive until " + arrivesBy(started, gateway)
                                + ", in doubt, more than " + gateway.idempotencyTtl() + " after the first at "
                                + step.before().attempts().firstSentAt());
            }
        }
    }

    /** A post may reach the gateway after its call was given up, within the settling time: the key must be known then, too. */
    private static Instant arrivesBy(Fact.AttemptStarted started, Gateway gateway) {
        return started.notAfter()
                .plus(gateway.callTimeout())
                .plus(gateway.verification().settlingTime());
    }

    private void notFoundBelievedLate(Gateway gateway) {
        check.count(Promise.NOT_FOUND_BELIEVED_LATE);
        for (FactHistory.Step step : check.history().steps()) {
            Entry before = step.before();
            if (before == null || before.inquiries().open() == 0) {
                continue;
            }
            boolean counted = step.fact() instanceof InquiryFact.InquiryInconclusive inconclusive
                    && inconclusive.finding() == Finding.NOT_FOUND
                    && inconclusive.misses() > before.inquiries().misses();
            boolean believed = isBelieved(step);
            if (!counted && !believed) {
                continue;
            }
            Instant from = before.attempts().lastSendNotAfter().plus(settling(before, gateway));
            if (before.inquiries().lastAt().isBefore(from)) {
                check.violate(
                        Promise.NOT_FOUND_BELIEVED_LATE,
                        "\"not found\" was asked for at " + before.inquiries().lastAt()
                                + ", and counted, though it proves nothing before " + from);
            }
            if (isAcknowledgedBefore(step)) {
                check.violate(
                        Promise.NOT_FOUND_BELIEVED_LATE,
                        "\"not found\" was " + (believed ? "believed" : "counted") + " in fact "
                                + step.event().seq() + ", though the gateway had acknowledged the request");
            }
            int misses = before.inquiries().misses() + 1;
            if (believed && misses < gateway.verification().misses()) {
                check.violate(
                        Promise.NOT_FOUND_BELIEVED_LATE,
                        "\"not found\" was believed when heard " + misses + " times, not "
                                + gateway.verification().misses());
            }
        }
    }

    /** Whether this fact takes the request for absent because the gateway does not know it. */
    private boolean isBelieved(FactHistory.Step step) {
        if (step.fact() instanceof Fact.Settled settled) {
            return settled.ground() == Fact.Ground.VERIFICATION
                    && settled.verdict() != Fact.Verdict.SUCCEEDED
                    && settled.reason().endsWith("NOT_FOUND");
        }
        return step.fact() instanceof Fact.AttemptDeferred deferred
                && deferred.doubt() == Outcome.Doubt.NONE
                && isNotFound(check, step.before(), deferred.answer());
    }

    /** Whether this answer is "not found", to the question that is open. */
    static boolean isNotFound(CaseCheck check, Entry asking, Answer answer) {
        return asking.status() == Status.VERIFYING
                && check.file().reports().stream()
                        .anyMatch(report -> report instanceof Report.InquiryReport inquiry
                                && inquiry.finding() == Finding.NOT_FOUND
                                && inquiry.inquiry() == asking.inquiries().open()
                                && Objects.equals(inquiry.answer(), answer));
    }

    /**
     * Whether a fact before this one shows that the gateway has the request; or, where reports are at hand, a report that
     * precedes the one of the question on their topic, and so was read before it.
     */
    private boolean isAcknowledgedBefore(FactHistory.Step step) {
        for (FactHistory.Step earlier : check.history().steps()) {
            if (earlier.event().seq() >= step.event().seq()) {
                break;
            }
            Answer shown = shown(earlier);
            if (shown != null && shown.acknowledges(check.file().id())) {
                return true;
            }
        }
        boolean acknowledged = false;
        for (Report report : check.file().reports()) {
            if (report instanceof Report.InquiryReport inquiry
                    && inquiry.finding() == Finding.NOT_FOUND
                    && inquiry.inquiry() == step.before().inquiries().open()) {
                return acknowledged;
            }
            acknowledged |= report instanceof Report.AttemptReport attempt
                    && attempt.outcome() instanceof Outcome.Unknown unknown
                    && unknown.answer().acknowledges(check.file().id());
        }
        return false;
    }

    /** The answer by which this fact may show that the gateway has the request; null for a fact that cannot. */
    private static Answer shown(FactHistory.Step step) {
        Fact fact = step.fact();
        return switch (FactKind.of(fact)) {
            case OUTCOME_UNKNOWN -> ((Fact.OutcomeUnknown) fact).answer();
            case OUTCOME_STILL_UNKNOWN -> ((LateFact.OutcomeStillUnknown) fact).answer();
            case ACKNOWLEDGED -> ((LateFact.Acknowledged) fact).answer();
            case ATTEMPT_DEFERRED -> {
                Fact.AttemptDeferred deferred = (Fact.AttemptDeferred) fact;
                yield deferred.doubt() == Outcome.Doubt.POSSIBLE ? deferred.answer() : null;
            }
            case INQUIRY_INCONCLUSIVE -> {
                InquiryFact.InquiryInconclusive inconclusive = (InquiryFact.InquiryInconclusive) fact;
                yield inconclusive.finding() == Finding.PENDING ? inconclusive.answer() : null;
            }
            case ACCEPTED,
                    ATTEMPT_STARTED,
                    RECORDS_LOST,
                    INQUIRY_STARTED,
                    VERIFICATION_FAILED,
                    SETTLED,
                    CONTRADICTED,
                    OPERATOR_ACTED,
                    APPROVAL_REQUESTED,
                    APPROVAL_OVERDUE,
                    APPROVED,
                    RETURNED,
                    RESUBMITTED,
                    SUMMARY_ATTACHED,
                    COMMENTED -> null;
        };
    }

    /** A call may have lasted as long as its caller would wait. */
    private static Duration settling(Entry entry, Gateway gateway) {
        return CaseCheck.longestCall(entry, gateway).plus(gateway.verification().settlingTime());
    }

    private void retriedWhenSafe(Gateway gateway) {
        check.count(Promise.RETRIED_WHEN_SAFE);
        if (gateway.gatewayClass() == GatewayClass.IDEMPOTENT) {
            return;
        }
        Set<Integer> accepted = check.history().acceptedAttempts();
        boolean requestedByOperator = false;
        boolean absent = false;
        for (FactHistory.Step step : check.history().steps()) {
            if (step.fact() instanceof Fact.AttemptDeferred deferred) {
                absent = deferred.doubt() == Outcome.Doubt.NONE && isAbsence(step, deferred);
            } else if (step.fact() instanceof Fact.OperatorActed acted) {
                requestedByOperator = requestedByOperator || acted.action() == OperatorAction.Type.SEND_AGAIN;
            } else if (step.fact() instanceof Fact.AttemptStarted started) {
                if (started.attempt() > 1 && !absent && !accepted.contains(started.attempt())) {
                    check.violate(
                            Promise.RETRIED_WHEN_SAFE,
                            "attempt " + started.attempt() + " began, and the one before may have taken effect"
                                    + (requestedByOperator
                                            ? "; the operator who requested it had not accepted a second effect"
                                            : ""));
                }
                requestedByOperator = false;
                absent = false;
            }
        }
    }

    /** Where reports are at hand, one must say that nothing was done. */
    private boolean isAbsence(FactHistory.Step step, Fact.AttemptDeferred deferred) {
        if (!check.context().isComplete(Promise.Source.REPORTS, step.after().acceptedAt())) {
            return true;
        }
        return check.file().reports().stream().anyMatch(report -> {
            if (report instanceof Report.AttemptReport attempt) {
                return attempt.attempt() == deferred.attempt()
                        && Absence.isProved(attempt.outcome())
                        && !isPreceded(attempt)
                        && Objects.equals(attempt.outcome().answer(), deferred.answer());
            }
            return report instanceof Report.InquiryReport inquiry
                    && inquiry.finding() == Finding.NOT_FOUND
                    && Objects.equals(inquiry.answer(), deferred.answer());
        });
    }

    /** Whether an earlier report says that this very attempt may have taken effect: a later one cannot take that back. */
    private boolean isPreceded(Report.AttemptReport absence) {
        return check.file().reports().stream()
                .filter(Report.AttemptReport.class::isInstance)
                .map(Report.AttemptReport.class::cast)
                .anyMatch(other -> other.attempt() == absence.attempt()
                        && other.at().isBefore(absence.at())
                        && Absence.mayHaveActed(other.outcome()));
    }

    private void limitsKept(Gateway gateway) {
        check.count(Promise.LIMITS_KEPT);
        int attempts = gateway.retry().attempts();
        int inquiries = gateway.verification().after().size();
        for (FactHistory.Step step : check.history().steps()) {
            if (step.fact() instanceof Fact.OperatorActed acted) {
                // A person may want one more than the schedule has.
                attempts += acted.action() == OperatorAction.Type.SEND_AGAIN ? 1 : 0;
                inquiries += acted.action() == OperatorAction.Type.VERIFY_NOW ? 1 : 0;
            } else if (step.fact() instanceof Fact.AttemptStarted started && started.attempt() > attempts) {
                check.violate(Promise.LIMITS_KEPT, "attempt " + started.attempt() + " of " + attempts + " began");
            } else if (step.fact() instanceof InquiryFact.InquiryStarted started && started.inquiry() > inquiries) {
                check.violate(Promise.LIMITS_KEPT, "inquiry " + started.inquiry() + " of " + inquiries + " began");
            }
        }
    }

    private void noRetryTooEarly() {
        if (check.history().steps().isEmpty() || !check.canJudge(Promise.NO_RETRY_TOO_EARLY)) {
            return;
        }
        check.count(Promise.NO_RETRY_TOO_EARLY);
        FactHistory.Step last = null;
        for (FactHistory.Step step : check.history().steps()) {
            Entry before = step.before();
            boolean requestedByOperator = last != null && last.fact() instanceof Fact.OperatorActed;
            boolean begins =
                    step.fact() instanceof Fact.AttemptStarted || step.fact() instanceof InquiryFact.InquiryStarted;
            if (begins
                    && !requestedByOperator
                    && (before.status() == Status.RETRYING || before.status() == Status.VERIFYING)
                    && before.dueAt() != null
                    && step.event().at().isBefore(before.dueAt())) {
                check.violate(
                        Promise.NO_RETRY_TOO_EARLY,
                        "fact " + step.event().seq() + " began at "
                                + step.event().at() + ", though its time was " + before.dueAt());
            }
            if (step.fact() instanceof Fact.AttemptDeferred deferred) {
                checkRetryTime(step, deferred);
            }
            last = step;
        }
    }

    private void approvedBeforeSent() {
        if (check.history().steps().stream().noneMatch(step -> step.fact() instanceof ApprovalFact.Requested)
                || !check.canJudge(Promise.APPROVED_BEFORE_SENT)) {
            return;
        }
        check.count(Promise.APPROVED_BEFORE_SENT);
        boolean awaited = false;
        for (FactHistory.Step step : check.history().steps()) {
            if (step.fact() instanceof ApprovalFact.Requested || step.fact() instanceof ApprovalFact.Resubmitted) {
                awaited = true;
            } else if (step.fact() instanceof ApprovalFact.Approved) {
                awaited = false;
                String submitter = step.before().version().submittedBy();
                if (ClientName.of(step.event().by()).equals(submitter)) {
                    check.violate(Promise.APPROVED_BEFORE_SENT, submitter + " approved what the same client submitted");
                }
            } else if (step.fact() instanceof Fact.AttemptStarted started && awaited) {
                check.violate(Promise.APPROVED_BEFORE_SENT, "attempt " + started.attempt() + " began without approval");
            }
        }
    }

    private void checkRetryTime(FactHistory.Step step, Fact.AttemptDeferred deferred) {
        Instant at = step.event().at();
        Duration wish =
                RetryHintHeaders.requestedWait(deferred.answer().headers(), at).orElse(Duration.ZERO);
        Instant asked = at.plus(wish.compareTo(MAX_RETRY_DELAY) > 0 ? MAX_RETRY_DELAY : wish);
        Instant expiresAt = step.after().expiresAt();
        boolean expiresFirst = expiresAt != null && !deferred.retryAt().isBefore(expiresAt);
        if (deferred.retryAt().isBefore(asked) && !expiresFirst) {
            check.violate(
                    Promise.NO_RETRY_TOO_EARLY,
                    "attempt " + (deferred.attempt() + 1) + " is due at " + deferred.retryAt()
                            + ", though the gateway asked for no request until " + asked);
        }
    }
}
