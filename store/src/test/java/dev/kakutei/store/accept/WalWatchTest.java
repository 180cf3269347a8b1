package dev.kakutei.store.accept;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.store.TestStore;
import dev.kakutei.store.metrics.AcceptMetrics;
import dev.kakutei.testkit.Await;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** On a real slot without a reader. */
class WalWatchTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final TestStore store = TestStore.open();

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void watch_walIsNotRead_isOverUntilItIs() {
        String slot = store.config().slot();
        try (WalWatch watch = new WalWatch(store.database(), slot, 4, new AcceptMetrics(registry))) {
            watch.start();
            assertThat(watch.over()).isFalse();
            assertThat(watch.problem()).isEmpty();

            store.execute("select pg_logical_emit_message(false, 'test', repeat(gen_random_uuid()::text, 40000))"
                    + " from generate_series(1, 5)");
            Await.until("it is seen", watch::over);
            assertThat(watch.problem())
                    .hasValueSatisfying(
                            problem -> assertThat(problem).contains(slot).contains("4 MiB"));
            assertThat(registry.get(AcceptMetrics.WAL_KEPT).gauge().value()).isGreaterThan(4 * 1024 * 1024);

            // Postgres itself decides, by its checkpoints, what a slot that has moved on lets go of.
            Await.until("it is over", () -> {
                store.execute("checkpoint");
                store.execute("select pg_replication_slot_advance('" + slot + "', pg_current_wal_lsn())");
                return !watch.over();
            });
        }
    }

    @Test
    void watch_withoutALimitOrWithoutASlot_neverIsOver() {
        AcceptMetrics metrics = new AcceptMetrics(registry);
        try (WalWatch without = new WalWatch(store.database(), store.config().slot(), 0, metrics);
                WalWatch missing = new WalWatch(store.database(), "no_such_slot", 1, metrics)) {
            store.execute("select pg_switch_wal()");
            without.start();
            missing.start();
            assertThat(without.over()).isFalse();
            assertThat(missing.over()).isFalse();
        }
    }
}
