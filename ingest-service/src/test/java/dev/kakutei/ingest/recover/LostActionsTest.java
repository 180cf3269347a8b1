package dev.kakutei.ingest.recover;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.ingest.EventHistories;
import dev.kakutei.ingest.Requests;
import dev.kakutei.ingest.TestStore;
import dev.kakutei.ingest.project.Projected;
import dev.kakutei.ingest.store.ActionEvidence;
import dev.kakutei.ingest.store.LedgerTable;
import dev.kakutei.ingest.store.NewRequest;
import dev.kakutei.ledger.Decision;
import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.Ledger;
import dev.kakutei.ledger.Observation;
import dev.kakutei.ledger.Status;
import dev.kakutei.schemas.ApprovalFact;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.OperatorAction;
import dev.kakutei.schemas.Resubmission;
import dev.kakutei.schemas.SecondEffect;
import dev.kakutei.schemas.codec.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** SPEC H3: what a recovery begins with knows what an action may have led to, of which Kafka lost every record. */
class LostActionsTest {
    private final TestStore store = TestStore.open();
    private final ActionEvidence evidence = new ActionEvidence(store.database());
    private final NewRequest request = Requests.payment("held");
    private final List<LedgerEvent> returned = new ArrayList<>();

    private record Known(Entry entry, Set<String> targets, SecondEffect secondEffect) {}

    @BeforeEach
    void begin() throws Exception {
        new LedgerTable(store.database()).accept(List.of(request));
        returned.add(new LedgerEvent(request.id(), 1, request.entry().acceptedAt(), "client:default", request.fact()));
        EventHistories.next(returned, new ApprovalFact.Requested("large", 1, null, ApprovalFact.Lapse.ALERT));
        EventHistories.next(returned, new ApprovalFact.Returned("o-1", 1, "other", null));
        Projected.write(store.database(), returned.subList(1, 3));
    }

    @AfterEach
    void close() {
        evidence.close();
        store.close();
    }

    @Test
    void resubmission_ofWhichNoEventIsKnown_mayHaveLedElsewhere() throws Exception {
        evidence.store(action(3, "other")).join();

        Known known = known();
        assertThat(known.entry().status()).isEqualTo(Status.RETURNED);
        assertThat(known.targets()).containsExactly("other");

        Instant now = Instant.now();
        Decision lost = new Ledger(Map.of())
                .decide(known.entry(), new Observation.RecordsLost(1, 0, now, "why", known.targets()), now);
        Projected.write(store.database(), lost.events());

        // The next recovery knows it by the event, and Postgres shows what the ledger decided.
        assertThat(known().targets()).isEmpty();
        assertThat(known().entry().otherGateways()).containsExactly("other");
        assertThat(store.text("select other_gateways from ledger")).isEqualTo("other");
    }

    @Test
    void resubmission_whoseNextEventIsKnown_ledWhereThatSays() throws Exception {
        evidence.store(action(2, "other")).join();

        assertThat(known().targets()).isEmpty();
    }

    @Test
    void secondEffect_acceptedAndNoEventIsKnown_mayHaveBeenSentAgain() throws Exception {
        evidence.store(sendAgain(3, SecondEffect.ACCEPTED)).join();

        Known known = known();
        assertThat(known.secondEffect()).isEqualTo(SecondEffect.ACCEPTED);
        Instant now = Instant.now();
        Decision lost = new Ledger(Map.of())
                .decide(
                        known.entry(),
                        new Observation.RecordsLost(1, 0, now, "why", Set.of(), known.secondEffect()),
                        now);
        Projected.write(store.database(), lost.events());

        // The next recovery knows it by the event, and Postgres shows what the ledger decided.
        assertThat(known().secondEffect()).isNull();
        assertThat(known().entry().perhapsTwice()).isTrue();
        assertThat(store.text("select risky_attempt from ledger")).isEqualTo("1");
    }

    @Test
    void secondEffect_notAcceptedOrWithAnEventBehindIt_isNotAssumed() throws Exception {
        evidence.store(sendAgain(3, null)).join();
        assertThat(store.count("second_effect_acceptances")).isZero();

        evidence.store(sendAgain(2, SecondEffect.ACCEPTED)).join();
        assertThat(store.text("select based_on from second_effect_acceptances")).isEqualTo("2");
        assertThat(known().secondEffect()).isNull();

        // One that is based on an earlier event takes nothing back.
        evidence.store(sendAgain(3, SecondEffect.ACCEPTED)).join();
        evidence.store(sendAgain(1, SecondEffect.ACCEPTED)).join();
        assertThat(store.text("select based_on from second_effect_acceptances")).isEqualTo("3");
    }

    private Known known() {
        List<Known> all = new ArrayList<>();
        new KnownRequests(store.database())
                .forEach(
                        Instant.EPOCH,
                        (entry, document, writtenBy, lost) ->
                                all.add(new Known(entry, lost.targets(), lost.secondEffect())));
        assertThat(all).hasSize(1);
        return all.get(0);
    }

    private OperatorAction sendAgain(int basedOn, SecondEffect secondEffect) {
        return new OperatorAction(
                "a-1",
                request.id(),
                basedOn,
                OperatorAction.Type.SEND_AGAIN,
                "ops",
                OperatorAction.Role.OPERATOR,
                "the customer waits",
                Instant.now(),
                null,
                secondEffect);
    }

    private OperatorAction action(int basedOn, String gateway) {
        return new OperatorAction(
                "o-2",
                request.id(),
                basedOn,
                OperatorAction.Type.RESUBMIT,
                "default",
                OperatorAction.Role.SUBMITTER,
                null,
                Instant.now(),
                new Resubmission("ef".repeat(32), gateway, null, null, null, Json.MAPPER.createObjectNode()));
    }
}
