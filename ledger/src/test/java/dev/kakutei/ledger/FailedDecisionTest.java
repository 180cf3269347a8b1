package dev.kakutei.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.OperatorAction;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class FailedDecisionTest {
    private static final RuntimeException BUG = new IllegalStateException("a bug");

    @Test
    void anyObservation_inAnyState_raisesAnAlertAndChangesNothing() {
        Histories.all()
                .forEach((name, entry) -> Observations.all(entry).stream()
                        .filter(observation -> !(observation instanceof Observation.TimeCame))
                        .forEach(observation -> {
                            Decision decision = FailedDecision.of(entry, observation, BUG, Histories.at(9_000));

                            assertThat(decision.entry()).as(name).isEqualTo(entry);
                            assertThat(decision.events()).isEmpty();
                            assertRaised(decision);
                        }));
    }

    @Test
    void timer_inAnyState_isTriedAgainAndThenGivenToAPersonWhereThatIsAllowed() {
        Histories.all().forEach((name, entry) -> {
            if (entry.dueAt() == null) {
                return;
            }
            Decision early = timer(entry, entry.dueAt().plus(FailedDecision.PAUSE));
            assertThat(early.events()).as(name).isEmpty();
            assertRaised(early);

            Decision late = timer(entry, entry.dueAt().plus(FailedDecision.GIVEN_UP));
            boolean approval = entry.awaitsApproval() && !entry.inDoubt();
            assertThat(late.entry().status())
                    .as(name)
                    .isEqualTo(approval ? entry.status() : Status.VERIFICATION_FAILED);
            assertThat(fold(entry, late)).isEqualTo(late.entry());
            assertRaised(late);
        });
    }

    @Test
    void action_isRefusedToWhoeverGaveIt() {
        Entry entry = Histories.sent().entry();
        OperatorAction hold = new OperatorAction(
                "o-1",
                entry.id(),
                entry.seq(),
                OperatorAction.Type.HOLD,
                "op",
                OperatorAction.Role.OPERATOR,
                "why",
                Histories.at(1));

        Decision decision = FailedDecision.of(entry, new Observation.ActionRequested(hold), BUG, Histories.at(1));

        assertThat(decision.effects()).hasAtLeastOneElementOfType(Effect.Refuse.class);
        assertRaised(decision);
    }

    private static Decision timer(Entry entry, Instant now) {
        return FailedDecision.of(entry, Observations.TIME, BUG, now);
    }

    private static Entry fold(Entry entry, Decision decision) {
        Entry folded = entry;
        for (LedgerEvent event : decision.events()) {
            folded = folded.apply(event);
        }
        return folded;
    }

    private static void assertRaised(Decision decision) {
        assertThat(decision.effects())
                .filteredOn(Effect.Raise.class::isInstance)
                .anySatisfy(
                        effect -> assertThat(((Effect.Raise) effect).cause()).isEqualTo("decision_failed"));
    }
}
