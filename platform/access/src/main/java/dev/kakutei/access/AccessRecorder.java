package dev.kakutei.access;

import static java.util.Objects.requireNonNull;

import dev.kakutei.boot.StoreUnavailable;
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
 * Records which keys were used, and how often calls were refused and why, and writes that to Postgres once a minute. However
 * many calls come, there are few rows to write. What Postgres does not take is kept for the next time; what happened since
 * the last time is lost when the process dies, but the metrics have counted it.
 */
final class AccessRecorder {
    private static final Logger log = LoggerFactory.getLogger(AccessRecorder.class);
    private static final int MAX_KINDS = 100;
    private static final long LOG_PAUSE = TimeUnit.SECONDS.toNanos(1);

    /** @param client and keyId as we know them, never as a stranger wrote them; null where we do not */
    record Kind(Refusal refusal, String client, String keyId) {
        Kind {
            requireNonNull(refusal, "refusal");
        }
    }

    record Count(Kind what, long times) {}

    /** Where the records are written. */
    interface Sink {
        /** @throws StoreUnavailable when it cannot be written now */
        void used(Collection<String> keyIds);

        /** @throws StoreUnavailable when it cannot be written now */
        void refused(String instance, List<Count> counts);
    }

    private final Sink sink;
    private final String instance;
    private final AccessMetrics metrics;
    private final Set<String> used = ConcurrentHashMap.newKeySet();
    private final Map<Kind, Long> refused = new HashMap<>();
    private long logged = System.nanoTime() - LOG_PAUSE;
    private long unlogged;

    AccessRecorder(Sink sink, String instance, AccessMetrics metrics) {
        this.sink = sink;
        this.instance = instance;
        this.metrics = metrics;
    }

    void used(String keyId) {
        used.add(keyId);
    }

    void refused(Kind kind, String remote) {
        metrics.refused(kind.refusal().word());
        count(kind, 1);
        long others = unloggedIfDue();
        if (others >= 0) {
            log.atInfo()
                    .addKeyValue("reason", kind.refusal().word())
                    .addKeyValue("client", kind.client())
                    .addKeyValue("key_id", kind.keyId())
                    .addKeyValue("remote", remote)
                    .addKeyValue("others", others)
                    .log("Access refused");
        }
    }

    void write() {
        Set<String> keys = Set.copyOf(used);
        List<Count> counts = taken();
        try {
            sink.refused(instance, counts);
            counts = List.of();
            used.removeAll(keys);
            sink.used(keys);
        } catch (StoreUnavailable e) {
            log.warn("Writing the access audit failed: {}; retrying at the next interval", e.getMessage());
            counts.forEach(count -> count(count.what(), count.times()));
        }
    }

    private synchronized List<Count> taken() {
        List<Count> counts = new ArrayList<>();
        refused.forEach((kind, times) -> counts.add(new Count(kind, times)));
        refused.clear();
        return counts;
    }

    /** When there are too many kinds, the client and the key are left out: then at most one row per reason is added. */
    private synchronized void count(Kind kind, long times) {
        Kind kept = kind;
        if (refused.size() >= MAX_KINDS && !refused.containsKey(kind)) {
            metrics.overflow();
            kept = new Kind(kind.refusal(), null, null);
        }
        refused.merge(kept, times, Long::sum);
    }

    /** At most one line a second: the number of refusals since the last line, or negative when no line is due. */
    private synchronized long unloggedIfDue() {
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
