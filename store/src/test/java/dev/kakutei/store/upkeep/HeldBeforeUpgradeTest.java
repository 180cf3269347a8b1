package dev.kakutei.store.upkeep;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.schemas.ApprovalFact;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.store.EventHistories;
import dev.kakutei.store.Requests;
import dev.kakutei.store.TestStore;
import dev.kakutei.store.accept.LedgerTable;
import dev.kakutei.store.accept.NewRequest;
import dev.kakutei.store.project.Projected;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The migration that gives held requests of older versions the columns that they would have been stored with. */
class HeldBeforeUpgradeTest {
    private static final String MIGRATION = "/dev/kakutei/schemas/postgres/V20__approval_status_of_held_requests.sql";

    @Test
    void migration_ofHeldRequestsInEveryStage_agreesWithTheirEvents() throws Exception {
        try (TestStore store = TestStore.open()) {
            List<LedgerEvent> events = new ArrayList<>();
            for (int stage = 1; stage <= 8; stage++) {
                NewRequest request = accepted(store, "held-" + stage);
                events.addAll(EventHistories.approvedLater(request).subList(0, stage));
            }
            NewRequest cancelled = accepted(store, "cancelled");
            events.addAll(cancelled(EventHistories.approvedLater(cancelled).subList(0, 4)));
            NewRequest approved = accepted(store, "approved");
            events.addAll(approved(EventHistories.approvedLater(approved).subList(0, 8)));
            Projected.write(store.database(), events);
            store.execute("update ledger set approval_status = null, approved_at = null, submissions = null");
            assertThat(differences(store)).isNotEmpty();

            try (InputStream migration = LedgerEvent.class.getResourceAsStream(MIGRATION)) {
                store.execute(new String(migration.readAllBytes(), UTF_8));
            }

            assertThat(differences(store)).isEmpty();
            assertThat(store.text("select string_agg(idempotency_key || ' ' || approval_status, ',' order by"
                            + " idempotency_key) from ledger where approval_status <> 'pending'"))
                    .isEqualTo("approved approved,cancelled returned,held-4 returned,held-5 returned");
        }
    }

    private static NewRequest accepted(TestStore store, String key) {
        NewRequest request = Requests.payment(key);
        new LedgerTable(store.database()).accept(List.of(request));
        return request;
    }

    private static List<LedgerEvent> cancelled(List<LedgerEvent> returned) {
        List<LedgerEvent> events = new ArrayList<>(returned);
        EventHistories.next(
                events, new Fact.Settled(Fact.Verdict.CANCELLED, Fact.Ground.OPERATOR, 0, "not needed any more", null));
        return events;
    }

    private static List<LedgerEvent> approved(List<LedgerEvent> held) {
        List<LedgerEvent> events = new ArrayList<>(held);
        EventHistories.next(events, new ApprovalFact.Approved("o-5", 2, null));
        return events;
    }

    private static List<Difference> differences(TestStore store) {
        List<Difference> found = new ArrayList<>();
        new LedgerCheck(store.database()).run(null, found::add, passed -> {});
        return found;
    }
}
