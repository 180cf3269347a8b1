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
public record Pair(Status status, ObservationKind kind) {
    /** No request stays accepted: the same decision sends it, or holds it. A recovery may know no more of it. */
    private static final Set<Status> NEVER = EnumSet.of(Status.ACCEPTED);

    private static final Set<ObservationKind> REPORTED =
            EnumSet.range(ObservationKind.DELIVERED, ObservationKind.FOUND_UNANSWERABLE);

    /** What was asked about before it waits for approval: only where all that came after its submission is lost. */
    private static final Set<Status> SELDOM_ASKED_ABOUT = EnumSet.of(Status.PENDING_APPROVAL, Status.RETURNED);

    private static final Set<ObservationKind> FOUND =
            EnumSet.range(ObservationKind.FOUND_SUCCEEDED, ObservationKind.FOUND_UNANSWERABLE);

    private static final Set<Pair> POSSIBLE = new LinkedHashSet<>();

    static {
        all().stream().filter(Pair::isPossible).forEach(POSSIBLE::add);
    }

    static List<Pair> all() {
        List<Pair> all = new ArrayList<>();
        for (ObservationKind kind : ObservationKind.values()) {
            all.add(new Pair(null, kind));
            for (Status status : Status.values()) {
                all.add(new Pair(status, kind));
            }
        }
        return all;
    }

    static Set<Pair> possible() {
        return POSSIBLE;
    }

    /** The possible ones that many schedules must meet. */
    static List<Pair> required() {
        return POSSIBLE.stream().filter(pair -> !pair.isRare()).toList();
    }

    private boolean isPossible() {
        if (status == null) {
            // nothing is commanded, and so nothing reported, before the request is known; a recovery knows them all
            return kind != ObservationKind.RECORDS_LOST && !REPORTED.contains(kind);
        }
        if (kind == ObservationKind.RECORDS_LOST) {
            return !status.terminal();
        }
        return !NEVER.contains(status);
    }

    /** Possible, but so rare that millions of schedules need not meet it. */
    private boolean isRare() {
        return status != null && SELDOM_ASKED_ABOUT.contains(status) && FOUND.contains(kind);
    }

    @Override
    public String toString() {
        return (status == null ? "unknown request" : status.word()) + " × " + kind;
    }
}
