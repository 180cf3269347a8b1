package dev.kakutei.ledger;

import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.FactKind;

/**
 * Which fact says that an attempt failed (SPEC F1): each failed attempt has exactly one, whether another one follows or it
 * was the last. An attempt whose outcome is unknown has not failed; it has if that is found out later.
 */
public final class FailedAttempt {
    private FailedAttempt() {}

    /** @param before the request before the decision that the fact belongs to; null where it was not known */
    public static boolean isSaidBy(Fact fact, Entry before) {
        if (before == null || before.attempts().count() == 0 || !isOpen(before.status())) {
            return false;
        }
        return switch (FactKind.of(fact)) {
            case ATTEMPT_DEFERRED -> true;
            case SETTLED -> isFailure(((Fact.Settled) fact).verdict());
            case ACCEPTED,
                    ATTEMPT_STARTED,
                    OUTCOME_UNKNOWN,
                    OUTCOME_STILL_UNKNOWN,
                    ACKNOWLEDGED,
                    RECORDS_LOST,
                    INQUIRY_STARTED,
                    INQUIRY_INCONCLUSIVE,
                    VERIFICATION_FAILED,
                    CONTRADICTED,
                    OPERATOR_ACTED,
                    APPROVAL_REQUESTED,
                    APPROVAL_OVERDUE,
                    APPROVED,
                    RETURNED,
                    RESUBMITTED,
                    SUMMARY_ATTACHED,
                    COMMENTED -> false;
        };
    }

    private static boolean isFailure(Fact.Verdict verdict) {
        return verdict == Fact.Verdict.FAILED || verdict == Fact.Verdict.ABORTED;
    }

    /** How its last attempt ended is not known yet. */
    private static boolean isOpen(Status status) {
        return switch (status) {
            case SENDING, VERIFYING, VERIFICATION_FAILED -> true;
            case ACCEPTED, PENDING_APPROVAL, RETURNED, HELD, RETRYING, SUCCEEDED, FAILED, ABORTED, EXPIRED, CANCELLED ->
                false;
        };
    }
}
