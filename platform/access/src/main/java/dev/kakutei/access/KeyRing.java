package dev.kakutei.access;

import static java.util.Objects.requireNonNull;

import dev.kakutei.boot.StoreUnavailable;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All keys in memory, refreshed at an interval: a key is checked without Postgres, and a revoked key is refused by every
 * instance within a set time. No key is accepted on data that is older than that; a process that was paused refreshes
 * first.
 *
 * <p>An unknown key may have been made a moment ago, so a call that carries one waits for the next refresh. However many
 * such calls come, there is one refresh at a time and a pause between two: strangers cannot make Postgres busy.
 */
final class KeyRing {
    /** {@link ClientRegistry} makes no more valid keys than this. */
    static final int MAX_KEYS = 10_000;

    private static final Logger log = LoggerFactory.getLogger(KeyRing.class);
    private static final int MAX_WAITING = 1_000;
    private static final Duration PAUSE = Duration.ofMillis(100);
    private static final Duration REFRESH_TIMEOUT = Duration.ofSeconds(5);
    private static final int REFRESHES_WHILE_FRESH = 5;

    /** Where the keys are read from. */
    interface Source {
        /**
         * Empty when nothing has changed since that version.
         *
         * @throws StoreUnavailable when it cannot be asked
         */
        Optional<Keys> changedSince(long version);
    }

    record Keys(long version, List<Grant> grants) {
        Keys {
            grants = List.copyOf(grants);
        }
    }

    /** @param limit shared by all keys of a client; null for none */
    record Held(Grant grant, RateLimit limit) {
        Held {
            requireNonNull(grant, "grant");
        }
    }

    /** @param seenAt when the refresh began that read this */
    private record Ring(long version, Map<String, Held> keys, long seenAt) {}

    private final Source source;
    private final Duration freshness;
    private final AccessMetrics metrics;
    private final ScheduledExecutorService thread;
    private final LongSupplier nanos;
    private final AtomicInteger waiting = new AtomicInteger();
    private volatile Ring ring;
    private CompletableFuture<Ring> next;
    private long lastRefresh;

    /**
     * @param thread a single one, which runs the refreshes
     * @param nanos a clock that does not jump
     */
    KeyRing(
            Source source,
            Duration freshness,
            AccessMetrics metrics,
            ScheduledExecutorService thread,
            LongSupplier nanos) {
        this.source = source;
        this.freshness = freshness;
        this.metrics = metrics;
        this.thread = thread;
        this.nanos = nanos;
    }

    /** Returns when the keys are known. */
    void start() {
        lastRefresh = nanos.getAsLong() - PAUSE.toNanos();
        ring = read(new Ring(-1, Map.of(), lastRefresh));
        metrics.refusedFor(Stream.of(Refusal.values()).map(Refusal::word));
        metrics.keys(() -> ring.keys().size());
        metrics.age(() -> age(ring).toMillis() / 1000.0);
        long every = freshness.toMillis() / REFRESHES_WHILE_FRESH;
        thread.scheduleWithFixedDelay(this::refresh, every, every, TimeUnit.MILLISECONDS);
    }

    /** Empty for a key that does not exist. Fails with {@link StoreUnavailable} when that cannot be checked now. */
    CompletableFuture<Optional<Held>> find(String keyId) {
        Ring known = ring;
        Held held = known.keys().get(keyId);
        if (held != null && fresh(known)) {
            return CompletableFuture.completedFuture(Optional.of(held));
        }
        if (waiting.incrementAndGet() > MAX_WAITING) {
            waiting.decrementAndGet();
            metrics.overflow();
            return CompletableFuture.failedFuture(new StoreUnavailable(new IllegalStateException(
                    "more than " + MAX_WAITING + " callers wait for the keys to be refreshed")));
        }
        return nextRefresh()
                .thenApply(seen -> Optional.ofNullable(seen.keys().get(keyId)))
                .orTimeout(REFRESH_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
                .whenComplete((found, failure) -> waiting.decrementAndGet());
    }

    Optional<String> problem() {
        Ring known = ring;
        return known == null || fresh(known)
                ? Optional.empty()
                : Optional.of(
                        "the keys have not been refreshed for " + age(known).toSeconds() + " s");
    }

    /** A refresh that begins after this call: only such a one sees what was stored before it. */
    private synchronized CompletableFuture<Ring> nextRefresh() {
        if (next == null) {
            long pause = lastRefresh + PAUSE.toNanos() - nanos.getAsLong();
            try {
                thread.schedule(this::refresh, Math.max(0, pause), TimeUnit.NANOSECONDS);
            } catch (RejectedExecutionException stopping) {
                return CompletableFuture.failedFuture(new StoreUnavailable(stopping));
            }
            next = new CompletableFuture<>();
        }
        // A copy, so that the timeout of one caller does not end the wait of all.
        return next.copy();
    }

    private void refresh() {
        CompletableFuture<Ring> asked;
        synchronized (this) {
            asked = next;
            next = null;
            lastRefresh = nanos.getAsLong();
        }
        try {
            ring = read(ring);
            complete(asked, ring);
        } catch (RuntimeException e) {
            log.warn(
                    "Refreshing the API keys failed: {}; keys are accepted until they are {} old",
                    e.getMessage(),
                    freshness);
            if (asked != null) {
                asked.completeExceptionally(e instanceof StoreUnavailable ? e : new StoreUnavailable(e));
            }
        }
    }

    private static void complete(CompletableFuture<Ring> asked, Ring ring) {
        if (asked != null) {
            asked.complete(ring);
        }
    }

    private Ring read(Ring before) {
        long began = nanos.getAsLong();
        return source.changedSince(before.version())
                .map(keys -> new Ring(keys.version(), held(keys.grants(), before), began))
                .orElseGet(() -> new Ring(before.version(), before.keys(), began));
    }

    /** A client whose rate is unchanged keeps its bucket: a change of another client must not fill it. */
    private Map<String, Held> held(List<Grant> grants, Ring before) {
        if (grants.size() >= MAX_KEYS) {
            log.error("More than {} API keys are stored; the oldest are not loaded and are refused", MAX_KEYS);
            metrics.overflow();
        }
        Map<String, RateLimit> limits = new HashMap<>();
        before.keys().values().stream()
                .filter(held -> held.limit() != null)
                .forEach(held -> limits.put(held.grant().client(), held.limit()));
        Map<String, Held> keys = new HashMap<>();
        for (Grant grant : grants) {
            RateLimit limit = limits.compute(
                    grant.client(),
                    (client, old) -> grant.rate().isEmpty()
                            ? null
                            : old != null && old.perSecond() == grant.rate().getAsInt()
                                    ? old
                                    : new RateLimit(grant.rate().getAsInt(), nanos.getAsLong()));
            keys.put(grant.keyId(), new Held(grant, limit));
        }
        return Map.copyOf(keys);
    }

    private boolean fresh(Ring known) {
        return age(known).compareTo(freshness) < 0;
    }

    private Duration age(Ring known) {
        return Duration.ofNanos(nanos.getAsLong() - known.seenAt());
    }
}
