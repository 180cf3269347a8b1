package dev.kakutei.ledger;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;

/**
 * Which events a recovery publishes again (ADR 30). Postgres may be put back to before the recovery one day, and learns then from the
 * ledger topic, and from nothing else, what was sent and under which key. All events of open requests are published again, and
 * those of settled ones where the topic may lack one of them.
 */
public final class Republication {
    private Republication() {}

    /**
     * What was found when the recovery began.
     *
     * @param newest the time of the newest record that each partition with a loss still has, in milliseconds; negative where it has
     *     none; empty where none has lost anything that Postgres knows
     * @param writtenOn whether records of another history are where some were lost: nothing shows when that was
     * @param recoveryUnknown whether Postgres does not know of an earlier recovery, nor of what that one published again
     */
    public record Found(List<Long> newest, boolean writtenOn, boolean recoveryUnknown) {
        public Found {
            newest = List.copyOf(newest);
        }
    }

    /**
     * An earlier recovery that published settled requests again.
     *
     * @param lacksSince what it published, as {@link #lacksSince}
     * @param completedAt null where it did not come to its end
     */
    public record Earlier(Instant lacksSince, Instant completedAt) {}

    /**
     * From when on the ledger topic may lack events that Postgres has; null where it lacks none.
     *
     * @param earlier those whose number is above that of the last complete one, and the complete ones
     * @param clocksDiffer by how much the clocks of services may differ
     */
    public static Instant lacksSince(Found found, List<Earlier> earlier, Duration clocksDiffer) {
        Instant lost = lost(found, clocksDiffer);
        Instant since = lost;
        for (Earlier recovery : earlier) {
            // What it published is where it was at work: it is lost again with the end of the topic.
            boolean lostAgain = recovery.completedAt() == null
                    || (lost != null && !recovery.completedAt().isBefore(lost));
            if (lostAgain && (since == null || recovery.lacksSince().isBefore(since))) {
                since = recovery.lacksSince();
            }
        }
        return since;
    }

    private static Instant lost(Found found, Duration clocksDiffer) {
        if (found.writtenOn() || found.recoveryUnknown()) {
            return Instant.EPOCH;
        }
        if (found.newest().isEmpty()) {
            return null;
        }
        long oldest = Collections.min(found.newest());
        return oldest < 0 ? Instant.EPOCH : Instant.ofEpochMilli(oldest).minus(clocksDiffer);
    }

    /**
     * Whether a settled request is published again, with all of its events: the first ones may be older than the loss and lost all
     * the same, because an acceptance has the time at which it was given. What was contradicted is published again by every recovery:
     * verifiers keep it for ever, and recognise by the end of the topic that their state has lost it ({@link RestoredState}).
     *
     * @param newestEvent the time of its newest event
     */
    public static boolean isPublishedAgain(Entry settled, Instant newestEvent, Instant lacksSince) {
        return settled.contradicted() || (lacksSince != null && !newestEvent.isBefore(lacksSince));
    }
}
