package dev.kakutei.ledger;

import static dev.kakutei.ledger.Observations.BUSY;
import static dev.kakutei.ledger.Observations.DELIVERED;
import static dev.kakutei.ledger.Observations.NOT_SENT;
import static dev.kakutei.ledger.Observations.REFUSED;
import static dev.kakutei.ledger.Observations.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.schemas.ActionRefusal;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.Finding;
import dev.kakutei.schemas.OperatorAction;
import dev.kakutei.schemas.OperatorAction.Role;
import dev.kakutei.schemas.OperatorAction.Type;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.SecondEffect;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Sending again where the gateway may act twice: only a person who accepts that may have it done, and it is reported. */
class SecondEffectRulesTest {
    private static final SecondEffect UNACCEPTED = null;
    private static final Duration BEYOND_MEMORY = Policies.KEY_MEMORY.plusHours(1);
    private static final String ALERT = "HIGH perhaps_twice";

    @Test
    void sendAgain_afterAPossibleEffectUnaccepted_isRefusedAndSaysWhatToDo() {
        for (GatewayPolicy policy : List.of(Policies.QUERYABLE, Policies.NEITHER)) {
            for (Histories history : possibleEffects()) {
                RequestRun run = RequestRun.of(policy, history);
                Entry before = run.entry();
                run.observe(sendAgain(run, UNACCEPTED));

                assertThat(run.entry()).as(before.status().word()).isEqualTo(before);
                assertThat(refusal(run).reason())
                        .contains("may have taken effect")
                        .contains("\"simulator\"")
                        .contains("settle it")
                        .contains("accept_second_effect");
            }
        }
    }

    @Test
    void sendAgain_whereTheKeyIsExpiredUnaccepted_isRefused() {
        for (Histories history : possibleEffects()) {
            RequestRun run = RequestRun.of(Policies.IDEMPOTENT, history).pass(BEYOND_MEMORY);
            run.observe(sendAgain(run, UNACCEPTED));

            assertThat(run.sends()).isZero();
            assertThat(refusal(run).reason()).contains("remember").contains("accept_second_effect");
        }
    }

    @Test
    void sendAgain_whereNothingCanHappenTwice_needsNoAcceptance() {
        for (SecondEffect acceptance : new SecondEffect[] {UNACCEPTED, SecondEffect.ACCEPTED}) {
            RequestRun neverInDoubt =
                    RequestRun.of(Policies.NEITHER, Histories.sent().retrying(2, Outcome.Doubt.NONE));
            RequestRun neverSent =
                    RequestRun.of(Policies.NEITHER, Histories.accepted().withAPerson(0));
            RequestRun recognised =
                    RequestRun.of(Policies.IDEMPOTENT, Histories.sent().withAPerson(2));
            for (RequestRun run : List.of(neverInDoubt, neverSent, recognised)) {
                run.observe(sendAgain(run, acceptance));

                assertThat(run.status()).isEqualTo(Status.SENDING);
                assertThat(acted(run).secondEffectAccepted()).isNull();
                assertThat(run.alerts()).isEmpty();
            }
            assertThat(neverSent.entry().inDoubt()).isFalse();
            assertThat(recognised.entry().inDoubt()).isTrue();
        }
    }

    @Test
    void sendAgain_accepted_isSentInDoubtAsAFactAndReported() {
        for (GatewayPolicy policy : List.of(Policies.QUERYABLE, Policies.NEITHER, Policies.IDEMPOTENT)) {
            for (Histories history : possibleEffects()) {
                RequestRun run = RequestRun.of(policy, history).pass(BEYOND_MEMORY);
                int attempt = run.entry().attempts().count() + 1;
                run.observe(sendAgain(run, SecondEffect.ACCEPTED));

                assertThat(run.status()).isEqualTo(Status.SENDING);
                assertThat(run.entry().attempts().count()).isEqualTo(attempt);
                assertThat(run.entry().inDoubt()).isTrue();
                assertThat(acted(run).secondEffectAccepted()).isEqualTo(SecondEffect.ACCEPTED);
                assertThat(acted(run).doubt()).isEqualTo(Outcome.Doubt.POSSIBLE);
                assertThat(run.alerts()).containsExactly(ALERT);
                assertThat(run.effects(Effect.Raise.class).get(0).summary())
                        .contains(run.entry().id().toString())
                        .contains("\"simulator\"")
                        .contains("attempt " + attempt)
                        .contains("operator:ops-1");
            }
        }
    }

