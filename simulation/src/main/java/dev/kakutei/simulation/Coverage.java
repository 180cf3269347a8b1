package dev.kakutei.simulation;

import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.Status;
import java.util.ArrayList;
import java.util.List;

/** Which kinds of observation met which states. The last row is for requests that are not known yet. */
final class Coverage {
    private static final Seen[] SEEN = Seen.values();
    private static final Status[] STATUSES = Status.values();

    private final long[] met = new long[(STATUSES.length + 1) * SEEN.length];

    void met(Entry entry, Seen seen) {
        int row = entry == null ? STATUSES.length : entry.status().ordinal();
        met[row * SEEN.length + seen.ordinal()]++;
    }

    void add(Coverage other) {
        for (int i = 0; i < met.length; i++) {
            met[i] += other.met[i];
        }
    }

    int covered() {
        int covered = 0;
        for (Pair pair : Pair.possible()) {
            covered += times(pair) > 0 ? 1 : 0;
        }
        return covered;
    }

    /** Possible, but not met. */
    List<Pair> missing() {
        return Pair.possible().stream().filter(pair -> times(pair) == 0).toList();
    }

    /** Met, but thought impossible. */
    List<Pair> unexpected() {
        List<Pair> unexpected = new ArrayList<>();
        for (Pair pair : Pair.all()) {
            if (times(pair) > 0 && !Pair.possible().contains(pair)) {
                unexpected.add(pair);
            }
        }
        return unexpected;
    }

    long times(Pair pair) {
        int row = pair.status() == null ? STATUSES.length : pair.status().ordinal();
        return met[row * SEEN.length + pair.seen().ordinal()];
    }
}
