package dev.kakutei.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.Finding;
import dev.kakutei.schemas.InquiryFact;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.OperatorAction;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.gateway.Gateway;
import dev.kakutei.schemas.gateway.GatewayClass;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A person who asks early must not make the ledger believe a "not found" early. */
class VerifyNowTest {
    /** It waits for a person because its gateway was not configured when it arrived. */
    @Test
    void verifyNow_whereNothingWasEverSent_isRefused() {
        Entry entry = neverSent();
        OperatorAction action = new OperatorAction(
                "o-1",
                entry.id(),
                entry.seq(),
                OperatorAction.Type.VERIFY_NOW,
                "op",
                OperatorAction.Role.OPERATOR,
                "why",
                Histories.at(5));

        Decision decision = Policies.ledger(Policies.QUERYABLE)
                .decide(entry, new Observation.ActionRequested(action), Histories.at(5));

        assertThat(decision.events()).isEmpty();
        assertThat(decision.effects())
                .singleElement()
                .isInstanceOfSatisfying(
                        Effect.Refuse.class,
                        refuse -> assertThat(refuse.refusal().reason()).contains("nothing was ever sent"));
    }

    /** Such requests may be there already, from before this was refused. */
    @Test
    void notFound_whereNothingWasEverSent_goesBackToAPerson() {
        Entry entry = neverSent();
        entry = entry.apply(new LedgerEvent(
                entry.id(),
                entry.seq() + 1,
                Histories.at(5),
                "operator:op",
                new Fact.OperatorActed("o-1", OperatorAction.Type.VERIFY_NOW, "why", Outcome.Doubt.NONE)));
        entry = entry.apply(new LedgerEvent(
                entry.id(),
                entry.seq() + 1,
                Histories.at(5),
                "operator:op",
                new InquiryFact.InquiryStarted(1, Histories.at(35), Histories.at(60))));

        Observation.Reported notFound = (Observation.Reported) Observations.inquiry(1, Finding.NOT_FOUND);
        for (GatewayPolicy policy : Policies.all()) {
            for (Observation.Trust trust : Observation.Trust.values()) {
                Decision decision = Policies.ledger(policy)
                        .decide(entry, new Observation.Reported(notFound.report(), trust), Histories.at(4_000));

                assertThat(decision.entry().status()).isEqualTo(Status.VERIFICATION_FAILED);
                assertThat(decision.entry().reason()).contains("nothing was ever sent");
            }
        }
    }

    private static Entry neverSent() {
        return Policies.ledger(null)
                .decide(null, Observations.ARRIVAL, Histories.START)
                .entry();
    }

    private static final Duration ONE_SECOND = Duration.ofSeconds(1);

    @Test
    void secondMiss_askedForByAPersonRightAfterAJumpOfTheClock_isNotBelieved() {
        GatewayPolicy policy = new GatewayPolicy(
                GatewayClass.QUERYABLE,
                GatewayPolicy.Asking.POSSIBLE,
                null,
                Duration.ofSeconds(10),
                ONE_SECOND,
                new RetrySchedule(1, ONE_SECOND, ONE_SECOND, Gateway.Jitter.NONE),
                new Gateway.Verification(
                        List.of(ONE_SECOND, ONE_SECOND, ONE_SECOND, ONE_SECOND),
                        Duration.ofSeconds(20),
                        2,
                        Gateway.NotFound.FAIL));
        FoundBySimulation request = new FoundBySimulation(policy);
        Instant jumped = FoundBySimulation.START.plusSeconds(3600);
        request.timeCame(jumped);
        Instant asked = request.timeCame().entry().inquiries().lastAt();
        assertThat(request.found(Finding.NOT_FOUND, asked).entry().inquiries().misses())
                .isEqualTo(1);

        request.verifyNow(asked.plusSeconds(1));
        Entry after = request.found(Finding.NOT_FOUND, asked.plusSeconds(1)).entry();

        assertThat(after.status()).isEqualTo(Status.VERIFYING);
        assertThat(after.dueAt()).isAfterOrEqualTo(asked.plusSeconds(31));
    }
}