    @Test
    void sentAgainAtRisk_aRefusal_settlesNothing() {
        assertThat(atRisk(Policies.QUERYABLE).attemptEnded(REFUSED).status()).isEqualTo(Status.VERIFYING);
        assertThat(atRisk(Policies.NEITHER).attemptEnded(REFUSED).status()).isEqualTo(Status.VERIFICATION_FAILED);
        assertThat(atRisk(Policies.IDEMPOTENT).attemptEnded(REFUSED).status()).isEqualTo(Status.VERIFICATION_FAILED);
        assertThat(atRisk(Policies.NEITHER).policy(null).attemptEnded(REFUSED).status())
                .isEqualTo(Status.VERIFICATION_FAILED);
    }

    @Test
    void sentAgainAtRisk_notPostedAfterAll_isNotTriedAgainByItself() {
        for (Outcome outcome : List.of(BUSY, NOT_SENT, UNKNOWN)) {
            RequestRun asked = atRisk(Policies.QUERYABLE).attemptEnded(outcome);
            RequestRun unasked = atRisk(Policies.NEITHER).attemptEnded(outcome);

            assertThat(asked.status()).isEqualTo(Status.VERIFYING);
            assertThat(unasked.status()).isEqualTo(Status.VERIFICATION_FAILED);
            assertThat(asked.entry().inDoubt() && unasked.entry().inDoubt()).isTrue();
        }
        RequestRun keyExpired = atRisk(Policies.IDEMPOTENT).attemptEnded(BUSY);
        assertThat(keyExpired.timer().status()).isEqualTo(Status.VERIFICATION_FAILED);
        assertThat(keyExpired.sends()).isEqualTo(1);
    }

    @Test
    void sentAgainAtRisk_aSuccess_isSettledAndReported() {
        for (GatewayPolicy policy : List.of(Policies.QUERYABLE, Policies.NEITHER, Policies.IDEMPOTENT)) {
            RequestRun later = atRisk(policy).attemptEnded(2, DELIVERED);
            RequestRun earlier = atRisk(policy).attemptEnded(1, DELIVERED);

            assertThat(later.status()).isEqualTo(Status.SUCCEEDED);
            assertThat(earlier.status()).isEqualTo(Status.SUCCEEDED);
            assertThat(later.alerts()).containsExactly(ALERT, ALERT);
            assertThat(earlier.alerts()).containsExactly(ALERT, ALERT);
        }
    }

    @Test
    void sentAgainAtRisk_theOtherAttemptSucceedsAsWell_isAContradiction() {
        for (GatewayPolicy policy : List.of(Policies.QUERYABLE, Policies.NEITHER, Policies.IDEMPOTENT)) {
            assertThat(atRisk(policy)
                            .attemptEnded(2, DELIVERED)
                            .attemptEnded(1, DELIVERED)
                            .entry()
                            .contradicted())
                    .isTrue();
            assertThat(atRisk(policy)
                            .attemptEnded(1, DELIVERED)
                            .attemptEnded(2, DELIVERED)
                            .entry()
                            .contradicted())
                    .isTrue();
        }
    }

    /** A gateway that does not recognise a repetition has two requests in its records, and may speak of either. */
    @Test
    void sentAgainAtRisk_foundDeclined_goesToAPerson() {
        for (GatewayPolicy policy : List.of(Policies.QUERYABLE, Policies.IDEMPOTENT_ASKED)) {
            RequestRun run = atRisk(policy).attemptEnded(UNKNOWN).timer().found(Finding.DECLINED);

            assertThat(run.status()).isEqualTo(Status.VERIFICATION_FAILED);
            assertThat(run.entry().reason()).contains("decline").contains("an earlier attempt");
        }
    }

    /** What the gateway does not know at all, no attempt has done. */
    @Test
    void sentAgainAtRisk_notFound_isBelievedForEveryAttempt() {
        RequestRun run = atRisk(Policies.QUERYABLE)
                .attemptEnded(UNKNOWN)
                .pass(Duration.ofMinutes(20))
                .observe(Observations.TIME)
                .found(Finding.NOT_FOUND)
                .timer()
                .found(Finding.NOT_FOUND);

        assertThat(run.status()).isEqualTo(Status.FAILED);
    }

