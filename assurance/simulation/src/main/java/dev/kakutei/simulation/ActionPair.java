package dev.kakutei.simulation;

import dev.kakutei.ledger.Status;
import java.util.ArrayList;
import java.util.List;

/**
 * A state, what a person requested there, and how the action came.
 *
 * @param status null for a request that is not known yet
 */
public record ActionPair(Status status, ObservationKind action, Manner manner) {
    /** How an action comes. */
    public enum Manner {
        /** For the first time, based on the state that it meets. */
        CURRENT,
        /** For the first time, based on an earlier state: given on an old page, or overtaken. */
        OUTDATED,
        /** Not for the first time. */
        REPEATED
    }

    private static final List<ActionPair> POSSIBLE = possiblePairs();

    private static List<ActionPair> possiblePairs() {
        List<ActionPair> all = new ArrayList<>();
        for (Pair pair : Pair.possible()) {
            for (Manner manner : Manner.values()) {
                // an action for a request that is not known is based on its acceptance, which nothing has followed
                boolean met = pair.status() != null || manner != Manner.OUTDATED;
                if (ObservationKind.ACTIONS.contains(pair.kind()) && met) {
                    all.add(new ActionPair(pair.status(), pair.kind(), manner));
                }
            }
        }
        return List.copyOf(all);
    }

    static List<ActionPair> possible() {
        return POSSIBLE;
    }

    @Override
    public String toString() {
        return new Pair(status, action) + " × " + manner;
    }
}
