package dev.kakutei.sender.criteria;

/** What became of a question to an answer. */
public enum Verdict {
    HOLDS,
    FAILS,
    /** The question does not fit the answer: this is not a no. */
    SENSELESS;

    static Verdict of(boolean holds) {
        return holds ? HOLDS : FAILS;
    }

    Verdict negated() {
        return switch (this) {
            case HOLDS -> FAILS;
            case FAILS -> HOLDS;
            case SENSELESS -> SENSELESS;
        };
    }
}
