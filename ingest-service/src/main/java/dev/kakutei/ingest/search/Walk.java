package dev.kakutei.ingest.search;

import dev.kakutei.ledger.Status;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One walk along one index, newest first. A search is one walk, or several that have no request in common.
 *
 * @param along the index
 * @param value what its first column must be; null where it has none
 * @param states that this walk may find; the rest of the search is asked of each row besides
 */
record Walk(Along along, String value, Set<Status> states) {
    /** The indexes of {@code ledger}, and the set of open requests. */
    enum Along {
        TIME,
        CLIENT,
        GATEWAY,
        OFF_PATH,
        OPEN
    }

    /** The states of a straight life; the index of those off the path does not know them. */
    static final Set<Status> STRAIGHT = Set.of(Status.ACCEPTED, Status.SENDING, Status.SUCCEEDED);

    /**
     * Most requests succeed: whoever looks for those finds them by walking along time. Everything else is rare, and is
     * found by its state however old it is.
     */
    static List<Walk> of(Search search) {
        Set<Status> states = search.wanted().states();
        if (states.contains(Status.SUCCEEDED)) {
            return List.of(common(search, states));
        }
        List<Walk> walks = states.stream()
                .filter(state -> !STRAIGHT.contains(state))
                .map(state -> new Walk(Along.OFF_PATH, state.word(), EnumSet.of(state)))
                .collect(Collectors.toList());
        Set<Status> open = EnumSet.copyOf(STRAIGHT);
        open.retainAll(states);
        if (!open.isEmpty()) {
            walks.add(new Walk(Along.OPEN, null, open));
        }
        return walks;
    }

    private static Walk common(Search search, Set<Status> states) {
        if (search.client() != null) {
            return new Walk(Along.CLIENT, search.client(), states);
        }
        return search.gateway() != null
                ? new Walk(Along.GATEWAY, search.gateway(), states)
                : new Walk(Along.TIME, null, states);
    }
}
