package dev.kakutei.operator.search;

import dev.kakutei.ledger.Status;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One scan of one index, newest first. A search is one scan, or several that have no request in common.
 *
 * @param along the index
 * @param value what its first column must be; null where it has none
 * @param states that this scan may find; the rest of the search is asked of each row besides
 */
record IndexScan(Along along, String value, Set<Status> states) {
    /** The indexes of {@code ledger}, and the set of open requests. */
    enum Along {
        TIME,
        CLIENT,
        GATEWAY,
        OFF_PATH,
        OPEN
    }

    /** The states of an undisturbed request; the index of those off the path does not know them. */
    static final Set<Status> STRAIGHT = Set.of(Status.ACCEPTED, Status.SENDING, Status.SUCCEEDED);

    /**
     * Most requests succeed: a search for those scans the index by time. Everything else is rare, and is
     * found by its state however old it is.
     */
    static List<IndexScan> of(Search search) {
        Set<Status> states = search.statuses().states();
        if (states.contains(Status.SUCCEEDED)) {
            return List.of(common(search, states));
        }
        List<IndexScan> scans = states.stream()
                .filter(state -> !STRAIGHT.contains(state))
                .map(state -> new IndexScan(Along.OFF_PATH, state.word(), EnumSet.of(state)))
                .collect(Collectors.toList());
        Set<Status> open = EnumSet.copyOf(STRAIGHT);
        open.retainAll(states);
        if (!open.isEmpty()) {
            scans.add(new IndexScan(Along.OPEN, null, open));
        }
        return scans;
    }

    private static IndexScan common(Search search, Set<Status> states) {
        if (search.client() != null) {
            return new IndexScan(Along.CLIENT, search.client(), states);
        }
        return search.gateway() != null
                ? new IndexScan(Along.GATEWAY, search.gateway(), states)
                : new IndexScan(Along.TIME, null, states);
    }
}
