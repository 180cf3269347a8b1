package dev.kakutei.simulation;

import dev.kakutei.ledger.Decision;
import dev.kakutei.ledger.Observation;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.InquiryFact;
import dev.kakutei.schemas.OperatorAction;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.Report;

/** What must hold of the times at which a request is commanded again. */
final class RetryGuarantees {
    private final World world;

    RetryGuarantees(World world) {
        this.world = world;
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
}
