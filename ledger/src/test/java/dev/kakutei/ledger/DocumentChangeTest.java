package dev.kakutei.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.ledger.Decision.DocumentChange;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.LedgerEvent;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A request's document is stored exactly as long as the request is open. */
class DocumentChangeTest {
    static Stream<String> histories() {
        return Histories.all().keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("histories")
    void documentChange_anyStateAnyObservation_storesWhatIsOpenOnly(String history) {
        Entry entry = Histories.all().get(history);
        for (Observation observation : Observations.all(entry)) {
            for (GatewayPolicy policy : Policies.all()) {
                Decision decision = Policies.ledger(policy).decide(entry, observation, entry.updatedAt());

                assertThat(stored(entry, decision))
                        .as("%s: %s", observation, decision)
                        .isEqualTo(isOpen(decision.entry()));
            }
        }
    }

    @Test
    void documentChange_firstVersion_isStoredAndSent() {
        Decision decision = RequestRun.begun(Policies.QUERYABLE).last();

        assertThat(decision.documentChange(null)).isEqualTo(DocumentChange.STORE);
        assertThat(decision.version()).map(LedgerEvent::fact).containsInstanceOf(Fact.Accepted.class);
        assertThat(decision.sendsDocument()).isTrue();
    }

    @Test
    void documentChange_arrivalOfWhatHasEnded_storesNothing() {
        Decision decision = Policies.ledger(Policies.QUERYABLE)
                .decide(
                        null,
                        new Observation.Arrived(
                                Histories.acceptance(Histories.DEADLINE, Histories.START.plusSeconds(1)), null),
                        Histories.DEADLINE);

        assertThat(decision.entry().status()).isEqualTo(Status.EXPIRED);
        assertThat(decision.documentChange(null)).isEqualTo(DocumentChange.NONE);
        assertThat(decision.sendsDocument()).isFalse();
    }

    @Test
    void documentChange_theEnd_deletesIt() {
        RequestRun run = RequestRun.begun(Policies.QUERYABLE);
        Entry open = run.entry();
        Decision end = run.attemptEnded(Observations.DELIVERED).last();

        assertThat(end.documentChange(open)).isEqualTo(DocumentChange.DELETE);
        assertThat(end.documentChange(end.entry())).isEqualTo(DocumentChange.NONE);
        assertThat(end.version()).isEmpty();
    }

    @Test
    void documentChange_nothingHappened_isNone() {
        Entry open = RequestRun.begun(Policies.QUERYABLE).entry();

        assertThat(Decision.nothing(open).documentChange(open)).isEqualTo(DocumentChange.NONE);
        assertThat(Decision.nothing(null).documentChange(null)).isEqualTo(DocumentChange.NONE);
    }

    private static boolean stored(Entry before, Decision decision) {
        return switch (decision.documentChange(before)) {
            case NONE -> isOpen(before);
            case STORE -> true;
            case DELETE -> false;
        };
    }

    private static boolean isOpen(Entry entry) {
        return entry != null && !entry.status().terminal();
    }
}
