package dev.kakutei.sender.criteria;

/** What a condition says about an answer. */
public enum Verdict {
    HOLDS,
    FAILS,
    /** The condition does not fit the answer: this is not a no. */
    NOT_APPLICABLE;

    static Verdict of(boolean holds) {
        return holds ? HOLDS : FAILS;
    }

    Verdict negated() {
        return switch (this) {
            case HOLDS -> FAILS;
            case FAILS -> HOLDS;
            case NOT_APPLICABLE -> NOT_APPLICABLE;
        };
    }
}
