package dev.kakutei.ledger;

import static dev.kakutei.ledger.Observations.BROKEN;
import static dev.kakutei.ledger.Observations.BUSY;
import static dev.kakutei.ledger.Observations.NOT_SENT;
import static dev.kakutei.ledger.Observations.REFUSED;
import static dev.kakutei.ledger.Observations.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.Category;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.Finding;
import dev.kakutei.schemas.LateFact;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.gateway.Gateway;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** SPEC C5, C6, E2: what is done about an outcome that nobody knows. */
class VerifyingTest {
    private static final GatewayPolicy FAIL = Policies.QUERYABLE;
    private static final GatewayPolicy RESEND =
            Policies.with(FAIL, Policies.verification(10, 2, Gateway.NotFound.RESEND));

    /** Window, longest call and settling time: since the command was issued, and again between the first two misses. */
    private static final Duration SETTLED = Duration.ofSeconds(30 + 30).plus(Policies.SETTLING);

    @Test
    void inquiry_isMadeEveryFiveMinutes_tenTimes_thenAPersonIsCalled() {
        Life life = Life.begun(FAIL).attemptEnded(UNKNOWN);
        for (int inquiry = 1; inquiry <= 10; inquiry++) {
            assertThat(life.untilDue()).isEqualTo(Duration.ofMinutes(5));
            life.timer();
            assertThat(life.entry().verificationAttempts()).isEqualTo(inquiry);
            assertThat(life.entry().lastVerificationAt()).isEqualTo(life.now());
            life.found(Finding.PENDING);
        }

        assertThat(life.status()).isEqualTo(Status.VERIFICATION_FAILED);
        assertThat(life.alerts()).containsExactly("HIGH verification_failed");
        assertThat(life.entry().reason())
                .isEqualTo("the gateway was asked 10 times and the outcome is still unknown: still pending 10 times");
        assertThat(life.effects(Effect.TellResult.class)).isEmpty();
        assertThat(life.sends()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(
            value = Finding.class,
            names = {"PENDING", "CANNOT_TELL", "NOT_FOUND"})
    void inconclusiveAnswer_isCountedAndAskedAgain(Finding finding) {
        Life life = asked(FAIL).found(finding);

        assertThat(life.status()).isEqualTo(Status.VERIFYING);
        assertThat(life.entry().openInquiry()).isZero();
        assertThat(life.entry().verificationAttempts()).isEqualTo(1);
        assertThat(life.untilDue()).isEqualTo(Duration.ofMinutes(5));
    }

    @Test
    void inquiry_metWithSilence_isCountedAndAskedAgain() {
        Life life = asked(FAIL).timer();

        assertThat(life.status()).isEqualTo(Status.VERIFYING);
        assertThat(life.timer().entry().verificationAttempts()).isEqualTo(2);
    }

    @Test
    void inquiry_gatewayAsksForMoreTime_getsIt() {
        Answer later = Histories.answer(429, Map.of("retry-after", "900"));
        Life life = asked(FAIL).observe(Observations.inquiry(1, Finding.CANNOT_TELL, later));

        assertThat(life.untilDue()).isEqualTo(Duration.ofMinutes(15));
    }

    /** The schedule of a file that was written without computing when an answer counts. */
    @Test
    void notFound_alwaysTooEarly_callsAPersonAndTheReasonSaysSo() {
        Gateway.Verification hasty = new Gateway.Verification(
                Collections.nCopies(3, Duration.ofSeconds(2)), Duration.ofSeconds(1), 2, Gateway.NotFound.FAIL);
        Life life = Life.begun(Policies.with(FAIL, hasty)).attemptEnded(UNKNOWN);
        for (int inquiry = 1; inquiry <= 3; inquiry++) {
            life.timer().found(Finding.NOT_FOUND);
        }

        assertThat(life.status()).isEqualTo(Status.VERIFICATION_FAILED);
        assertThat(life.entry().reason())
                .isEqualTo("the gateway was asked 3 times and the outcome is still unknown:"
                        + " not found 3 times, too early to count");
    }

    @Test
    void reason_ofEveryAnswerThatWasHeard_isToldAndBounded() {
        Life life = Life.begun(Policies.with(FAIL, Policies.verification(6, 3, Gateway.NotFound.FAIL)))
                .attemptEnded(UNKNOWN);
        life.timer()
                .found(Finding.NOT_FOUND)
                .timer()
                .found(Finding.PENDING)
                .timer()
                .timer();
        ripe(life)
                .found(Finding.NOT_FOUND)
                .timer()
                .found(Finding.NOT_FOUND)
                .timer()
                .found(Finding.CANNOT_TELL);

        assertThat(life.entry().reason())
                .isEqualTo("the gateway was asked 6 times and the outcome is still unknown:"
                        + " not found once, too early to count; not found 2 times; still pending once;"
                        + " no answer, or none that says anything, 2 times")
                .hasSizeLessThan(400);
    }

    @Test
    void found_settlesAsSuccess_andTheFlagIsCleared() {
        Life life = asked(FAIL).found(Finding.SUCCEEDED);

        assertThat(life.status()).isEqualTo(Status.SUCCEEDED);
        assertThat(life.status().pendingVerification()).isFalse();
        assertThat(life.entry().verificationAttempts()).isEqualTo(1);
        assertThat(((Fact.Settled) life.lastFacts().get(0)).ground()).isEqualTo(Fact.Ground.VERIFICATION);
    }

    @Test
    void found_byAnyInquiryInAnyState_wins() {
        for (Map.Entry<String, Entry> history : Histories.all().entrySet()) {
            Entry entry = history.getValue();
            if (entry.verificationAttempts() == 0 || entry.status().terminal()) {
                continue;
            }
            for (GatewayPolicy policy : new GatewayPolicy[] {FAIL, null}) {
                Decision decision = Policies.ledger(policy)
                        .decide(entry, Observations.inquiry(1, Finding.SUCCEEDED), entry.updatedAt());

                assertThat(decision.entry().status()).as(history.getKey()).isEqualTo(Status.SUCCEEDED);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "Insufficient funds, Gateway status: Insufficient funds",
        "Gateway status: DECLINED, Gateway status: DECLINED"
    })
    void declined_settlesAsFailed_andSaysSoOnce(String message, String reason) {
        Answer declined = new Answer(Category.OK, 200, "DECLINED", message, 5, Map.of(), null, null);
        Life life = asked(FAIL).observe(Observations.inquiry(1, Finding.DECLINED, declined));

        assertThat(life.status()).isEqualTo(Status.FAILED);
        assertThat(life.entry().reason()).isEqualTo(reason);
    }

    @Test
    void unanswerable_callsAPersonAtOnce() {
        Life life = asked(FAIL).found(Finding.UNANSWERABLE);

        assertThat(life.status()).isEqualTo(Status.VERIFICATION_FAILED);
        assertThat(life.alerts()).containsExactly("HIGH verification_failed");
        assertThat(life.entry().reason()).startsWith("the gateway refuses to say");
    }

    @Test
    void notFound_askedOneMillisecondBeforeTheSettlingTime_doesNotCount() {
        Life early =
                doubted(FAIL).at(Histories.START.plus(SETTLED).minusMillis(1)).observe(Observations.TIME);
        Life ripe = doubted(FAIL).at(Histories.START.plus(SETTLED)).observe(Observations.TIME);

        assertThat(early.pass(Duration.ofMinutes(1))
                        .found(Finding.NOT_FOUND)
                        .entry()
                        .misses())
                .isZero();
        assertThat(ripe.found(Finding.NOT_FOUND).entry().misses()).isEqualTo(1);
    }

    @Test
    void notFound_theSettlingTimeIsCountedFromTheLastAttempt() {
        Life life = Life.of(
                FAIL,
                Histories.sent().retrying(2, Outcome.Doubt.NONE).sending(500).verifying(510));
        life.at(Histories.START.plus(SETTLED).plusSeconds(300)).observe(Observations.TIME);

        assertThat(life.found(Finding.NOT_FOUND).entry().misses()).isZero();
    }

    @Test
    void notFound_twiceWithTheSettlingTimeBetween_isBelieved() {
        Life life = missedOnce(FAIL);
        assertThat(life.status()).isEqualTo(Status.VERIFYING);
        assertThat(life.untilDue()).as("apart").isEqualTo(SETTLED);

        life.timer().found(Finding.NOT_FOUND);
        assertThat(life.status()).isEqualTo(Status.FAILED);
        assertThat(life.entry().reason()).isEqualTo("Gateway status: NOT_FOUND");
        assertThat(life.entry().settledByAttempt()).isZero();
    }

    @Test
    void notFound_believed_isSentAgainWhereConfigured_andTheDoubtIsGone() {
        Life life = missedOnce(RESEND).timer().found(Finding.NOT_FOUND);
        assertThat(life.status()).isEqualTo(Status.RETRYING);
        assertThat(life.entry().inDoubt()).isFalse();
        assertThat(life.entry().openInquiry()).isZero();
        assertThat(life.last().effects()).containsExactly(new Effect.TellStatus());

        assertThat(life.timer().sends()).isEqualTo(2);
        assertThat(life.entry().misses()).isZero();
    }

    @Test
    void notFound_believedAfterEarlierDoubt_clearsThatTooForAForgivingGateway() {
        GatewayPolicy policy = Policies.with(Policies.IDEMPOTENT_ASKED, RESEND.verification());
        Life life = Life.begun(policy).attemptEnded(BROKEN).timer().attemptEnded(UNKNOWN);
        assertThat(life.entry().inDoubt()).isTrue();
        ripe(life).found(Finding.NOT_FOUND).timer().found(Finding.NOT_FOUND);

        assertThat(life.status()).isEqualTo(Status.RETRYING);
        assertThat(life.entry().inDoubt()).isFalse();
    }

    @Test
    void notFound_believedAtTheLastAttempt_aborts() {
        GatewayPolicy once = Policies.with(
                RESEND, new RetrySchedule(1, Duration.ofSeconds(5), Duration.ofSeconds(5), Gateway.Jitter.NONE));
        Life life = missedOnce(once).timer().found(Finding.NOT_FOUND);

        assertThat(life.status()).isEqualTo(Status.ABORTED);
        assertThat(life.alerts()).containsExactly("MEDIUM attempts_used_up");
    }

    @Test
    void pending_betweenTwoMisses_voidsTheFirst() {
        Life life = missedOnce(RESEND).timer().found(Finding.PENDING).timer().found(Finding.NOT_FOUND);

        assertThat(life.status()).isEqualTo(Status.VERIFYING);
        assertThat(life.entry().misses()).isEqualTo(1);
    }

    @Test
    void cannotTell_betweenTwoMisses_keepsTheFirst() {
        Life life = missedOnce(FAIL).timer().found(Finding.CANNOT_TELL).timer().found(Finding.NOT_FOUND);

        assertThat(life.status()).isEqualTo(Status.FAILED);
    }

    @Test
    void cannotTell_neverOverwritesHowTheAttemptEnded() {
        Outcome gatewayTimeout = new Outcome.Unknown(Histories.answer(504));
        Life life = Life.begun(Policies.with(FAIL, Policies.verification(2, 2, Gateway.NotFound.FAIL)))
                .attemptEnded(gatewayTimeout)
                .timer()
                .timer();
        assertThat(life.entry().gatewayStatusCode()).isEqualTo(504);

        life.timer().found(Finding.NOT_FOUND);
        assertThat(life.status()).isEqualTo(Status.VERIFICATION_FAILED);
        assertThat(life.entry().gatewayStatusCode()).isEqualTo(504);
        assertThat(life.entry().lastErrorCode()).isEqualTo("code_504");
    }

    @Test
    void absence_reportedAfterSilence_isRetriedAndPublished() {
        for (Outcome outcome : List.of(NOT_SENT, BUSY)) {
            Life life = Life.begun(FAIL).timer().timer().attemptEnded(outcome);

            assertThat(life.status()).isEqualTo(Status.RETRYING);
            assertThat(life.entry().openInquiry()).isZero();
            assertThat(life.last().effects()).containsExactly(new Effect.TellStatus());
            assertThat(life.timer().sends()).isEqualTo(2);
        }
    }

    /** Two reports of one attempt: whoever made the call knows more than whoever found its command too old later. */
    @Test
    void absence_reportedAfterAnUnknownOutcomeOfTheSameAttempt_changesNothing() {
        for (Outcome outcome : List.of(NOT_SENT, BUSY)) {
            for (GatewayPolicy policy : List.of(FAIL, Policies.QUERYABLE, Policies.IDEMPOTENT_ASKED)) {
                Life life = asked(policy).attemptEnded(outcome);

                assertThat(life.status()).isEqualTo(Status.VERIFYING);
                assertThat(life.last().events()).isEmpty();
                assertThat(life.sends()).isEqualTo(1);
            }
        }
    }

    /** Silence came first, because the report of the call was late. */
    @Test
    void absence_reportedAfterSilenceAndALateUnknownOutcome_changesNothing() {
        for (Outcome doubt : List.of(UNKNOWN, BROKEN)) {
            Life life = Life.begun(FAIL).timer().attemptEnded(doubt);
            assertThat(life.lastFacts()).containsExactly(new LateFact.OutcomeStillUnknown(1, doubt.answer()));
            assertThat(life.attemptEnded(doubt).lastFacts()).as("once").isEmpty();

            life.attemptEnded(NOT_SENT);
            assertThat(life.status()).isEqualTo(Status.VERIFYING);
            assertThat(life.timer().sends()).isEqualTo(1);
        }
    }

    @Test
    void refusal_lateWhileVerifying_settles() {
        assertThat(asked(FAIL).attemptEnded(REFUSED).status()).isEqualTo(Status.FAILED);
    }

    @Test
    void certainty_lateWhileVerifyingAnEarlierDoubt_changesNothing() {
        for (Outcome outcome : List.of(NOT_SENT, BUSY, REFUSED)) {
            Life life = Life.begun(Policies.IDEMPOTENT_ASKED)
                    .attemptEnded(BROKEN)
                    .timer()
                    .attemptEnded(UNKNOWN)
                    .attemptEnded(outcome);

            assertThat(life.status()).isEqualTo(Status.VERIFYING);
            assertThat(life.last().events()).isEmpty();
        }
    }

    @Test
    void answer_ofAnInquiryThatIsOver_settlesNothing() {
        for (Finding finding : Finding.values()) {
            Life life = asked(FAIL).timer().timer().found(1, finding);

            assertThat(life.entry().openInquiry()).isEqualTo(finding == Finding.SUCCEEDED ? 0 : 2);
        }
    }

    @Test
    void answer_ofAnInquiryNeverMade_alertsAndChangesNothing() {
        Life life = asked(FAIL).found(2, Finding.SUCCEEDED);

        assertThat(life.status()).isEqualTo(Status.VERIFYING);
        assertThat(life.alerts()).containsExactly("HIGH report_without_command");
    }

    @Test
    void inquiries_ofAllAttemptsTogether_areBoundByTheSchedule() {
        GatewayPolicy policy = Policies.with(FAIL, Policies.verification(1, 1, Gateway.NotFound.RESEND));
        Life life = ripe(Life.begun(policy).attemptEnded(UNKNOWN)).found(Finding.NOT_FOUND);
        life.timer().attemptEnded(UNKNOWN);

        assertThat(life.status()).isEqualTo(Status.VERIFICATION_FAILED);
        assertThat(life.entry().reason()).contains("asked once already");
    }

    private static Life doubted(GatewayPolicy policy) {
        return Life.begun(policy).attemptEnded(UNKNOWN);
    }

    private static Life asked(GatewayPolicy policy) {
        return doubted(policy).timer();
    }

    /** Asked when a "not found" counts. */
    private static Life ripe(Life life) {
        return life.pass(SETTLED.plusMinutes(5)).observe(Observations.TIME);
    }

    private static Life missedOnce(GatewayPolicy policy) {
        return ripe(doubted(policy)).found(Finding.NOT_FOUND);
    }
}
