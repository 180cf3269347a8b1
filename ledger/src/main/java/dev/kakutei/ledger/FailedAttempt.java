package dev.kakutei.ledger;

import dev.kakutei.schemas.Fact;

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
        return fact instanceof Fact.AttemptDeferred
                || (fact instanceof Fact.Settled settled
                        && (settled.verdict() == Fact.Verdict.FAILED || settled.verdict() == Fact.Verdict.ABORTED));
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
