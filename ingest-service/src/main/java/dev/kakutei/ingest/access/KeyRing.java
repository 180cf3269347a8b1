package dev.kakutei.ingest.access;

import static java.util.Objects.requireNonNull;

import dev.kakutei.ingest.meters.AccessMeters;
import dev.kakutei.ingest.store.StoreUnavailable;
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
 * All keys in memory, looked at again and again: a key is checked without Postgres, and what was revoked is refused by
 * every instance within a set time. No key is ever honoured on knowledge that is older than that; a process that was
 * paused looks first.
 *
 * <p>A key that is not here may have been made a moment ago, so whoever shows one waits for the next look. However many
 * of them come, there is one look at a time, and a pause between two: strangers cannot make Postgres busy.
 */
final class KeyRing {
    /** More living keys than this are not made ({@link ClientBook}). */
    static final int MOST_KEYS = 10_000;

    private static final Logger log = LoggerFactory.getLogger(KeyRing.class);
    private static final int MOST_WAITING = 1_000;
    private static final Duration PAUSE = Duration.ofMillis(100);
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final int LOOKS_WHILE_FRESH = 5;

    /** What there is to look at. */
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

    /** @param seenAt when the look began that told this */
    private record Ring(long version, Map<String, Held> keys, long seenAt) {}

    private final Source source;
    private final Duration freshness;
    private final AccessMeters meters;
    private final ScheduledExecutorService thread;
    private final LongSupplier nanos;
    private final AtomicInteger waiting = new AtomicInteger();
    private volatile Ring ring;
    private CompletableFuture<Ring> next;
    private long lastLook;

    /**
     * @param thread a single one; looks are made on it
     * @param nanos a clock that does not jump
     */
    KeyRing(
            Source source,
            Duration freshness,
            AccessMeters meters,
            ScheduledExecutorService thread,
            LongSupplier nanos) {
        this.source = source;
        this.freshness = freshness;
        this.meters = meters;
        this.thread = thread;
        this.nanos = nanos;
    }

    /** Returns when the keys are known. */
    void start() {
        lastLook = nanos.getAsLong() - PAUSE.toNanos();
        ring = look(new Ring(-1, Map.of(), lastLook));
        meters.refusedFor(Stream.of(Refusal.values()).map(Refusal::word));
        meters.keys(() -> ring.keys().size());
        meters.age(() -> age(ring).toMillis() / 1000.0);
        long every = freshness.toMillis() / LOOKS_WHILE_FRESH;
        thread.scheduleWithFixedDelay(this::lookAgain, every, every, TimeUnit.MILLISECONDS);
    }

    /** Empty for a key that nobody was given. Fails with {@link StoreUnavailable} when that cannot be told now. */
    CompletableFuture<Optional<Held>> find(String keyId) {
        Ring known = ring;
        Held held = known.keys().get(keyId);
        if (held != null && fresh(known)) {
            return CompletableFuture.completedFuture(Optional.of(held));
        }
        if (waiting.incrementAndGet() > MOST_WAITING) {
            waiting.decrementAndGet();
            meters.overflow();
            return CompletableFuture.failedFuture(new StoreUnavailable(
                    new IllegalStateException("more than " + MOST_WAITING + " callers wait for a look at the keys")));
        }
        return nextLook()
                .thenApply(seen -> Optional.ofNullable(seen.keys().get(keyId)))
                .orTimeout(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                .whenComplete((found, failure) -> waiting.decrementAndGet());
    }

    Optional<String> trouble() {
        Ring known = ring;
        return known == null || fresh(known)
                ? Optional.empty()
                : Optional.of(
                        "the keys have not been looked at for " + age(known).toSeconds() + " s");
    }

    /** A look that begins after this call: only such a one sees what was there before it. */
    private synchronized CompletableFuture<Ring> nextLook() {
        if (next == null) {
            long pause = lastLook + PAUSE.toNanos() - nanos.getAsLong();
            try {
                thread.schedule(this::lookAgain, Math.max(0, pause), TimeUnit.NANOSECONDS);
            } catch (RejectedExecutionException stopping) {
                return CompletableFuture.failedFuture(new StoreUnavailable(stopping));
            }
            next = new CompletableFuture<>();
        }
        // A copy, so that the impatience of one is not the end for all.
        return next.copy();
    }

    private void lookAgain() {
        CompletableFuture<Ring> asked;
        synchronized (this) {
            asked = next;
            next = null;
            lastLook = nanos.getAsLong();
        }
        try {
            ring = look(ring);
            complete(asked, ring);
        } catch (RuntimeException e) {
            log.warn("the keys cannot be looked at: {}", e.getMessage());
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

    private Ring look(Ring before) {
        long began = nanos.getAsLong();
        return source.changedSince(before.version())
                .map(keys -> new Ring(keys.version(), held(keys.grants(), before), began))
                .orElseGet(() -> new Ring(before.version(), before.keys(), began));
    }

    /** A client whose rate is as before goes on with the bucket it has: a change elsewhere must not fill it. */
    private Map<String, Held> held(List<Grant> grants, Ring before) {
        if (grants.size() >= MOST_KEYS) {
            log.error("there are more than {} keys; the oldest are not known here", MOST_KEYS);
            meters.overflow();
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
