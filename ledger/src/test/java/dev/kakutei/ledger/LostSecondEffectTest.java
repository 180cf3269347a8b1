package dev.kakutei.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.schemas.Finding;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.RecoveryFact;
import dev.kakutei.schemas.SecondEffect;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * SPEC H3: a person had a request sent again at the risk of a second effect, and Kafka lost every record of that. The gateway has
 * two attempts in its records, and may report the one that it declined.
 */
class LostSecondEffectTest {
    private static final Instant LOST = Histories.at(9);
    private static final Instant LATER = Histories.at(60);
    private static final Ledger LEDGER = Policies.ledger(Policies.QUERYABLE);

    @Test
    void declineIsFound_afterALostAcceptance_goesToAPerson() {
        Entry after = found(lost(SecondEffect.ACCEPTED).entry(), Finding.DECLINED);

        assertThat(after.status()).isEqualTo(Status.VERIFICATION_FAILED);
        assertThat(after.reason()).contains("an earlier attempt may have taken effect");
    }

    @Test
    void declineIsFound_nothingWasAccepted_isFinal() {
        assertThat(found(lost(null).entry(), Finding.DECLINED).status()).isEqualTo(Status.FAILED);
    }

    @Test
    void successIsFound_afterALostAcceptance_isFinal() {
        assertThat(found(lost(SecondEffect.ACCEPTED).entry(), Finding.SUCCEEDED).status())
                .isEqualTo(Status.SUCCEEDED);
    }

    @Test
    void lostAcceptance_isAFactAndInTheAlert() {
        Decision decision = lost(SecondEffect.ACCEPTED);

        assertThat(decision.events().get(0).fact())
                .isInstanceOfSatisfying(
                        RecoveryFact.RecordsLost.class,
                        fact -> assertThat(fact.secondEffectAccepted()).isEqualTo(SecondEffect.ACCEPTED));
        assertThat(decision.effects())
                .anyMatch(effect -> effect instanceof Effect.Raise raise
                        && raise.cause().equals("records_lost")
                        && raise.summary().contains("accepted a second effect"));
        Entry folded = doubted();
        for (LedgerEvent event : decision.events()) {
            folded = folded.apply(event);
        }
        assertThat(folded).isEqualTo(decision.entry());
        assertThat(folded.perhapsTwice()).isTrue();
    }

    /** A second recovery that finds no note any more loses nothing. */
    @Test
    void lostAcceptance_isRememberedByTheNextRecovery() {
        Entry first = lost(SecondEffect.ACCEPTED).entry();

        Entry second = LEDGER.decide(first, new Observation.RecordsLost(2, 0, LATER, "Kafka has lost records"), LATER)
                .entry();

        assertThat(second.perhapsTwice()).isTrue();
    }

    private static Entry doubted() {
        return Histories.sent().verifying(5).entry();
    }

    private static Decision lost(SecondEffect secondEffect) {
        return LEDGER.decide(
                doubted(),
                new Observation.RecordsLost(1, 0, LOST, "Kafka has lost records", Set.of(), secondEffect),
                LOST);
    }

    private static Entry found(Entry entry, Finding finding) {
        Entry asked =
                LEDGER.decide(entry, new Observation.TimeCame(), entry.dueAt()).entry();
        assertThat(asked.openInquiry()).isPositive();
        return LEDGER.decide(
                        asked,
                        Observations.inquiry(asked.openInquiry(), finding, asked.recovery()),
                        entry.dueAt().plusSeconds(1))
                .entry();
    }
}
