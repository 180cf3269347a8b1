package dev.kakutei.store.accept;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.Status;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.codec.Codecs;
import dev.kakutei.store.Requests;
import dev.kakutei.store.TestStore;
import dev.kakutei.store.database.Database;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** SPEC A2–A4, A10 on a real Postgres. */
class LedgerTableTest {
    private static TestStore store;
    private static LedgerTable table;

    @BeforeAll
    static void open() {
        store = TestStore.open();
        table = new LedgerTable(store.database());
    }

    @AfterAll
    static void close() {
        store.close();
    }

    @Test
    void accept_newRequest_writesLedgerEventAndOutboxTogether() throws Exception {
        NewRequest request = Requests.payment("new-1");

        List<Acceptance> endings = table.accept(List.of(request));

        assertThat(endings).containsExactly(new Acceptance.Accepted(request.entry()));
        assertThat(table.find("default", "new-1")).contains(request.entry());
        assertThat(table.events(request.id())).containsExactly(request.event());
        assertThat(store.text("select status || ' ' || attempts || ' ' || amount || ' ' || order_request_json"
                        + " from outbox_orders where id = '" + request.id() + "'"))
                .isEqualTo("pending 0 1200.00 " + request.document());
    }

    @Test
    void accept_newRequest_storesTheFactAsItIsOnTheWire() throws Exception {
        NewRequest request = Requests.payment("wire-1");
        table.accept(List.of(request));

        String wire = new String(Codecs.LEDGER_EVENT.encode(request.event()), StandardCharsets.UTF_8);

        String where = " from ledger_events where request_id = '" + request.id() + "'";
        assertThat(wire).contains("\"fact\":" + store.text("select fact::text" + where));
        assertThat(store.text("select type || ' ' || actor || ' ' || event_id" + where))
                .isEqualTo("accepted client:default 1");
    }

    @Test
    void accept_sameRequestAgain_showsTheFirstAndStoresNothing() {
        NewRequest first = Requests.payment("same-1");
        table.accept(List.of(first));

        List<Acceptance> again = table.accept(List.of(Requests.payment("same-1")));

        assertThat(again).containsExactly(new Acceptance.Same(first.entry()));
        assertThat(store.count("outbox_orders where idempotency_key = 'same-1'"))
                .isOne();
        assertThat(store.count("ledger_events e join ledger l using (request_id) where idempotency_key = 'same-1'"))
                .isOne();
    }

    @Test
    void accept_otherRequestUnderTheKey_isAConflict() {
        NewRequest first = Requests.payment("default", "conflict-1", "1");
        table.accept(List.of(first));

        assertThat(table.accept(List.of(Requests.payment("default", "conflict-1", "2"))))
                .containsExactly(new Acceptance.Conflict(first.entry()));
    }

    @Test
    void accept_sameKeyOfAnotherClient_isNew() {
        table.accept(List.of(Requests.payment("client-a", "shared-1", "1")));

        assertThat(table.accept(List.of(Requests.payment("client-b", "shared-1", "2")))
                        .get(0))
                .isInstanceOf(Acceptance.Accepted.class);
    }

    @Test
    void accept_duplicatesInOneBatch_storesTheFirstOfEach() {
        NewRequest a = Requests.payment("default", "batch-a", "1");
        NewRequest sameA = Requests.payment("default", "batch-a", "1");
        NewRequest otherA = Requests.payment("default", "batch-a", "2");
        NewRequest b = Requests.order("batch-b");

        List<Acceptance> endings = table.accept(List.of(b, a, sameA, otherA));

        assertThat(endings)
                .containsExactly(
                        new Acceptance.Accepted(b.entry()),
                        new Acceptance.Accepted(a.entry()),
                        new Acceptance.Same(a.entry()),
                        new Acceptance.Conflict(a.entry()));
        assertThat(store.count("outbox_orders where idempotency_key in ('batch-a', 'batch-b')"))
                .isEqualTo(2);
    }

    @Test
    void accept_manyInOneBatch_answersInTheOrderGiven() {
        List<NewRequest> requests = IntStream.range(0, 500)
                .mapToObj(i -> Requests.payment("many-" + (i * 7919 % 500)))
                .toList();

        List<Acceptance> endings = table.accept(requests);

        for (int i = 0; i < requests.size(); i++) {
            assertThat(endings.get(i))
                    .isEqualTo(new Acceptance.Accepted(requests.get(i).entry()));
        }
        assertThat(store.count("outbox_orders where idempotency_key like 'many-%'"))
                .isEqualTo(500);
    }