    @Test
    void sentAgainAtRisk_foundSucceeded_isReportedAndTheLastAttemptsAnswerIsAContradiction() {
        RequestRun run =
                atRisk(Policies.QUERYABLE).attemptEnded(UNKNOWN).timer().found(Finding.SUCCEEDED);

        assertThat(run.status()).isEqualTo(Status.SUCCEEDED);
        assertThat(run.alerts()).containsExactly(ALERT, ALERT);
        assertThat(run.attemptEnded(2, DELIVERED).entry().contradicted()).isTrue();
    }

    @Test
    void sentAgainAtRisk_again_needsAnotherAcceptance() {
        RequestRun run = atRisk(Policies.NEITHER).attemptEnded(UNKNOWN);
        run.observe(sendAgain(run, UNACCEPTED));
        assertThat(refusal(run).reason()).contains("accept_second_effect");

        run.observe(sendAgain(run, SecondEffect.ACCEPTED));
        assertThat(run.entry().attempts().count()).isEqualTo(3);
        assertThat(run.alerts()).filteredOn(ALERT::equals).hasSize(2);
    }

    @Test
    void sendAgain_acceptedAfterExpiryOrBasedOnAnEarlierEvent_isRefusedAllTheSame() {
        RequestRun expired = RequestRun.of(
                Policies.NEITHER, Histories.accepted(Histories.at(6)).sending(0).withAPerson(2));
        expired.pass(Duration.ofMinutes(1)).observe(sendAgain(expired, SecondEffect.ACCEPTED));
        assertThat(refusal(expired).reason()).contains("expired");

        RequestRun moved = RequestRun.of(Policies.NEITHER, Histories.sent().withAPerson(2));
        moved.observe(action(moved, moved.entry().seq() - 1, SecondEffect.ACCEPTED));
        assertThat(refusal(moved).reason()).contains("moved on");
    }

    @Test
    void risk_isShownBeforehandForSendAgainAlone() {
        Entry entry = Histories.sent().withAPerson(2).entry();

        for (Type action : Type.values()) {
            assertThat(OperatorActions.risk(entry, action, Policies.NEITHER, Histories.at(9))
                            .isPresent())
                    .as("%s", action)
                    .isEqualTo(action == Type.SEND_AGAIN);
        }
        assertThat(OperatorActions.risk(entry, Type.SEND_AGAIN, Policies.IDEMPOTENT, Histories.at(9)))
                .isEmpty();
        assertThat(OperatorActions.risk(entry, Type.SEND_AGAIN, null, Histories.at(9)))
                .isPresent();
    }

    /** The ways in which an attempt may have taken effect. */
    private static List<Histories> possibleEffects() {
        return List.of(
                Histories.doubted(),
                Histories.doubted().asked(302),
                Histories.sent().withAPerson(2),
                Histories.sent().retrying(2, Outcome.Doubt.POSSIBLE),
                Histories.sent().retrying(2, Outcome.Doubt.POSSIBLE).sending(7).withAPerson(9));
    }

    /** The second attempt is under way, the first may have taken effect, and a person accepted what may come of it. */
    private static RequestRun atRisk(GatewayPolicy policy) {
        RequestRun run = RequestRun.of(policy, Histories.sent().withAPerson(2)).pass(BEYOND_MEMORY);
        return run.observe(sendAgain(run, SecondEffect.ACCEPTED));
    }

    private static Observation sendAgain(RequestRun run, SecondEffect acceptance) {
        return action(run, run.entry().seq(), acceptance);
    }

    private static Observation action(RequestRun run, int basedOn, SecondEffect acceptance) {
        return new Observation.ActionRequested(new OperatorAction(
                        "action-" + run.entry().seq(),
                        run.entry().id(),
                        basedOn,
                        Type.SEND_AGAIN,
                        "ops-1",
                        Role.OPERATOR,
                        "because",
                        run.now())
                .with(acceptance));
    }

    private static Fact.OperatorActed acted(RequestRun run) {
        return (Fact.OperatorActed) run.lastFacts().get(0);
    }

    private static ActionRefusal refusal(RequestRun run) {
        assertThat(run.last().events()).isEmpty();
        return ((Effect.Refuse) run.last().effects().get(0)).refusal();
    }
}
