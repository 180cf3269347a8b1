package dev.kakutei.sender.criteria;

import static java.util.Objects.requireNonNull;

/**
 * What criteria said of an answer.
 *
 * @param because the list and the condition that decided, for people
 */
public record Judgement(Verdict verdict, String because) {
    public Judgement {
        requireNonNull(verdict, "verdict");
        requireNonNull(because, "because");
    }

    public boolean holds() {
        return verdict == Verdict.HOLDS;
    }
}
