package dev.kakutei.ingest.recover;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.ingest.EventHistories;
import dev.kakutei.ingest.Requests;
import dev.kakutei.ingest.TestStore;
import dev.kakutei.ingest.project.Projected;
import dev.kakutei.ingest.store.LedgerTable;
import dev.kakutei.ingest.store.NewRequest;
import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.Category;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.RequestId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** SPEC H3: which settled requests a recovery publishes again, and in which order. */
class SettledEventsTest {
    private TestStore store;
    private RequestId plain;
    private RequestId contradicted;

    @BeforeEach
    void twoSettledRequests() throws Exception {
        store = TestStore.open();
        List<LedgerEvent> spoken = settled("contradicted");
        EventHistories.next(
                spoken, new Fact.Contradicted(1, "it succeeded as well", Answer.none(Category.OK, "ok", null)));
        Projected.write(store.database(), spoken);
        contradicted = spoken.get(0).requestId();
        List<LedgerEvent> ordinary = settled("plain");
        Projected.write(store.database(), ordinary);
        plain = ordinary.get(0).requestId();
    }

    @AfterEach
    void close() {
        store.close();
    }

    /** Verifiers keep it for ever, and look for it at the end of the topic. */
    @Test
    void topicLacksNothing_contradictedRequestsArePublishedAllTheSame() {
        assertThat(published(null)).containsExactly(contradicted);
    }

    @Test
    void topicLacksEvents_allOfThemArePublishedAndWhatVerifiersKeepComesLast() {
        assertThat(published(Instant.EPOCH)).containsExactly(plain, contradicted);
    }

    /** The requests in the order of their first event; verifiers keep none but those that were contradicted. */
    private List<RequestId> published(Instant since) {
        List<LedgerEvent> events = new ArrayList<>();
        long count =
                new SettledEvents(store.database()).forEach(since, Instant.now().plusSeconds(3_600), events::add);
        assertThat(events).hasSize((int) count);
        return events.stream().map(LedgerEvent::requestId).distinct().toList();
    }

    private List<LedgerEvent> settled(String key) throws Exception {
        NewRequest request = Requests.payment(key);
        new LedgerTable(store.database()).accept(List.of(request));
        return new ArrayList<>(EventHistories.succeeded(request));
    }
}
