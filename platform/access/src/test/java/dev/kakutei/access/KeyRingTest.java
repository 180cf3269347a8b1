package dev.kakutei.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.boot.StoreUnavailable;
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
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** SPEC G3: what was revoked is refused soon, and strangers do not make Postgres busy. */
class KeyRingTest {
    private static final Duration NEVER_BY_ITSELF = Duration.ofHours(1);

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
    private final FakeSource source = new FakeSource();
    /** Stands still unless a test moves it. */
    private final AtomicLong nanos = new AtomicLong(System.nanoTime());

    /** Postgres as far as the ring sees it. */
    private static final class FakeSource implements KeyRing.Source {
        private final AtomicInteger refreshes = new AtomicInteger();
        private volatile KeyRing.Keys keys = new KeyRing.Keys(1, List.of());
        private volatile boolean away;
        private volatile CountDownLatch held = new CountDownLatch(0);

        void set(Grant... grants) {
            keys = new KeyRing.Keys(keys.version() + 1, List.of(grants));
        }

        @Override
        public Optional<KeyRing.Keys> changedSince(long version) {
            refreshes.incrementAndGet();
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

    /** Keeps the scheduled refreshes until the test runs them. */
    private static final class PlannedRefreshes extends ScheduledThreadPoolExecutor {
        private final List<Runnable> planned = new ArrayList<>();
        private final List<Duration> pauses = new ArrayList<>();

        PlannedRefreshes() {
            super(1);
        }

        @Override
        public ScheduledFuture<?> schedule(Runnable refresh, long delay, TimeUnit unit) {
            planned.add(refresh);
            pauses.add(Duration.of(delay, unit.toChronoUnit()));
            return null;
        }

        @Override
        public ScheduledFuture<?> scheduleWithFixedDelay(Runnable refresh, long first, long delay, TimeUnit unit) {
            return null;
        }

        void make() {
            List.copyOf(planned).forEach(Runnable::run);
            planned.clear();
        }
    }

    @AfterEach
    void end() {
        source.held.countDown();
        thread.shutdownNow();
    }

    @Test
    void find_knownKey_isFoundAtOnceWithoutARefresh() {
        source.set(grant(1, "shop", 0));
        KeyRing ring = started(NEVER_BY_ITSELF);

        for (int i = 0; i < 1_000; i++) {
            assertThat(ring.find(id(1))).isCompleted();
        }
        assertThat(source.refreshes).hasValue(1);
    }

    @Test
    void find_keyMadeAMomentAgo_waitsForTheNextRefreshAndIsFound() throws Exception {
        KeyRing ring = started(NEVER_BY_ITSELF);
        source.set(grant(1, "shop", 0));

        assertThat(ring.find(id(1)).get(60, TimeUnit.SECONDS)).isPresent();
    }

    @Test
    void find_keyMadeDuringARefresh_isFoundByTheNextOne() throws Exception {
        KeyRing ring = started(NEVER_BY_ITSELF);
        source.held = new CountDownLatch(1);
        CompletableFuture<?> early = ring.find(id(7));
        Await.until("a refresh is under way", () -> source.refreshes.get() == 2);
        source.set(grant(1, "shop", 0));
        CompletableFuture<Optional<KeyRing.Held>> late = ring.find(id(1));
        source.held.countDown();

        assertThat(late.get(60, TimeUnit.SECONDS)).isPresent();
        assertThat(early).isDone();
    }

    @Test
    void find_manyUnknownKeys_areOneRefreshAtATimeWithAPauseBetweenAndKnownKeysDoNotWait() {
        source.set(grant(1, "shop", 0));
        PlannedRefreshes refreshes = new PlannedRefreshes();
        KeyRing ring = new KeyRing(source, NEVER_BY_ITSELF, new AccessMetrics(registry), refreshes, nanos::get);
        ring.start();
        for (int flood = 1; flood <= 3; flood++) {
            List<CompletableFuture<?>> strangers = new ArrayList<>();
            for (int i = 0; i < 5_000; i++) {
                strangers.add(ring.find(id(1_000 + i)));
                assertThat(ring.find(id(1))).isCompleted();
            }
            assertThat(refreshes.planned).hasSize(1);
            assertThat(source.refreshes).hasValue(flood);
            // Whoever came when a thousand waited was refused, and it was counted.
            assertThat(strangers.stream().filter(CompletableFuture::isCompletedExceptionally))
                    .hasSize(4_000);
            assertThat(registry.get(AccessMetrics.OVERFLOW).counter().count()).isEqualTo(flood * 4_000);

            refreshes.make();

            assertThat(source.refreshes).hasValue(flood + 1);
            assertThat(strangers).allMatch(CompletableFuture::isDone);
            nanos.addAndGet(Duration.ofMillis(30).toNanos());
        }
        assertThat(refreshes.pauses).containsExactly(Duration.ZERO, Duration.ofMillis(70), Duration.ofMillis(70));
        refreshes.shutdownNow();
    }

    @Test
    void find_keysTooOld_refreshesFirstAndSeesTheRevocation() throws Exception {
        source.set(grant(1, "shop", 0));
        KeyRing ring = started(NEVER_BY_ITSELF);
        source.held = new CountDownLatch(1);
        source.set();
        nanos.addAndGet(NEVER_BY_ITSELF.toNanos() - 1);
        assertThat(ring.find(id(1))).as("still fresh").isCompleted();
        assertThat(ring.problem()).isEmpty();
        // As if the process had been paused.
        nanos.incrementAndGet();
        assertThat(ring.problem()).isPresent();

        CompletableFuture<Optional<KeyRing.Held>> found = ring.find(id(1));
        assertThat(found).isNotDone();
        source.held.countDown();

        assertThat(found.get(60, TimeUnit.SECONDS)).isEmpty();
    }

    @Test
    void find_postgresAway_acceptsNoKeyOnStaleDataAndRecoversByItself() {
        source.set(grant(1, "shop", 0));
        KeyRing ring = started(Duration.ofMillis(500));
        source.away = true;
        assertThat(ring.find(id(1))).as("still fresh").isCompleted();
        nanos.addAndGet(Duration.ofMillis(500).toNanos());
        assertThat(ring.problem()).isPresent();

        assertThat(ring.find(id(1)))
                .failsWithin(Await.LIMIT)
                .withThrowableThat()
                .withCauseInstanceOf(StoreUnavailable.class);
        source.away = false;
        Await.until("well again", () -> ring.problem().isEmpty());
        assertThat(ring.find(id(1))).isCompleted();
    }

    @Test
    void find_afterAChangeElsewhere_keepsTheBucketOfTheClient() {
        source.set(grant(1, "shop", 10), grant(2, "shop", 10), grant(3, "helpdesk", 10));
        KeyRing ring = started(Duration.ofMillis(500));
        RateLimit before = held(ring, 1).limit();
        assertThat(held(ring, 2).limit()).isSameAs(before);
        assertThat(held(ring, 3).limit()).isNotSameAs(before);

        source.set(grant(1, "shop", 10), grant(2, "shop", 10), grant(3, "helpdesk", 20), grant(4, "free", 0));
        Await.until("the change is seen", () -> held(ring, 3).limit().perSecond() == 20);

        assertThat(held(ring, 1).limit()).isSameAs(before);
        assertThat(held(ring, 4).limit()).isNull();
    }

    private KeyRing started(Duration freshness) {
        KeyRing ring = new KeyRing(source, freshness, new AccessMetrics(registry), thread, nanos::get);
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
                Set.of(ClientRole.SUBMITTER),
                rate == 0 ? OptionalInt.empty() : OptionalInt.of(rate),
                Instant.MAX,
                null);
    }
}
