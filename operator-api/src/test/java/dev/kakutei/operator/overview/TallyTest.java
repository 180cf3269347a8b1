package dev.kakutei.operator.overview;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.ledger.Status;
import dev.kakutei.store.Requests;
import dev.kakutei.store.TestStore;
import dev.kakutei.store.accept.LedgerTable;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The tally says what counting would say, whoever changed what, at a cost that does not grow. */
class TallyTest {
    private TestStore store;
    private TallyTable tally;

    @BeforeEach
    void open() {
        store = TestStore.open();
        tally = new TallyTable(store.database());
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void tally_afterEveryKindOfChange_isWhatCountingSays() throws Exception {
        LedgerTable ledger = new LedgerTable(store.database());
        ledger.accept(IntStream.range(0, 50)
                .mapToObj(i -> Requests.payment(i % 2 == 0 ? "shop" : "kiosk", "k" + i, "1"))
                .toList());
        ledger.accept(List.of(Requests.payment("shop", "k0", "1"), Requests.payment("shop", "new", "1")));
        check();
        Flow before = tally.flow(Optional.empty());
        assertThat(before.there()).containsEntry(Status.ACCEPTED, 51L).containsEntry(Status.SUCCEEDED, 0L);
        assertThat(before.cameLately()).containsEntry(Status.ACCEPTED, 51L);
        assertThat(before.oldestOpenAt()).contains(Requests.T0);

        store.execute("update ledger set state = 'sending' where idempotency_key like 'k%'");
        store.execute("update ledger set attempts = 3");
        store.execute(
                "update ledger set state = case when client = 'shop' then 'succeeded' else 'verification_failed' end,"
                        + " settled_at = case when client = 'shop' then now() end where state = 'sending'");
        check();
        store.execute("delete from ledger where idempotency_key = 'k2'");
        check();

        Flow flow = tally.flow(Optional.empty());
        assertThat(flow.there()).containsEntry(Status.SUCCEEDED, 24L).containsEntry(Status.VERIFICATION_FAILED, 25L);
        assertThat(flow.cameLately()).containsEntry(Status.SUCCEEDED, 25L);
        assertThat(flow.count(Status::waitsForPerson)).isEqualTo(25);
        assertThat(tally.flow(Optional.of("shop")).there())
                .containsEntry(Status.SUCCEEDED, 24L)
                .containsEntry(Status.ACCEPTED, 1L)
                .containsEntry(Status.VERIFICATION_FAILED, 0L);

        store.execute("truncate ledger");
        check();
        assertThat(tally.flow(Optional.empty()).count(status -> true)).isZero();
    }

    @Test
    void drawnTogether_saysTheSameInFewRows() throws Exception {
        LedgerTable ledger = new LedgerTable(store.database());
        for (int i = 0; i < 30; i++) {
            ledger.accept(List.of(Requests.payment("k" + i)));
        }
        assertThat(store.count("ledger_tally")).isEqualTo(30);
        store.execute("update ledger_tally set at = now() - interval '30 s'");

        tally.compact();

        assertThat(store.count("ledger_tally")).isOne();
        assertThat(tally.flow(Optional.empty()).cameLately()).containsEntry(Status.ACCEPTED, 30L);
        store.execute("update ledger_tally set at = at - interval '90 s'");
        tally.compact();
        Flow flow = tally.flow(Optional.empty());
        assertThat(flow.there()).containsEntry(Status.ACCEPTED, 30L);
        assertThat(flow.cameLately()).containsEntry(Status.ACCEPTED, 0L);
        assertThat(store.text("select min(at) = 'epoch' from ledger_tally")).isEqualTo("t");
        check();
    }

    @Test
    void drawnTogether_manyBases_becomeOneForEachState() throws Exception {
        store.execute("insert into ledger_tally select 'epoch', 'shop', 'failed', 1, 0 from generate_series(1, 150)");

        tally.compact();

        assertThat(store.count("ledger_tally")).isOne();
        assertThat(tally.flow(Optional.empty()).there()).containsEntry(Status.FAILED, 150L);
    }

    @Test
    void compacted_basesOfManyClients_areNotRewrittenEachTime() throws Exception {
        store.execute(
                "insert into ledger_tally select 'epoch', 'c' || i, 'failed', 1, 0 from generate_series(1, 150) i");
        store.execute(
                "insert into ledger_tally select 'epoch', 'c' || i, 'failed', 1, 0 from generate_series(1, 150) i");
        String before = rows();

        tally.compact();
        assertThat(rows()).as("twice as many are left").isEqualTo(before);

        store.execute("insert into ledger_tally values ('epoch', 'c1', 'failed', 1, 0)");
        tally.compact();
        assertThat(store.count("ledger_tally")).isEqualTo(150);
        assertThat(tally.flow(Optional.empty()).there()).containsEntry(Status.FAILED, 301L);
        String drawn = rows();
        tally.compact();
        assertThat(rows()).isEqualTo(drawn);
    }

    @Test
    void flow_ofManyRequests_readsNotOneOfThem() {
        store.execute(
                "set synchronous_commit = off; insert into ledger (request_id, client, idempotency_key, kind, gateway,"
                        + " request_digest, accepted_at, deadline_at, state, last_event_id, current_event_id, updated_at, settled_at)"
                        + " select gen_random_uuid(), 'shop', 'k' || i, 'payment', 'bank', 'd', now(), now(), 'succeeded', 3, 3, now(),"
                        + " now() from generate_series(1, 20000) i");
        long before = reads();

        Flow flow = tally.flow(Optional.empty());

        assertThat(flow.there()).containsEntry(Status.SUCCEEDED, 20_000L);
        assertThat(reads()).isEqualTo(before);
    }

    /** Each row's place: one that was rewritten has another. */
    private String rows() {
        return store.text("select string_agg(xmin::text || ' ' || ctid::text, ',' order by ctid) from ledger_tally");
    }

    private long reads() {
        store.execute("select pg_stat_force_next_flush()");
        return Long.parseLong(store.text("select coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)"
                + " from pg_stat_user_tables where relname = 'ledger'"));
    }

    private void check() {
        assertThat(store.text("select string_agg(client || ' ' || state || ' ' || n, ',' order by client, state) from"
                        + " (select client, state, sum(came - went) n from ledger_tally group by 1, 2"
                        + "  having sum(came - went) <> 0) t"))
                .isEqualTo(
                        store.text("select string_agg(client || ' ' || state || ' ' || n, ',' order by client, state)"
                                + " from (select client, state, count(*) n from ledger group by 1, 2) t"));
    }
}
