package dev.kakutei.simulation;

import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.Status;
import java.util.ArrayList;
import java.util.List;

/** Which kinds of observation met which states. The last row is for requests that are not known yet. */
final class Coverage {
    private static final ObservationKind[] KINDS = ObservationKind.values();
    private static final Status[] STATUSES = Status.values();
    private static final int MANNERS = ActionPair.Manner.values().length;

    private final long[] met = new long[(STATUSES.length + 1) * KINDS.length];
    /** By how often records of one request were lost while it was open. */
    private final long[] losses = new long[SimulatedLossPlan.MAX_LOSSES + 1];

    private final long[] actionRequested = new long[met.length * MANNERS];

    void met(Entry entry, ObservationKind kind) {
        met[place(entry == null ? null : entry.status(), kind)]++;
    }

    void actionRequested(Entry entry, ObservationKind action, ActionPair.Manner manner) {
        actionRequested[place(entry == null ? null : entry.status(), action) * MANNERS + manner.ordinal()]++;
    }

    /** @param times how often that has happened to the request now */
    void lost(Entry entry, int times) {
        met(entry, ObservationKind.RECORDS_LOST);
        losses[Math.min(times, losses.length - 1)]++;
    }

    private static int place(Status status, ObservationKind kind) {
        int row = status == null ? STATUSES.length : status.ordinal();
        return row * KINDS.length + kind.ordinal();
    }

    void add(Coverage other) {
        for (int i = 0; i < met.length; i++) {
            met[i] += other.met[i];
        }
        for (int i = 0; i < losses.length; i++) {
            losses[i] += other.losses[i];
        }
        for (int i = 0; i < actionRequested.length; i++) {
            actionRequested[i] += other.actionRequested[i];
        }
    }

    /** How many of the possible ones were met, the rare ones not counted. */
    int covered() {
        return Pair.required().size() - missing().size();
    }

    /** Possible and not rare, but not met. */
    List<Pair> missing() {
        return Pair.required().stream().filter(pair -> times(pair) == 0).toList();
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

    /** Possible, but not met. */
    List<ActionPair> actionsMissing() {
        return ActionPair.possible().stream().filter(pair -> times(pair) == 0).toList();
    }

    /** How many requests were open when records were lost for so many times. */
    long lostTimes(int times) {
        return losses[times];
    }

    long times(Pair pair) {
        return met[place(pair.status(), pair.kind())];
    }

    long times(ActionPair pair) {
        return actionRequested[
                place(pair.status(), pair.action()) * MANNERS + pair.manner().ordinal()];
    }
}
