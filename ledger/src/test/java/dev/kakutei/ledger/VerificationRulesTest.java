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

/** SPEC C5, C6, E2: what is done about an unknown outcome. */
class VerificationRulesTest {
    private static final GatewayPolicy FAIL = Policies.QUERYABLE;
    private static final GatewayPolicy RESEND =
            Policies.with(FAIL, Policies.verification(10, 2, Gateway.NotFound.RESEND));

    /** Window, longest call and settling time: since the command was issued, and again between the first two misses. */
    private static final Duration SETTLED = Duration.ofSeconds(30 + 30).plus(Policies.SETTLING);

    @Test
    void inquiry_isMadeEveryFiveMinutes_tenTimes_thenAPersonIsCalled() {
        RequestRun run = RequestRun.begun(FAIL).attemptEnded(UNKNOWN);
        for (int inquiry = 1; inquiry <= 10; inquiry++) {
            assertThat(run.untilDue()).isEqualTo(Duration.ofMinutes(5));
            run.timer();
            assertThat(run.entry().inquiries().count()).isEqualTo(inquiry);
            assertThat(run.entry().inquiries().lastAt()).isEqualTo(run.now());
            run.found(Finding.PENDING);
        }

        assertThat(run.status()).isEqualTo(Status.VERIFICATION_FAILED);
        assertThat(run.alerts()).containsExactly("HIGH verification_failed");
        assertThat(run.entry().reason())
                .isEqualTo("the gateway was asked 10 times and the outcome is still unknown: still pending 10 times");
        assertThat(run.effects(Effect.PublishResult.class)).isEmpty();
        assertThat(run.sends()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(
            value = Finding.class,
            names = {"PENDING", "INCONCLUSIVE", "NOT_FOUND"})
    void inconclusiveAnswer_isCountedAndAskedAgain(Finding finding) {
        RequestRun run = asked(FAIL).found(finding);

        assertThat(run.status()).isEqualTo(Status.VERIFYING);
        assertThat(run.entry().inquiries().open()).isZero();
        assertThat(run.entry().inquiries().count()).isEqualTo(1);
        assertThat(run.untilDue()).isEqualTo(Duration.ofMinutes(5));
    }

    @Test
    void inquiry_metWithSilence_isCountedAndAskedAgain() {
        RequestRun run = asked(FAIL).timer();

        assertThat(run.status()).isEqualTo(Status.VERIFYING);
        assertThat(run.timer().entry().inquiries().count()).isEqualTo(2);
    }

    @Test
    void inquiry_gatewayAsksForMoreTime_getsIt() {
        Answer later = Histories.answer(429, Map.of("retry-after", "900"));
        RequestRun run = asked(FAIL).observe(Observations.inquiry(1, Finding.INCONCLUSIVE, later));

        assertThat(run.untilDue()).isEqualTo(Duration.ofMinutes(15));
    }

    /** The schedule of a file that was written without computing when an answer counts. */
    @Test
    void notFound_alwaysTooEarly_callsAPersonAndTheReasonSaysSo() {
        Gateway.Verification hasty = new Gateway.Verification(
                Collections.nCopies(3, Duration.ofSeconds(2)), Duration.ofSeconds(1), 2, Gateway.NotFound.FAIL);
        RequestRun run = RequestRun.begun(Policies.with(FAIL, hasty)).attemptEnded(UNKNOWN);
        for (int inquiry = 1; inquiry <= 3; inquiry++) {
            run.timer().found(Finding.NOT_FOUND);
        }

        assertThat(run.status()).isEqualTo(Status.VERIFICATION_FAILED);
        assertThat(run.entry().reason())
                .isEqualTo("the gateway was asked 3 times and the outcome is still unknown:"
                        + " not found 3 times, too early to count");
    }

    @Test
    void reason_ofEveryAnswerThatWasHeard_isShownAndBounded() {
        RequestRun run = RequestRun.begun(Policies.with(FAIL, Policies.verification(6, 3, Gateway.NotFound.FAIL)))
                .attemptEnded(UNKNOWN);
        run.timer()
                .found(Finding.NOT_FOUND)
                .timer()
                .found(Finding.PENDING)
                .timer()
                .timer();
        ripe(run)
                .found(Finding.NOT_FOUND)
                .timer()
                .found(Finding.NOT_FOUND)
                .timer()
                .found(Finding.INCONCLUSIVE);

        assertThat(run.entry().reason())
                .isEqualTo("the gateway was asked 6 times and the outcome is still unknown:"
                        + " not found once, too early to count; not found 2 times; still pending once;"
                        + " no answer, or none that says anything, 2 times")
                .hasSizeLessThan(400);
    }

    @Test
    void found_settlesAsSuccess_andTheFlagIsCleared() {
        RequestRun run = asked(FAIL).found(Finding.SUCCEEDED);

        assertThat(run.status()).isEqualTo(Status.SUCCEEDED);
        assertThat(run.status().pendingVerification()).isFalse();
        assertThat(run.entry().inquiries().count()).isEqualTo(1);
        assertThat(((Fact.Settled) run.lastFacts().get(0)).ground()).isEqualTo(Fact.Ground.VERIFICATION);
    }

    @Test
    void found_byAnyInquiryInAnyState_wins() {
        for (Map.Entry<String, Entry> history : Histories.all().entrySet()) {
            Entry entry = history.getValue();
            if (entry.inquiries().count() == 0 || entry.status().terminal()) {
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
        RequestRun run = asked(FAIL).observe(Observations.inquiry(1, Finding.DECLINED, declined));

        assertThat(run.status()).isEqualTo(Status.FAILED);
        assertThat(run.entry().reason()).isEqualTo(reason);
    }

    @Test
    void unanswerable_callsAPersonAtOnce() {
        RequestRun run = asked(FAIL).found(Finding.UNANSWERABLE);

        assertThat(run.status()).isEqualTo(Status.VERIFICATION_FAILED);
        assertThat(run.alerts()).containsExactly("HIGH verification_failed");
        assertThat(run.entry().reason()).startsWith("the gateway refuses to say");
    }

    @Test
    void notFound_askedOneMillisecondBeforeTheSettlingTime_doesNotCount() {
        RequestRun early =
                doubted(FAIL).at(Histories.START.plus(SETTLED).minusMillis(1)).observe(Observations.TIME);
        RequestRun ripe = doubted(FAIL).at(Histories.START.plus(SETTLED)).observe(Observations.TIME);

        assertThat(early.pass(Duration.ofMinutes(1))
                        .found(Finding.NOT_FOUND)
                        .entry()
                        .inquiries()
                        .misses())
                .isZero();
        assertThat(ripe.found(Finding.NOT_FOUND).entry().inquiries().misses()).isEqualTo(1);
    }

    @Test
    void notFound_theSettlingTimeIsCountedFromTheLastAttempt() {
        RequestRun run = RequestRun.of(
                FAIL,
                Histories.sent().retrying(2, Outcome.Doubt.NONE).sending(500).verifying(510));
        run.at(Histories.START.plus(SETTLED).plusSeconds(300)).observe(Observations.TIME);

        assertThat(run.found(Finding.NOT_FOUND).entry().inquiries().misses()).isZero();
    }

    @Test
    void notFound_twiceWithTheSettlingTimeBetween_isBelieved() {
        RequestRun run = missedOnce(FAIL);
        assertThat(run.status()).isEqualTo(Status.VERIFYING);
        assertThat(run.untilDue()).as("apart").isEqualTo(SETTLED);

        run.timer().found(Finding.NOT_FOUND);
        assertThat(run.status()).isEqualTo(Status.FAILED);
        assertThat(run.entry().reason()).isEqualTo("Gateway status: NOT_FOUND");
        assertThat(run.entry().settlement().byAttempt()).isZero();
    }

    @Test
    void notFound_believed_isSentAgainWhereConfigured_andTheDoubtIsGone() {
        RequestRun run = missedOnce(RESEND).timer().found(Finding.NOT_FOUND);
        assertThat(run.status()).isEqualTo(Status.RETRYING);
        assertThat(run.entry().inDoubt()).isFalse();
        assertThat(run.entry().inquiries().open()).isZero();
        assertThat(run.last().effects()).containsExactly(new Effect.PublishStatus());

        assertThat(run.timer().sends()).isEqualTo(2);
        assertThat(run.entry().inquiries().misses()).isZero();
    }

    @Test
    void notFound_believedAfterEarlierDoubt_clearsThatTooForAForgivingGateway() {
        GatewayPolicy policy = Policies.with(Policies.IDEMPOTENT_ASKED, RESEND.verification());
        RequestRun run = RequestRun.begun(policy).attemptEnded(BROKEN).timer().attemptEnded(UNKNOWN);
        assertThat(run.entry().inDoubt()).isTrue();
        ripe(run).found(Finding.NOT_FOUND).timer().found(Finding.NOT_FOUND);

        assertThat(run.status()).isEqualTo(Status.RETRYING);
        assertThat(run.entry().inDoubt()).isFalse();
    }

    @Test
    void notFound_believedAtTheLastAttempt_aborts() {
        GatewayPolicy once = Policies.with(
                RESEND, new RetrySchedule(1, Duration.ofSeconds(5), Duration.ofSeconds(5), Gateway.Jitter.NONE));
        RequestRun run = missedOnce(once).timer().found(Finding.NOT_FOUND);

        assertThat(run.status()).isEqualTo(Status.ABORTED);
        assertThat(run.alerts()).containsExactly("MEDIUM attempts_used_up");
    }

    @Test
    void pending_betweenTwoMisses_voidsTheFirst() {
        RequestRun run =
                missedOnce(RESEND).timer().found(Finding.PENDING).timer().found(Finding.NOT_FOUND);

        assertThat(run.status()).isEqualTo(Status.VERIFYING);
        assertThat(run.entry().inquiries().misses()).isEqualTo(1);
    }

    @Test
    void inconclusive_betweenTwoMisses_keepsTheFirst() {
        RequestRun run =
                missedOnce(FAIL).timer().found(Finding.INCONCLUSIVE).timer().found(Finding.NOT_FOUND);

        assertThat(run.status()).isEqualTo(Status.FAILED);
    }

    @Test
    void inconclusive_neverOverwritesHowTheAttemptEnded() {
        Outcome gatewayTimeout = new Outcome.Unknown(Histories.answer(504));
        RequestRun run = RequestRun.begun(Policies.with(FAIL, Policies.verification(2, 2, Gateway.NotFound.FAIL)))
                .attemptEnded(gatewayTimeout)
                .timer()
                .timer();
        assertThat(run.entry().lastAnswer().statusCode()).isEqualTo(504);

        run.timer().found(Finding.NOT_FOUND);
        assertThat(run.status()).isEqualTo(Status.VERIFICATION_FAILED);
        assertThat(run.entry().lastAnswer().statusCode()).isEqualTo(504);
        assertThat(run.entry().lastAnswer().errorCode()).isEqualTo("code_504");
    }

    @Test
    void absence_reportedAfterSilence_isRetriedAndPublished() {
        for (Outcome outcome : List.of(NOT_SENT, BUSY)) {
            RequestRun run = RequestRun.begun(FAIL).timer().timer().attemptEnded(outcome);

            assertThat(run.status()).isEqualTo(Status.RETRYING);
            assertThat(run.entry().inquiries().open()).isZero();
            assertThat(run.last().effects()).containsExactly(new Effect.PublishStatus());
            assertThat(run.timer().sends()).isEqualTo(2);
        }
    }

    /** Two reports of one attempt: whoever made the call knows more than whoever found its command too old later. */
    @Test
    void absence_reportedAfterAnUnknownOutcomeOfTheSameAttempt_changesNothing() {
        for (Outcome outcome : List.of(NOT_SENT, BUSY)) {
            for (GatewayPolicy policy : List.of(FAIL, Policies.QUERYABLE, Policies.IDEMPOTENT_ASKED)) {
                RequestRun run = asked(policy).attemptEnded(outcome);

                assertThat(run.status()).isEqualTo(Status.VERIFYING);
                assertThat(run.last().events()).isEmpty();
                assertThat(run.sends()).isEqualTo(1);
            }
        }
    }

    /** Silence came first, because the report of the call was late. */
    @Test
    void absence_reportedAfterSilenceAndALateUnknownOutcome_changesNothing() {
        for (Outcome doubt : List.of(UNKNOWN, BROKEN)) {
            RequestRun run = RequestRun.begun(FAIL).timer().attemptEnded(doubt);
            assertThat(run.lastFacts()).containsExactly(new LateFact.OutcomeStillUnknown(1, doubt.answer()));
            assertThat(run.attemptEnded(doubt).lastFacts()).as("once").isEmpty();

            run.attemptEnded(NOT_SENT);
            assertThat(run.status()).isEqualTo(Status.VERIFYING);
            assertThat(run.timer().sends()).isEqualTo(1);
        }
    }

    @Test
    void refusal_lateWhileVerifying_settles() {
        assertThat(asked(FAIL).attemptEnded(REFUSED).status()).isEqualTo(Status.FAILED);
    }

    @Test
    void certainty_lateWhileVerifyingAnEarlierDoubt_changesNothing() {
        for (Outcome outcome : List.of(NOT_SENT, BUSY, REFUSED)) {
            RequestRun run = RequestRun.begun(Policies.IDEMPOTENT_ASKED)
                    .attemptEnded(BROKEN)
                    .timer()
                    .attemptEnded(UNKNOWN)
                    .attemptEnded(outcome);

            assertThat(run.status()).isEqualTo(Status.VERIFYING);
            assertThat(run.last().events()).isEmpty();
        }
    }

    @Test
    void answer_ofAnInquiryThatIsOver_settlesNothing() {
        for (Finding finding : Finding.values()) {
            RequestRun run = asked(FAIL).timer().timer().found(1, finding);

            assertThat(run.entry().inquiries().open()).isEqualTo(finding == Finding.SUCCEEDED ? 0 : 2);
        }
    }

    @Test
    void answer_ofAnInquiryNeverMade_alertsAndChangesNothing() {
        RequestRun run = asked(FAIL).found(2, Finding.SUCCEEDED);

        assertThat(run.status()).isEqualTo(Status.VERIFYING);
        assertThat(run.alerts()).containsExactly("HIGH report_without_command");
    }

    @Test
    void inquiries_ofAllAttemptsTogether_areBoundByTheSchedule() {
        GatewayPolicy policy = Policies.with(FAIL, Policies.verification(1, 1, Gateway.NotFound.RESEND));
        RequestRun run = ripe(RequestRun.begun(policy).attemptEnded(UNKNOWN)).found(Finding.NOT_FOUND);
        run.timer().attemptEnded(UNKNOWN);

        assertThat(run.status()).isEqualTo(Status.VERIFICATION_FAILED);
        assertThat(run.entry().reason()).contains("asked once already");
    }

    private static RequestRun doubted(GatewayPolicy policy) {
        return RequestRun.begun(policy).attemptEnded(UNKNOWN);
    }

    private static RequestRun asked(GatewayPolicy policy) {
        return doubted(policy).timer();
    }

    /** Asked when a "not found" counts. */
    private static RequestRun ripe(RequestRun run) {
        return run.pass(SETTLED.plusMinutes(5)).observe(Observations.TIME);
    }

    private static RequestRun missedOnce(GatewayPolicy policy) {
        return ripe(doubted(policy)).found(Finding.NOT_FOUND);
    }
}
