package dev.kakutei.store.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.schemas.AuditChain;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.store.EventHistories;
import dev.kakutei.store.Requests;
import dev.kakutei.store.TestStore;
import dev.kakutei.store.accept.LedgerTable;
import dev.kakutei.store.accept.NewRequest;
import dev.kakutei.store.project.Projected;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** ADR 19: what is stored is chained, whoever stores it and in whatever batches, and SQL computes the same. */
class AuditChainTest {
    private static final String UNCHAINED = "ledger_events e left join ledger_events p on p.request_id = e.request_id"
            + " and p.event_id = e.event_id - 1 where e.chain is distinct from ledger_event_chain(p.chain, e)";

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
                events.addAll(EventHistories.random(request, random, 1 + random.nextInt(9)));
            }
            for (int from = 0; from < events.size(); ) {
                int to = Math.min(events.size(), from + 1 + random.nextInt(40));
                Projected.write(store.database(), events.subList(from, to));
                from = to;
            }

            assertThat(store.count("ledger_events")).isEqualTo(events.size());
            assertThat(store.count(UNCHAINED)).isZero();

            store.execute("update ledger_events set actor = 'no-one' where event_id = 2");
            assertThat(store.count(UNCHAINED)).isGreaterThan(10);
        }
    }

    @Test
    void chain_anyChange_isAnother() {
        LedgerEvent event = Requests.payment("chain").event();
        String hash = hash(null, event.seq(), event, "someone", "{}");
        assertThat(List.of(
                        hash(hash, event.seq(), event, "someone", "{}"),
                        hash(null, 2, event, "someone", "{}"),
                        hash(null, event.seq(), event, "no-one", "{}"),
                        hash(null, event.seq(), event, "someone\n{", "}"),
                        hash(null, event.seq(), event, "someone", "{ }")))
                .doesNotContain(hash)
                .doesNotHaveDuplicates();
        assertThat(hash).isEqualTo(hash(AuditChain.BEGINNING, event.seq(), event, "someone", "{}"));
    }

    private static String hash(String previous, int seq, LedgerEvent event, String by, String fact) {
        return AuditChain.next(previous, event.requestId(), seq, event.at(), by, fact);
    }
}
