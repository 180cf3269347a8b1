package dev.kakutei.ledger;

import java.util.ArrayList;
import java.util.List;

/**
 * What was said about a request: how often, and which actions said it last, so that one that comes twice is heard once.
 * The promise ends where {@link #REMEMBERED} others came in between.
 */
public record Comments(int count, List<String> recent) {
    static final int REMEMBERED = 8;
    /** A timeline is bounded. */
    static final int MAX = 1_000;

    static final Comments NONE = new Comments(0, List.of());

    public Comments {
        recent = recent == null ? List.of() : List.copyOf(recent);
    }

    Comments and(String actionId) {
        List<String> actions = new ArrayList<>(recent);
        actions.add(actionId);
        return new Comments(
                count + 1,
                actions.size() > REMEMBERED ? actions.subList(actions.size() - REMEMBERED, actions.size()) : actions);
    }

    boolean has(String actionId) {
        return recent.contains(actionId);
    }
}
