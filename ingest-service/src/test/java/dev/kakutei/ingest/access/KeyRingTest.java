package dev.kakutei.ingest.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.ingest.meters.AccessMeters;
import dev.kakutei.ingest.store.StoreUnavailable;
import dev.kakutei.testkit.Await;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** SPEC G3: what was revoked is refused soon, and strangers do not make Postgres busy. */
class KeyRingTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final Duration NEVER_BY_ITSELF = Duration.ofHours(1);

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
    private final FakeSource source = new FakeSource();

    /** Postgres as far as the ring sees it. */
    private static final class FakeSource implements KeyRing.Source {
        private final AtomicInteger looks = new AtomicInteger();
        private volatile KeyRing.Keys keys = new KeyRing.Keys(1, List.of());
        private volatile boolean away;
        private volatile CountDownLatch held = new CountDownLatch(0);

        void set(Grant... grants) {
            keys = new KeyRing.Keys(keys.version() + 1, List.of(grants));
        }

        @Override
        public Optional<KeyRing.Keys> changedSince(long version) {
            looks.incrementAndGet();
            KeyRing.Keys seen = keys;
            try {
                held.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            if (away) {
                throw new StoreUnavailable(new SQLException("away"));
            }
            return seen.version() == version ? Optional.empty() : Optional.of(seen);
        }
    }

    @AfterEach
    void end() {
        source.held.countDown();
        thread.shutdownNow();
    }

    @Test
    void find_knownKey_isThereAtOnceWithoutALook() {
        source.set(grant(1, "shop", 0));
        KeyRing ring = started(NEVER_BY_ITSELF);

        for (int i = 0; i < 1_000; i++) {
            assertThat(ring.find(id(1))).isCompleted();
        }
        assertThat(source.looks).hasValue(1);
    }

    @Test
    void find_keyMadeAMomentAgo_waitsForTheNextLookAndIsFound() throws Exception {
        KeyRing ring = started(NEVER_BY_ITSELF);
        source.set(grant(1, "shop", 0));

        assertThat(ring.find(id(1)).get(20, TimeUnit.SECONDS)).isPresent();
    }

    @Test
    void find_keyMadeWhileALookIsUnderWay_isFoundByTheOneAfterIt() throws Exception {
        KeyRing ring = started(NEVER_BY_ITSELF);
        source.held = new CountDownLatch(1);
        CompletableFuture<?> early = ring.find(id(7));
        Await.until("a look is under way", LIMIT, () -> source.looks.get() == 2);
        source.set(grant(1, "shop", 0));
        CompletableFuture<Optional<KeyRing.Held>> late = ring.find(id(1));
        source.held.countDown();

        assertThat(late.get(20, TimeUnit.SECONDS)).isPresent();
        assertThat(early).isDone();
    }

    @Test
    void find_aFloodOfStrangers_looksAFewTimesAndKnownKeysDoNotWait() throws Exception {
        source.set(grant(1, "shop", 0));
        KeyRing ring = started(NEVER_BY_ITSELF);
        List<CompletableFuture<?>> strangers = new ArrayList<>();
        long began = System.nanoTime();
        for (int i = 0; i < 50_000; i++) {
            strangers.add(ring.find(id(1_000 + i)));
            assertThat(ring.find(id(1))).isCompleted();
        }
        for (CompletableFuture<?> stranger : strangers) {
            stranger.handle((found, failure) -> found).get(20, TimeUnit.SECONDS);
        }
        long tenths = Duration.ofNanos(System.nanoTime() - began).toMillis() / 100;

        assertThat(source.looks.get()).isLessThanOrEqualTo((int) tenths + 2);
        // Whoever came when a thousand waited was told so, and it was counted.
        long turnedAway = strangers.stream()
                .filter(CompletableFuture::isCompletedExceptionally)
                .count();
        assertThat(registry.get(AccessMeters.OVERFLOW).counter().count()).isEqualTo(turnedAway);
    }

    @Test
    void find_knowledgeTooOld_looksFirstAndSeesTheRevocation() throws Exception {
        source.set(grant(1, "shop", 0));
        KeyRing ring = started(Duration.ofMillis(500));
        // As if the process had been paused: no look of its own gets through any more.
        source.held = new CountDownLatch(1);
        source.set();
        Await.until("too old", LIMIT, () -> ring.trouble().isPresent());

        CompletableFuture<Optional<KeyRing.Held>> found = ring.find(id(1));
        assertThat(found).isNotDone();
        source.held.countDown();

        assertThat(found.get(20, TimeUnit.SECONDS)).isEmpty();
    }

    @Test
    void find_postgresAway_honoursNoKeyOnOldKnowledgeAndRecoversByItself() {
        source.set(grant(1, "shop", 0));
        KeyRing ring = started(Duration.ofMillis(500));
        source.away = true;
        Await.until("too old", LIMIT, () -> ring.trouble().isPresent());

        assertThat(ring.find(id(1))).failsWithin(LIMIT).withThrowableThat().withCauseInstanceOf(StoreUnavailable.class);
        source.away = false;
        Await.until(
                "well again",
                LIMIT,
                () -> ring.trouble().isEmpty() && ring.find(id(1)).isDone());
    }

    @Test
    void find_afterAChangeElsewhere_keepsTheBucketOfTheClient() {
        source.set(grant(1, "shop", 10), grant(2, "shop", 10), grant(3, "desk", 10));
        KeyRing ring = started(Duration.ofMillis(500));
        RateLimit before = held(ring, 1).limit();
        assertThat(held(ring, 2).limit()).isSameAs(before);
        assertThat(held(ring, 3).limit()).isNotSameAs(before);

        source.set(grant(1, "shop", 10), grant(2, "shop", 10), grant(3, "desk", 20), grant(4, "free", 0));
        Await.until("the change is seen", LIMIT, () -> held(ring, 3).limit().perSecond() == 20);

        assertThat(held(ring, 1).limit()).isSameAs(before);
        assertThat(held(ring, 4).limit()).isNull();
    }

    private KeyRing started(Duration freshness) {
        KeyRing ring = new KeyRing(source, freshness, new AccessMeters(registry), thread);
        ring.start();
        return ring;
    }

    private static KeyRing.Held held(KeyRing ring, int number) {
        return ring.find(id(number)).join().orElseThrow();
    }

    private static String id(int number) {
        return "%016x".formatted(number);
    }

    private static Grant grant(int number, String client, int rate) {
        return new Grant(
                id(number),
                new byte[32],
                client,
                Set.of(Role.SUBMITTER),
                rate == 0 ? OptionalInt.empty() : OptionalInt.of(rate),
                Instant.MAX,
                null);
    }
}