    @Test
    void accept_oneRowThatPostgresRefuses_failsAloneAndItsNeighboursAreStored() {
        NewRequest before = Requests.payment("neighbour-1");
        // too long for an index entry, and too random to be packed into one
        byte[] noise = new byte[10_000];
        new Random(1).nextBytes(noise);
        NewRequest bad = Requests.payment(HexFormat.of().formatHex(noise));
        NewRequest after = Requests.payment("neighbour-2");

        List<Acceptance> endings = table.accept(List.of(before, bad, after));

        assertThat(endings.get(0)).isEqualTo(new Acceptance.Accepted(before.entry()));
        assertThat(endings.get(1)).isEqualTo(new Acceptance.Unstorable("SQLSTATE 54000"));
        assertThat(endings.get(2)).isEqualTo(new Acceptance.Accepted(after.entry()));
        assertThat(store.count("outbox_orders where idempotency_key like 'neighbour-%'"))
                .isEqualTo(2);
    }

    @Test
    void accept_connectionDiesInTheCommit_isUnavailableAndNothingIsStored() {
        store.execute("create function die() returns trigger language plpgsql as $$ begin"
                + " if new.idempotency_key like 'die-%' then perform pg_terminate_backend(pg_backend_pid()); end if;"
                + " return null; end $$");
        // deferred: it runs inside COMMIT, after every statement of the transaction has succeeded
        store.execute("create constraint trigger die after insert on ledger deferrable initially deferred"
                + " for each row execute function die()");
        try {
            List<Acceptance> endings = table.accept(List.of(Requests.payment("die-1"), Requests.payment("innocent")));

            assertThat(endings).hasSize(2).allMatch(Acceptance.Unavailable.class::isInstance);
            assertThat(store.count("ledger where idempotency_key in ('die-1', 'innocent')"))
                    .isZero();
            assertThat(store.count("outbox_orders where idempotency_key in ('die-1', 'innocent')"))
                    .isZero();
        } finally {
            store.execute("drop trigger die on ledger");
            store.execute("drop function die()");
        }
        assertThat(table.accept(List.of(Requests.payment("die-1"))).get(0)).isInstanceOf(Acceptance.Accepted.class);
    }

    @Test
    void accept_twoInstancesRacingForTheSameKeys_acceptEachKeyOnce() throws Exception {
        int threads = 50;
        int keys = 20;
        try (Database second = new Database(store.config(), new SimpleMeterRegistry())) {
            second.start();
            List<LedgerTable> tables = List.of(table, new LedgerTable(second));
            ExecutorService pool = Executors.newFixedThreadPool(threads);
            CountDownLatch go = new CountDownLatch(1);
            List<Future<List<Acceptance>>> racing = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                LedgerTable instance = tables.get(t % 2);
                Random order = new Random(t);
                racing.add(pool.submit(() -> {
                    List<NewRequest> requests = new ArrayList<>();
                    order.ints(0, keys)
                            .distinct()
                            .limit(keys)
                            .forEach(k -> requests.add(Requests.payment("race-" + k)));
                    go.await();
                    return instance.accept(requests);
                }));
            }
            go.countDown();
            List<Acceptance> all = new ArrayList<>();
            for (Future<List<Acceptance>> one : racing) {
                all.addAll(one.get(60, TimeUnit.SECONDS));
            }
            pool.shutdown();

            assertThat(all.stream().filter(Acceptance.Accepted.class::isInstance))
                    .hasSize(keys);
            assertThat(all.stream().filter(Acceptance.Same.class::isInstance)).hasSize(threads * keys - keys);
            assertThat(store.count("outbox_orders where idempotency_key like 'race-%'"))
                    .isEqualTo(keys);
            assertThat(store.count(
                            "ledger_events e join ledger l using (request_id) where idempotency_key like 'race-%'"))
                    .isEqualTo(keys);
        }
    }

    @Test
    void find_unknownKey_isEmpty() {
        assertThat(table.find("default", "never")).isEmpty();
    }

    @Test
    void row_everyFieldSet_comesBackAsItWas() {
        Entry first = Requests.payment("full-1").entry();
        table.accept(List.of(Requests.payment("full-1")));
        assertThat(first.status()).isEqualTo(Status.ACCEPTED);
        List<LedgerEvent> events =
                table.events(table.find("default", "full-1").orElseThrow().id());
        assertThat(Entry.begin(events.get(0)))
                .isEqualTo(table.find("default", "full-1").orElseThrow());
    }
}
