package dev.kakutei.ingest.access;

import static java.util.Objects.requireNonNull;

import dev.kakutei.ingest.meters.AccessMeters;
import dev.kakutei.ingest.store.StoreUnavailable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the doorkeeper notes of callers, and writes down once a minute: which keys were used, and how often somebody was
 * turned away for what. However many come, there are a few lines to write. What Postgres does not take is kept for the
 * next time; what happened since the last time is lost when the process dies, but was counted by the meters.
 */
final class Notebook {
    private static final Logger log = LoggerFactory.getLogger(Notebook.class);
    private static final int MOST_KINDS = 100;
    private static final long LOG_PAUSE = TimeUnit.SECONDS.toNanos(1);

    /** @param client and keyId as we know them, never as a stranger wrote them; null where we do not */
    record Kind(Refusal refusal, String client, String keyId) {
        Kind {
            requireNonNull(refusal, "refusal");
        }
    }

    record Count(Kind what, long times) {}

    /** Where it is written down. */
    interface Paper {
        /** @throws StoreUnavailable when it cannot be written now */
        void used(Collection<String> keyIds);

        /** @throws StoreUnavailable when it cannot be written now */
        void refused(String instance, List<Count> counts);
    }

    private final Paper paper;
    private final String instance;
    private final AccessMeters meters;
    private final Set<String> used = ConcurrentHashMap.newKeySet();
    private final Map<Kind, Long> refused = new HashMap<>();
    private long logged = System.nanoTime() - LOG_PAUSE;
    private long unlogged;

    Notebook(Paper paper, String instance, AccessMeters meters) {
        this.paper = paper;
        this.instance = instance;
        this.meters = meters;
    }

    void used(String keyId) {
        used.add(keyId);
    }

    void refused(Kind kind, String remote) {
        meters.refused(kind.refusal().word());
        count(kind, 1);
        long others = turnToLog();
        if (others >= 0) {
            log.atInfo()
                    .addKeyValue("reason", kind.refusal().word())
                    .addKeyValue("client", kind.client())
                    .addKeyValue("key_id", kind.keyId())
                    .addKeyValue("remote", remote)
                    .addKeyValue("others", others)
                    .log("not let in");
        }
    }

    void write() {
        Set<String> keys = Set.copyOf(used);
        List<Count> counts = taken();
        try {
            paper.refused(instance, counts);
            counts = List.of();
            used.removeAll(keys);
            paper.used(keys);
        } catch (StoreUnavailable e) {
            log.warn("what happened at the door cannot be written down now: {}", e.getMessage());
            counts.forEach(count -> count(count.what(), count.times()));
        }
    }

    private synchronized List<Count> taken() {
        List<Count> counts = new ArrayList<>();
        refused.forEach((kind, times) -> counts.add(new Count(kind, times)));
        refused.clear();
        return counts;
    }

    /** When there are too many kinds, whose key it was is left out: then at most one line for each reason is added. */
    private synchronized void count(Kind kind, long times) {
        Kind kept = kind;
        if (refused.size() >= MOST_KINDS && !refused.containsKey(kind)) {
            meters.overflow();
            kept = new Kind(kind.refusal(), null, null);
        }
        refused.merge(kept, times, Long::sum);
    }

    /** At most one line a second, with the number of those that had none; negative for not now. */
    private synchronized long turnToLog() {
        long now = System.nanoTime();
        if (now - logged < LOG_PAUSE) {
            unlogged++;
            return -1;
        }
        long others = unlogged;
        logged = now;
        unlogged = 0;
        return others;
    }
}
