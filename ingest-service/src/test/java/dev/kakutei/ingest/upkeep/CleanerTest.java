package dev.kakutei.ingest.upkeep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.ingest.EventHistories;
import dev.kakutei.ingest.Requests;
import dev.kakutei.ingest.TestStore;
import dev.kakutei.ingest.metrics.UpkeepMetrics;
import dev.kakutei.ingest.project.Projected;
import dev.kakutei.ingest.store.Acceptance;
import dev.kakutei.ingest.store.LedgerTable;
import dev.kakutei.ingest.store.NewRequest;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.testkit.Await;
import dev.kakutei.testkit.TestDepth;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** SPEC A10: what is settled and old goes, in batches; nothing else does. */
class CleanerTest {
    private static final Duration WEEK = Duration.ofDays(7);
    private static final int LIVES = TestDepth.rounds(150, 1_000);
    private static final Duration YEAR = Duration.ofDays(365);

    private final TestStore store = TestStore.open();
    private final LedgerTable ledger = new LedgerTable(store.database());
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    @AfterEach
    void close() {
        store.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // settled for | outbox says | its expiry | goes
                "8 days | succeeded | null               | true",
                "8 days | failed    | null               | true",
                "8 days | aborted   | now() - interval '1 s' | true",
                "8 days | succeeded | now() + interval '1 h' | false",
                "6 days | succeeded | null               | false",
                "6 days | succeeded | now() - interval '1 h' | false",
                "never  | sending   | null               | false",
                "never  | pending   | now() - interval '9 days' | false",
                // the outbox only shows it; the ledger knows it
                "never  | succeeded | null               | false",
                "8 days | sending   | null               | true",
            })
    void outbox_row_goesWhenItsRequestIsSettledAndOldAndPastItsExpiry(
            String settled, String status, String expiry, boolean goes) throws Exception {
        NewRequest request = accepted("row");
        store.execute("update ledger set accepted_at = now() - interval '30 days', state = 'succeeded', settled_at = "
                + (settled.equals("never") ? "null" : "now() - interval '" + settled + "'"));
        store.execute("update outbox_orders set created_at = now() - interval '30 days', status = '" + status
                + "', expires_at = " + expiry);

        int deleted = cleaner(InstantSource.system()).run(CleaningTables.Pass.OUTBOX, WEEK);

        assertThat(deleted).isEqualTo(goes ? 1 : 0);
        assertThat(store.count("outbox_orders")).isEqualTo(goes ? 0 : 1);
        assertThat(ledger.find("default", request.fact().idempotencyKey())).isPresent();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "settled_at = now() - interval '400 days'                          | true",
                "settled_at = now() - interval '400 days', expires_at = now() + interval '1 d' | false",
                "settled_at = now() - interval '400 days', contradicted = true     | false",
                "settled_at = now() - interval '300 days'                          | false",
                "settled_at = null                                                 | false",
            })
    void request_settledLongAgo_goesWithAllThatIsKnownOfIt(String change, boolean goes) throws Exception {
        NewRequest request = accepted("old");
        Projected.write(store.database(), EventHistories.succeeded(request));
        store.execute("insert into resubmission_targets select request_id, 'other', 1 from ledger");
        store.execute("insert into second_effect_acceptances select request_id, 1 from ledger");
        store.execute("update ledger set accepted_at = now() - interval '500 days', " + change);

        cleaner(InstantSource.system()).run(CleaningTables.Pass.REQUESTS, YEAR);

        assertThat(store.count("ledger")).isEqualTo(goes ? 0 : 1);
        assertThat(store.count("ledger_events")).isEqualTo(goes ? 0 : 3);
        assertThat(store.count("outbox_orders")).isEqualTo(goes ? 0 : 1);
        assertThat(store.count("resubmission_targets")).isEqualTo(goes ? 0 : 1);
        assertThat(store.count("second_effect_acceptances")).isEqualTo(goes ? 0 : 1);
        // What the key's memory is worth: without it, the same request is a new one.
        assertThat(ledger.accept(List.of(Requests.payment("old"))).get(0))
                .isInstanceOf(goes ? Acceptance.Accepted.class : Acceptance.Same.class);
    }

    @Test
    void cleaning_clockOfTheProcessJumpsAhead_makesNothingOld() throws Exception {
        accepted("clock");
        store.execute("update ledger set state = 'succeeded', settled_at = now() - interval '1 h'");
        InstantSource ahead = () -> Instant.now().plus(Duration.ofDays(4_000));

        assertThat(cleaner(ahead).run(CleaningTables.Pass.OUTBOX, WEEK)).isZero();
        assertThat(cleaner(ahead).run(CleaningTables.Pass.REQUESTS, YEAR)).isZero();
    }

    @Test
    void cleaning_rowsHeldAndAnotherCleaner_waitsForNone() throws Exception {
        for (int i = 0; i < 7; i++) {
            accepted("held-" + i);
        }
        settleAll("8 days");
        Cleaner cleaner = cleaner(InstantSource.system());
        try (var holder = store.raw().connect();
                var statement = holder.createStatement()) {
            holder.setAutoCommit(false);
            statement.execute("select 1 from outbox_orders where idempotency_key = 'held-3' for update");
            assertThat(cleaner.run(CleaningTables.Pass.OUTBOX, WEEK)).isEqualTo(6);
            holder.rollback();
            statement.execute("select pg_advisory_xact_lock(" + 0x6b616b757465L + ")");
            assertThat(cleaner.run(CleaningTables.Pass.OUTBOX, WEEK))
                    .as("another one is at it")
                    .isZero();
            holder.rollback();
        }
        assertThat(cleaner.run(CleaningTables.Pass.OUTBOX, WEEK)).isOne();
    }

    @Test
    void cleaning_oldRowsThatMustStay_doNotHideThoseBehind() throws Exception {
        for (int i = 0; i < 20; i++) {
            accepted("stuck-" + i);
        }
        settleAll("8 days");
        store.execute("update ledger set state = 'sending', settled_at = null where idempotency_key <> 'stuck-19'");

        assertThat(cleaner(InstantSource.system()).run(CleaningTables.Pass.OUTBOX, WEEK))
                .isOne();
        assertThat(store.count("outbox_orders")).isEqualTo(19);
    }

    @Test
    void cleaning_underLoad_losesNothingThatIsNotSettled() throws Exception {
        List<CompletableFuture<Integer>> writers = new ArrayList<>();
        for (int w = 0; w < 2; w++) {
            int writer = w;
            writers.add(CompletableFuture.supplyAsync(() -> live("load-" + writer + "-")));
        }
        Cleaner one = cleaner(200);
        Cleaner other = cleaner(200);
        int deleted = 0;
        boolean last;
        do {
            last = writers.stream().allMatch(CompletableFuture::isDone);
            CompletableFuture<Integer> beside = CompletableFuture.supplyAsync(() -> walked(other));
            deleted += walked(one) + beside.get();
        } while (!last);
        int accepted = 0;
        for (CompletableFuture<Integer> writer : writers) {
            accepted += writer.get();
        }
        assertThat(deleted).isPositive();
        assertThat(store.count("ledger")).isEqualTo(accepted);
        assertThat(store.count("outbox_orders") + deleted).isEqualTo(accepted);
        List<Difference> found = new ArrayList<>();
        new LedgerCheck(store.database()).run(null, found::add, passed -> {});
        assertThat(found).isEmpty();
    }

    @Test
    void start_cleansByItself_andCounts() {
        accepted("by-itself");
        settleAll("8 days");
        CleaningConfig config = new CleaningConfig(WEEK, Duration.ZERO, Duration.ofMillis(100), 5);
        try (Cleaner cleaner =
                new Cleaner(config, store.database(), new UpkeepMetrics(registry), InstantSource.system())) {
            cleaner.start();
            Await.until("it is gone", () -> store.count("outbox_orders") == 0);
            Await.until(
                    "it is counted",
                    () -> registry.counter(UpkeepMetrics.CLEANED, "what", "outbox")
                                    .count()
                            == 1);
        }
        assertThat(store.count("ledger")).as("requests are kept for ever").isOne();
    }

    @Test
    void publication_ofTheOutbox_omitsDeletions() {
        assertThat(store.text("select pubinsert::text || pubupdate || pubdelete || pubtruncate from pg_publication"
                        + " where pubname = 'kakutei_outbox'"))
                .isEqualTo("truefalsefalsefalse");
    }

    /** Retention of nothing: a request may lose its row the moment it is settled, and not a moment before. */
    private static int walked(Cleaner cleaner) {
        try {
            return cleaner.run(CleaningTables.Pass.OUTBOX, Duration.ZERO);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private int live(String prefix) {
        Random random = new Random(prefix.hashCode());
        int lives = 0;
        try {
            while (lives < LIVES) {
                NewRequest request = Requests.payment(prefix + lives++);
                ledger.accept(List.of(request));
                for (LedgerEvent event : EventHistories.random(request, random, 1 + random.nextInt(6))) {
                    Projected.write(store.database(), List.of(event));
                }
            }
            return lives;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private void settleAll(String ago) {
        store.execute("update ledger set accepted_at = now() - interval '30 days', state = 'succeeded',"
                + " settled_at = now() - interval '" + ago + "'");
        store.execute("update outbox_orders set created_at = now() - interval '30 days', status = 'succeeded'");
    }

    private Cleaner cleaner(InstantSource clock) {
        CleaningConfig config = new CleaningConfig(WEEK, YEAR, Duration.ofMinutes(1), 5);
        return new Cleaner(config, store.database(), new UpkeepMetrics(registry), clock);
    }

    private Cleaner cleaner(int batch) {
        CleaningConfig config = new CleaningConfig(WEEK, YEAR, Duration.ofMinutes(1), batch);
        return new Cleaner(config, store.database(), new UpkeepMetrics(registry), InstantSource.system());
    }

    private NewRequest accepted(String key) {
        NewRequest request = Requests.payment(key);
        ledger.accept(List.of(request));
        return request;
    }
}
