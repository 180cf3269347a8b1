package dev.kakutei.simulation;

import dev.kakutei.ledger.Status;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A state and a kind of observation that meets it.
 *
 * @param status null for a request that is not known yet
 */
public record Pair(Status status, Seen seen) {
    /** No request stays accepted: the same decision sends it, or holds it. */
    private static final Set<Status> NEVER = EnumSet.of(Status.ACCEPTED);
    /** Nothing was commanded yet, and so nothing is reported. */
    private static final Set<Status> NOT_SENT = EnumSet.of(Status.PENDING_APPROVAL, Status.RETURNED);

    private static final Set<Seen> REPORTED = EnumSet.range(Seen.DELIVERED, Seen.FOUND_UNANSWERABLE);

    private static final Set<Pair> POSSIBLE = new LinkedHashSet<>();

    static {
        all().stream().filter(Pair::isPossible).forEach(POSSIBLE::add);
    }

    static List<Pair> all() {
        List<Pair> all = new ArrayList<>();
        for (Seen seen : Seen.values()) {
            all.add(new Pair(null, seen));
            for (Status status : Status.values()) {
                all.add(new Pair(status, seen));
            }
        }
        return all;
    }

    static Set<Pair> possible() {
        return POSSIBLE;
    }

    private boolean isPossible() {
        if (status == null) {
            // nothing is commanded, and so nothing reported, before the request is known
            return !REPORTED.contains(seen);
        }
        return !NEVER.contains(status) && (!NOT_SENT.contains(status) || !REPORTED.contains(seen));
    }

    @Override
    public String toString() {
        return (status == null ? "unknown request" : status.word()) + " × " + seen;
    }
}
