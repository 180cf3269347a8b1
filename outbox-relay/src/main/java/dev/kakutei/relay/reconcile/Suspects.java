package dev.kakutei.relay.reconcile;

import dev.kakutei.boot.thread.Backoff;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * Which requests show no progress, and when each is to be announced (again). Pure: receives what was seen and the time.
 *
 * <p>A suspect is announced when it is found, and then again after ever longer pauses: what is merely slow is not
 * repeated for long, what is really stuck is not given up.
 */
final class Suspects {
    private static final Backoff PAUSES = new Backoff(Duration.ofMinutes(10), Duration.ofMinutes(640));

    private final int max;
    private final Map<UUID, Announcement> open = new LinkedHashMap<>();

    private record Announcement(int times, Instant next) {}

    Suspects(int max) {
        this.max = max;
    }

    /** Whether no more can be remembered: then it is no use to look for more. */
    boolean full() {
        return open.size() >= max;
    }

    int size() {
        return open.size();
    }

    Set<UUID> open() {
        return Set.copyOf(open.keySet());
    }

    /** Of those that were open, only these are still without progress. */
    void keepOnly(Collection<UUID> stillWithout) {
        open.keySet().retainAll(Set.copyOf(stillWithout));
    }

    /** More that show no progress. */
    void add(Collection<UUID> found, Instant now) {
        for (UUID id : found) {
            if (open.size() < max) {
                open.putIfAbsent(id, new Announcement(0, now));
            }
        }
    }

    /** Those whose turn it is, at most {@code limit}, the longest known first. */
    List<UUID> due(Instant now, int limit) {
        List<UUID> due = new ArrayList<>();
        for (Map.Entry<UUID, Announcement> suspect : open.entrySet()) {
            if (due.size() == limit) {
                break;
            }
            if (!suspect.getValue().next().isAfter(now)) {
                due.add(suspect.getKey());
            }
        }
        return due;
    }

    void announced(Collection<UUID> ids, Instant now) {
        for (UUID id : ids) {
            open.computeIfPresent(
                    id,
                    (same, before) -> new Announcement(before.times() + 1, now.plus(PAUSES.after(before.times() + 1))));
        }
    }
}
