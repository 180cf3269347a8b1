package dev.kakutei.schemas;

import static java.util.Objects.requireNonNull;

/** What was learnt of an attempt after its outcome had become unknown, and leaves it so. */
public final class LateFact {
    private LateFact() {}

    /**
     * A report came of an attempt that had been in doubt for want of one, and it says that the attempt may have taken effect.
     * From here on no other report can say that it was not made.
     */
    public record OutcomeStillUnknown(int attempt, Answer answer) implements Fact {
        public OutcomeStillUnknown {
            counted(attempt);
            requireNonNull(answer, "answer");
        }

        @Override
        public <T> T match(Fact.Cases<T> cases) {
            return cases.outcomeStillUnknown(this);
        }
    }

    /** Learnt late: the gateway has the request, under its own reference. What became of it stays unknown. */
    public record Acknowledged(int attempt, Answer answer) implements Fact {
        public Acknowledged {
            counted(attempt);
            requireNonNull(answer, "answer");
        }

        @Override
        public <T> T match(Fact.Cases<T> cases) {
            return cases.acknowledged(this);
        }
    }

    private static void counted(int attempt) {
        if (attempt < 1) {
            throw new IllegalArgumentException("attempts are counted from 1, not " + attempt);
        }
    }
}
