package dev.kakutei.proof.check;

import dev.kakutei.schemas.Outcome;

/** What a report of an attempt says about whether the attempt took effect. */
final class Absence {
    private Absence() {}

    static boolean mayHaveActed(Outcome outcome) {
        return outcome instanceof Outcome.Unknown
                || (outcome instanceof Outcome.Retryable retryable && retryable.doubt() == Outcome.Doubt.POSSIBLE);
    }

    /** Whether the sender claims that the attempt did nothing and never will. */
    static boolean isClaimed(Outcome outcome) {
        return outcome instanceof Outcome.NotSent
                || (outcome instanceof Outcome.Retryable retryable && retryable.doubt() == Outcome.Doubt.NONE);
    }

    /** Whether that is proved, as far as the report goes: nothing was sent, or the gateway answered that it did nothing. */
    static boolean isProved(Outcome outcome) {
        return outcome instanceof Outcome.NotSent || isAnswered(outcome);
    }

    /**
     * Whatever the sender made of it, a 408 and a 5xx may follow work done (SPEC C3): they prove absence only where a list
     * of the gateway's file says so.
     */
    static boolean isAnswered(Outcome outcome) {
        if (!(outcome instanceof Outcome.Retryable again) || again.doubt() != Outcome.Doubt.NONE) {
            return false;
        }
        Integer status = again.answer().statusCode();
        boolean mayFollowWork = status == null || status == 408 || status / 100 == 5;
        return !mayFollowWork || again.answer().judgedBy() != null;
    }
}
