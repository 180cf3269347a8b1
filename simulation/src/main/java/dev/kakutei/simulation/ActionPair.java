package dev.kakutei.simulation;

import dev.kakutei.ledger.Status;
import java.util.ArrayList;
import java.util.List;

/**
 * A state, what a person ordered there, and how the order came.
 *
 * @param status null for a request that is not known yet
 */
public record ActionPair(Status status, Seen action, Manner manner) {
    /** How an order comes. */
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
                // an order for a request that is not known is based on its acceptance, which nothing has followed
                boolean met = pair.status() != null || manner != Manner.OUTDATED;
                if (Seen.ORDERS.contains(pair.seen()) && met) {
                    all.add(new ActionPair(pair.status(), pair.seen(), manner));
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
