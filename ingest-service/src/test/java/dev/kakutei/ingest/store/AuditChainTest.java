package dev.kakutei.ingest.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.ingest.Histories;
import dev.kakutei.ingest.Requests;
import dev.kakutei.ingest.TestStore;
import dev.kakutei.ingest.project.Projected;
import dev.kakutei.schemas.AuditChain;
import dev.kakutei.schemas.LedgerEvent;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** ADR 19: what is stored is chained, whoever stores it and in whatever batches, and SQL computes the same. */
class AuditChainTest {
    private static final String UNCHAINED = "select count(*) from (select *, lag(chain) over (partition by request_id"
            + " order by event_id) as previous from ledger_events) e where chain is distinct from"
            + " ledger_event_chain(previous, row(request_id, event_id, type, at, actor, fact, chain)::ledger_events)";

    @Test
    void events_acceptedAndProjectedInAnyBatches_formOneChainForEachRequest() throws Exception {
        try (TestStore store = TestStore.open()) {
            Random random = new Random(19);
            List<NewRequest> requests = new ArrayList<>();
            List<LedgerEvent> events = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
                requests.add(i % 2 == 0 ? Requests.order("chain-" + i) : Requests.payment("chain-" + i));
            }
            new LedgerTable(store.database()).accept(requests);
            for (NewRequest request : requests) {
                events.addAll(Histories.random(request, random, 1 + random.nextInt(9)));
            }
            for (int from = 0; from < events.size(); ) {
                int to = Math.min(events.size(), from + 1 + random.nextInt(40));
                Projected.write(store.database(), events.subList(from, to));
                from = to;
            }

            assertThat(count(store, "select count(*) from ledger_events")).isGreaterThan(events.size());
            assertThat(count(store, UNCHAINED)).isZero();

            count(
                    store,
                    "with spoilt as (update ledger_events set actor = 'nobody' where event_id = 2 returning 1)"
                            + " select count(*) from spoilt");
            assertThat(count(store, UNCHAINED)).isGreaterThan(10);
        }
    }

    @Test
    void chain_anyChange_isAnother() {
        LedgerEvent event = Requests.payment("chain").event();
        String hash = hash(null, event.seq(), event, "somebody", "{}");
        assertThat(List.of(
                        hash(hash, event.seq(), event, "somebody", "{}"),
                        hash(null, 2, event, "somebody", "{}"),
                        hash(null, event.seq(), event, "nobody", "{}"),
                        hash(null, event.seq(), event, "somebody\n{", "}"),
                        hash(null, event.seq(), event, "somebody", "{ }")))
                .doesNotContain(hash)
                .doesNotHaveDuplicates();
        assertThat(hash).isEqualTo(hash(AuditChain.BEGINNING, event.seq(), event, "somebody", "{}"));
    }

    private static String hash(String previous, int seq, LedgerEvent event, String by, String fact) {
        return AuditChain.next(previous, event.requestId(), seq, event.at(), by, fact);
    }

    private static long count(TestStore store, String sql) throws Exception {
        try (Connection connection = store.database().connection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            long count = row.getLong(1);
            connection.commit();
            return count;
        }
    }
}
