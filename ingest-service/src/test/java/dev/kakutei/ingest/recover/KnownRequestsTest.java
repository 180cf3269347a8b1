package dev.kakutei.ingest.recover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.ingest.EventHistories;
import dev.kakutei.ingest.Requests;
import dev.kakutei.ingest.TestStore;
import dev.kakutei.ingest.project.Projected;
import dev.kakutei.ingest.store.LedgerTable;
import dev.kakutei.ingest.store.NewRequest;
import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.Status;
import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.Category;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.RecoveryFact;
import dev.kakutei.schemas.RequestId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a recovery knows of each request (SPEC H3). */
class KnownRequestsTest {
    private static final String REFERENCE = "gw-77";

    private TestStore store;

    private record Known(Entry entry, JsonNode document) {}

    @BeforeEach
    void open() {
        store = TestStore.open();
    }

    @AfterEach
    void close() {
        store.close();
    }

    /**
     * Otherwise "not found" would be believed after a recovery, and what the gateway holds would be failed or sent
     * again.
     */
    @Test
    void forEach_acknowledgedByTheGateway_isStillAcknowledged() throws Exception {
        List<LedgerEvent> events = sent("acknowledged");
        Instant at = events.get(0).at();
        Answer taken = new Answer(Category.UNKNOWN, 202, "accepted_pending", null, 3, Map.of(), REFERENCE, null);
        EventHistories.next(events, new Fact.OutcomeUnknown(1, taken, at.plusSeconds(300)));
        Projected.write(store.database(), events);

        Entry known = known(at.minusSeconds(60)).get(events.get(0).requestId()).entry();

        assertThat(known.answers().acknowledgedReference()).isEqualTo(REFERENCE);
        assertThat(known).isEqualTo(fold(events));
    }

    /** Late reports of the attempts that a recovery before this one did not know are still distinguished. */
    @Test
    void forEach_recoveredBefore_knowsThatRecoveryOpenOrSettled() throws Exception {
        List<LedgerEvent> open = sent("open");
        Instant at = open.get(0).at();
        EventHistories.next(open, new RecoveryFact.RecordsLost(3, 1, at.plusSeconds(20), "a test lost them"));
        EventHistories.next(open, new Fact.VerificationFailed("inconclusive", unknown()));
        Projected.write(store.database(), open);
        List<LedgerEvent> settled = sent("settled");
        EventHistories.next(settled, new RecoveryFact.RecordsLost(3, 1, at.plusSeconds(20), "a test lost them"));
        EventHistories.next(settled, new Fact.Settled(Fact.Verdict.SUCCEEDED, Fact.Ground.ANSWER, 1, null, unknown()));
        Projected.write(store.database(), settled);

        Map<RequestId, Known> known = known(at.minusSeconds(60));

        assertThat(known.get(open.get(0).requestId()).entry().recovery()).isEqualTo(3);
        assertThat(known.get(settled.get(0).requestId()).entry().recovery()).isEqualTo(3);
        assertThat(known.get(settled.get(0).requestId()).document()).isNull();
    }

    @Test
    void forEach_resubmitted_hasTheDocumentOfTheLatestVersion() throws Exception {
        List<LedgerEvent> events = EventHistories.approvedLater(accepted("resubmitted"));
        Projected.write(store.database(), events);

        Known known =
                known(events.get(0).at().minusSeconds(60)).get(events.get(0).requestId());

        assertThat(known.document().path("amount").asText()).isEqualTo("7.50");
        assertThat(known.entry()).isEqualTo(fold(events));
    }

    @Test
    void forEach_settledLongAgo_isLeftOutAndSettledLately_isTaken() throws Exception {
        List<LedgerEvent> events = EventHistories.succeeded(accepted("done"));
        Projected.write(store.database(), events);
        RequestId id = events.get(0).requestId();

        assertThat(known(events.get(0).at().minusSeconds(60)).get(id).entry().status())
                .isEqualTo(Status.SUCCEEDED);
        assertThat(known(events.get(0).at().plus(Duration.ofDays(1)))).doesNotContainKey(id);
    }

    /** More than one page of them, each with its own events. */
    @Test
    void forEach_manyOpenRequests_eachIsItsOwnFold() throws Exception {
        Map<RequestId, Entry> expected = new HashMap<>();
        List<LedgerEvent> all = new ArrayList<>();
        for (int i = 0; i < 1_100; i++) {
            List<LedgerEvent> events = sent("many-" + i);
            expected.put(events.get(0).requestId(), fold(events));
            all.addAll(events);
        }
        Projected.write(store.database(), all);

        Map<RequestId, Known> known = known(Instant.now().plus(Duration.ofDays(1)));

        assertThat(known.keySet()).isEqualTo(expected.keySet());
        known.forEach((id, one) -> assertThat(one.entry()).isEqualTo(expected.get(id)));
    }

    @Test
    void forEach_rowThatDoesNotFitItsEvents_isRefusedWithTheCommandsThatRepairIt() throws Exception {
        List<LedgerEvent> events = sent("torn");
        Projected.write(store.database(), events);
        RequestId id = events.get(0).requestId();
        store.execute("update ledger set last_event_id = 1, state = 'accepted' where request_id = '" + id + "'");

        assertThatThrownBy(() -> known(Instant.EPOCH))
                .hasMessageContaining(id.toString())
                .hasMessageContaining("./kakutei rebuild");
    }

    private Map<RequestId, Known> known(Instant since) {
        Map<RequestId, Known> known = new HashMap<>();
        new KnownRequests(store.database())
                .forEach(
                        since, (entry, document, writtenBy, lost) -> known.put(entry.id(), new Known(entry, document)));
        return known;
    }

    private List<LedgerEvent> sent(String key) throws Exception {
        List<LedgerEvent> events = new ArrayList<>(List.of(accepted(key).event()));
        Instant at = events.get(0).at();
        EventHistories.next(events, new Fact.AttemptStarted(1, at.plusSeconds(10), at.plusSeconds(60)));
        return events;
    }

    private NewRequest accepted(String key) throws Exception {
        NewRequest request = Requests.payment(key);
        new LedgerTable(store.database()).accept(List.of(request));
        return request;
    }

    private static Answer unknown() {
        return Answer.none(Category.UNKNOWN, "no_report", null);
    }

    private static Entry fold(List<LedgerEvent> events) {
        Entry entry = Entry.begin(events.get(0));
        for (LedgerEvent event : events.subList(1, events.size())) {
            entry = entry.apply(event);
        }
        return entry;
    }
}
