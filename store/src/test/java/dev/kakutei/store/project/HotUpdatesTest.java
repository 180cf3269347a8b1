package dev.kakutei.store.project;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.store.EventHistories;
import dev.kakutei.store.Requests;
import dev.kakutei.store.TestStore;
import dev.kakutei.store.accept.LedgerTable;
import dev.kakutei.store.accept.NewRequest;
import dev.kakutei.testkit.Await;
import dev.kakutei.testkit.TestDepth;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * An update of a straight life stays on its page and touches no index, whatever lists need: neither the state nor
 * anything else that changes then may be in one, not even in the condition of a partial one.
 */
class HotUpdatesTest {
    private static final int LIVES = TestDepth.rounds(500, 2_000);
    private static final int BATCH = 250;
    private static final int ROUNDS = 3;
    private static final long ENOUGH = 90;

    /**
     * What an update leaves behind makes room once no transaction can see it any more. The server's own analysis of
     * these tables, which comes when it likes and sees it for as long as it runs, is turned off; that of the catalogs
     * is not, so the best round counts: an index in the way spoils them all.
     */
    @ParameterizedTest
    @ValueSource(strings = {"ledger", "outbox_orders"})
    void update_ofStraightLives_staysOnItsPage(String table) throws Exception {
        long best = 0;
        for (int round = 0; round < ROUNDS && best <= ENOUGH; round++) {
            best = Math.max(best, percentOnTheirPage(table));
        }

        assertThat(best).as("of 100 updates of " + table).isGreaterThan(ENOUGH);
    }

    private static long percentOnTheirPage(String table) throws Exception {
        try (TestStore store = TestStore.open()) {
            for (String each : List.of("ledger", "ledger_events", "outbox_orders")) {
                store.execute("alter table " + each + " set (autovacuum_enabled = false)");
            }
            liveStraight(store);
            // An idle connection reports up to ten seconds later what it has done; one that ends reports it at once.
            store.database().close();
            return Await.until(
                    "Postgres has counted",
                    () -> Long.parseLong(store.text("select case when n_tup_upd >= " + 2 * LIVES
                            + " then n_tup_hot_upd * 100 / n_tup_upd else -1 end"
                            + " from pg_stat_user_tables where relname = '" + table + "'")),
                    counted -> counted >= 0);
        }
    }

    private static void liveStraight(TestStore store) throws Exception {
        LedgerTable ledger = new LedgerTable(store.database());
        for (int from = 0; from < LIVES; from += BATCH) {
            List<NewRequest> requests = new ArrayList<>();
            for (int i = from; i < from + BATCH; i++) {
                requests.add(Requests.payment("hot-" + i));
            }
            ledger.accept(requests);
            for (int event = 1; event < 3; event++) {
                List<LedgerEvent> events = new ArrayList<>();
                for (NewRequest request : requests) {
                    events.add(EventHistories.succeeded(request).get(event));
                }
                Projected.write(store.database(), events);
            }
        }
    }
}
