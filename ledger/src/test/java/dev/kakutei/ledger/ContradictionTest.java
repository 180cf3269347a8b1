package dev.kakutei.ledger;

import static dev.kakutei.ledger.Observations.BROKEN;
import static dev.kakutei.ledger.Observations.BUSY;
import static dev.kakutei.ledger.Observations.DELIVERED;
import static dev.kakutei.ledger.Observations.NOT_SENT;
import static dev.kakutei.ledger.Observations.REFUSED;
import static dev.kakutei.ledger.Observations.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.Finding;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.gateway.Gateway;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** SPEC C7: a late answer that contradicts a settled state is recorded with a HIGH alert, never dropped. */
class ContradictionTest {
    @ParameterizedTest
    @EnumSource(
            value = Fact.Verdict.class,
            names = {"FAILED", "ABORTED", "EXPIRED"})
    void success_afterAnotherEnd_isRecordedOnceWhateverIsConfigured(Fact.Verdict verdict) {
        for (GatewayPolicy policy : new GatewayPolicy[] {Policies.QUERYABLE, Policies.IDEMPOTENT, null}) {
            Histories ended = Histories.sent().retrying(2, Outcome.Doubt.NONE).settled(9, verdict, 0);
            RequestRun run = RequestRun.of(policy, ended).attemptEnded(1, DELIVERED);

            assertContradicted(run, Status.valueOf(verdict.name()));
            assertThat(run.attemptEnded(1, DELIVERED).last().effects()).isEmpty();
        }
    }

    @Test
    void foundSuccess_afterAFailure_isRecordedWhateverIsConfigured() {
        for (GatewayPolicy policy : new GatewayPolicy[] {Policies.QUERYABLE, null}) {
            Histories declined = Histories.doubted().asked(302).settled(303, Fact.Verdict.FAILED, 0);

            assertContradicted(RequestRun.of(policy, declined).found(1, Finding.SUCCEEDED), Status.FAILED);
        }
    }

    @Test
    void foundDecline_afterASuccess_isRecorded() {
        RequestRun run = RequestRun.of(Policies.QUERYABLE, Histories.doubted().asked(302))
                .attemptEnded(DELIVERED)
                .found(1, Finding.DECLINED);

        assertContradicted(run, Status.SUCCEEDED);
    }

    @Test
    void refusal_ofTheAttemptThatWasTakenForDone_isRecorded() {
        assertContradicted(
                RequestRun.begun(Policies.QUERYABLE).attemptEnded(DELIVERED).attemptEnded(REFUSED), Status.SUCCEEDED);
        Histories found = Histories.doubted().asked(302).settled(303, Fact.Verdict.SUCCEEDED, 0);
        assertContradicted(RequestRun.of(Policies.QUERYABLE, found).attemptEnded(1, REFUSED), Status.SUCCEEDED);
    }

    @Test
    void anythingElse_afterASuccess_isNoContradiction() {
        for (Outcome outcome : List.of(DELIVERED, BUSY, BROKEN, UNKNOWN, NOT_SENT)) {
            RequestRun run =
                    RequestRun.begun(Policies.QUERYABLE).attemptEnded(DELIVERED).attemptEnded(outcome);

            assertThat(run.last().events()).as(outcome.toString()).isEmpty();
        }
    }

    @Test
    void refusal_ofAnotherAttempt_isNoContradiction() {
        RequestRun run = RequestRun.of(
                        Policies.IDEMPOTENT,
                        Histories.sent().retrying(2, Outcome.Doubt.POSSIBLE).sending(7))
                .attemptEnded(1, DELIVERED)
                .attemptEnded(2, REFUSED);

        assertThat(run.entry().contradicted()).isFalse();
    }

    @Test
    void secondSuccess_isAContradictionUnlessTheGatewayForgives() {
        assertThat(twoSuccesses(Policies.IDEMPOTENT).entry().contradicted()).isFalse();
        assertContradicted(twoSuccesses(Policies.QUERYABLE), Status.SUCCEEDED);
        assertContradicted(twoSuccesses(Policies.NEITHER), Status.SUCCEEDED);
        assertContradicted(twoSuccesses(null), Status.SUCCEEDED);
    }

    /** Two successes after a failure are two charges: each is reported, once. */
    @Test
    void secondSuccess_afterAFailureThatWasContradictedAlready_isAContradictionOfItsOwn() {
        Histories second = Histories.sent().retrying(2, Outcome.Doubt.NONE).sending(7);
        RequestRun run = RequestRun.of(Policies.QUERYABLE, second).attemptEnded(2, REFUSED);
        assertThat(run.status()).isEqualTo(Status.FAILED);

        assertContradicted(run.attemptEnded(1, DELIVERED), Status.FAILED);
        assertContradicted(run.attemptEnded(2, DELIVERED), Status.FAILED);
        assertThat(run.alerts()).containsExactly("HIGH contradiction", "HIGH contradiction");
        assertThat(run.entry().settlement().contradictions()).containsExactly(1, 2);

        assertThat(run.attemptEnded(1, DELIVERED).lastFacts()).as("repeated").isEmpty();
        assertThat(run.attemptEnded(2, DELIVERED).lastFacts()).as("repeated").isEmpty();
    }

    private static RequestRun twoSuccesses(GatewayPolicy policy) {
        Histories second = Histories.sent().retrying(2, Outcome.Doubt.NONE).sending(7);
        return RequestRun.of(policy, second).attemptEnded(2, DELIVERED).attemptEnded(1, DELIVERED);
    }

    @Test
    void success_ofAnEarlierAttemptWhileALaterOneIsOut_warnsUnlessTheGatewayForgives() {
        Histories second = Histories.sent().retrying(2, Outcome.Doubt.NONE).sending(7);

        assertThat(RequestRun.of(Policies.QUERYABLE, second)
                        .attemptEnded(1, DELIVERED)
                        .alerts())
                .containsExactly("HIGH perhaps_twice");
        assertThat(RequestRun.of(Policies.IDEMPOTENT, second)
                        .attemptEnded(1, DELIVERED)
                        .alerts())
                .isEmpty();
    }

    @Test
    void success_ofAnEarlierAttemptBetweenAttempts_isGoodNewsOnly() {
        Histories between =
                Histories.sent().retrying(2, Outcome.Doubt.NONE).sending(7).retrying(8, Outcome.Doubt.NONE);

        assertThat(RequestRun.of(Policies.QUERYABLE, between)
                        .attemptEnded(1, DELIVERED)
                        .alerts())
                .isEmpty();
    }

    @Test
    void foundSuccess_afterItWasSentAgain_warns() {
        GatewayPolicy resend = Policies.with(Policies.QUERYABLE, Policies.verification(10, 1, Gateway.NotFound.RESEND));
        RequestRun run = RequestRun.begun(resend)
                .attemptEnded(UNKNOWN)
                .pass(Duration.ofMinutes(20))
                .observe(Observations.TIME)
                .found(Finding.NOT_FOUND)
                .timer()
                .found(1, Finding.SUCCEEDED);

        assertThat(run.status()).isEqualTo(Status.SUCCEEDED);
        assertThat(run.alerts()).containsExactly("HIGH perhaps_twice");
        assertContradicted(run.attemptEnded(2, DELIVERED), Status.SUCCEEDED);
    }

    private static void assertContradicted(RequestRun run, Status still) {
        assertThat(run.entry().contradicted()).isTrue();
        assertThat(run.status()).isEqualTo(still);
        assertThat(run.lastFacts()).singleElement().isInstanceOf(Fact.Contradicted.class);
        assertThat(run.alerts()).contains("HIGH contradiction");
    }
}
