package dev.kakutei.simulation;

import dev.kakutei.ledger.Entry;
import dev.kakutei.schemas.LedgerEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** The facts of one request, on the ledger topic and in Postgres. Times are true ones, but for stamps. */
final class Facts {
    /**
     * A record of the ledger topic.
     *
     * @param at when it was written
     * @param place among all records of the topic
     * @param stamp what the clock of the writer said
     */
    private record Copy(long at, long place, Instant stamp) {}

    /** A fact, and where it is. */
    private static final class Published {
        final LedgerEvent event;
        final long decidedAt;
        /** As it was decided; null where that record was lost. */
        Copy first;
        /** As a recovery wrote it again; null where none did, or that record was lost. */
        Copy again;
        /** When Postgres has it. */
        long projectedAt;

        Published(LedgerEvent event, long decidedAt, Copy first, long projectedAt) {
            this.event = event;
            this.decidedAt = decidedAt;
            this.first = first;
            this.projectedAt = projectedAt;
        }

        boolean isOnTopic() {
            return first != null || again != null;
        }

        /** The last one; null where it is not on the topic. */
        Copy last() {
            return again != null ? again : first;
        }

        void lose(long keptUntil) {
            first = first != null && first.at > keptUntil ? null : first;
            again = again != null && again.at > keptUntil ? null : again;
        }
    }

    private final List<Published> facts = new ArrayList<>();
    /** Postgres reads nothing before then. */
    private long projectedFrom;

    void clear() {
        facts.clear();
        projectedFrom = 0;
    }

    /** In Postgres, and not on the ledger topic. */
    void accepted(LedgerEvent event, long acceptedAt) {
        facts.add(new Published(event, acceptedAt, null, acceptedAt));
    }

    /**
     * On the ledger topic, and in Postgres later.
     *
     * @param place among all records of the topic
     * @param projectedAt at the earliest; never before what was published earlier. That of an acceptance is when it was given
     */
    void published(LedgerEvent event, long now, long place, Instant stamp, long projectedAt) {
        long before = facts.isEmpty() ? projectedAt : facts.get(facts.size() - 1).projectedAt;
        long held = facts.isEmpty() ? projectedAt : Math.max(projectedFrom, projectedAt);
        facts.add(new Published(event, now, new Copy(now, place, stamp), Math.max(before, held)));
    }

    void holdProjection(long until) {
        projectedFrom = until;
    }

    boolean isProjectionHeld(long now) {
        return now < projectedFrom;
    }

    /**
     * The ledger topic ends earlier. Drops what neither Postgres has nor the topic.
     *
     * @param keptUntil what was published up to then is still on the topic
     * @return whether Postgres has a fact that the topic has lost now
     */
    boolean lose(long now, long keptUntil) {
        boolean noticed = false;
        int known = facts.size();
        for (int i = 0; i < facts.size(); i++) {
            Published fact = facts.get(i);
            boolean wasOnTopic = fact.isOnTopic();
            fact.lose(keptUntil);
            boolean projected = fact.projectedAt <= now;
            noticed |= projected && wasOnTopic && !fact.isOnTopic();
            if (!projected && !fact.isOnTopic()) {
                known = Math.min(known, i);
            }
        }
        keep(known);
        return noticed;
    }

    /** Postgres has everything that the ledger topic has. */
    void drained(long now) {
        for (int i = 0; i < facts.size(); i++) {
            facts.get(i).projectedAt = Math.min(facts.get(i).projectedAt, now);
        }
    }

    /**
     * Postgres is what it was at an earlier time. What the ledger topic has comes again at once; the rest is lost.
     *
     * @return how many facts were lost
     */
    int putBack(long copiedAt, long now) {
        int known = 0;
        while (known < facts.size()
                && (facts.get(known).projectedAt <= copiedAt || facts.get(known).isOnTopic())) {
            known++;
        }
        int lost = facts.size() - known;
        keep(known);
        drained(now);
        return lost;
    }

    private void keep(int known) {
        facts.subList(known, facts.size()).clear();
    }

    /** A recovery writes them to the ledger topic again; returns the place behind them. */
    long publishAgain(long now, long place, Instant stamp, Predicate<LedgerEvent> which) {
        long next = place;
        for (int i = 0; i < facts.size(); i++) {
            Published fact = facts.get(i);
            if (which.test(fact.event)) {
                fact.again = new Copy(now, next++, stamp);
            }
        }
        return next;
    }

    /** The latest stamp of those that are on the ledger topic; null where none is. */
    Instant newestStamp() {
        Instant newest = null;
        for (int i = 0; i < facts.size(); i++) {
            Copy last = facts.get(i).last();
            newest = last != null && (newest == null || last.stamp.isAfter(newest)) ? last.stamp : newest;
        }
        return newest;
    }

    /** The latest time that an event bears. */
    Instant newestEvent() {
        Instant newest = facts.get(0).event.at();
        for (int i = 1; i < facts.size(); i++) {
            Instant at = facts.get(i).event.at();
            newest = at.isAfter(newest) ? at : newest;
        }
        return newest;
    }

    /** The last place before this one that a fact has on the ledger topic; -1 for none. */
    long placeBefore(long place) {
        long last = -1;
        for (int i = 0; i < facts.size(); i++) {
            Copy copy = facts.get(i).last();
            last = copy != null && copy.place < place ? Math.max(last, copy.place) : last;
        }
        return last;
    }

    LedgerEvent eventAt(long place) {
        for (int i = 0; i < facts.size(); i++) {
            Copy copy = facts.get(i).last();
            if (copy != null && copy.place == place) {
                return facts.get(i).event;
            }
        }
        throw new IllegalStateException("nothing has the place " + place);
    }

    /** What those say that were decided up to then; null where there are none. */
    Entry entryAt(long until) {
        Entry entry = null;
        for (int i = 0; i < facts.size() && facts.get(i).decidedAt <= until; i++) {
            LedgerEvent event = facts.get(i).event;
            entry = entry == null ? Entry.begin(event) : entry.apply(event);
        }
        return entry;
    }

    int size() {
        return facts.size();
    }

    LedgerEvent event(int index) {
        return facts.get(index).event;
    }
}
