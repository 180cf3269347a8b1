package dev.kakutei.ledger;

import static dev.kakutei.ledger.Histories.START;
import static dev.kakutei.ledger.Observations.BROKEN;
import static dev.kakutei.ledger.Observations.BUSY;
import static dev.kakutei.ledger.Observations.DELIVERED;
import static dev.kakutei.ledger.Observations.NOT_SENT;
import static dev.kakutei.ledger.Observations.REFUSED;
import static dev.kakutei.ledger.Observations.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.gateway.Gateway;
import dev.kakutei.schemas.gateway.GatewayClass;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** SPEC C2 to C5: attempts, what may be retried, and what an ending means for each class of gateway. */
class AttemptRulesTest {
    @Test
    void arrival_isSentAtOnce_withTheWindowAndWhatIsLeftOfTheCallersTime() {
        RequestRun run =
                new RequestRun(Policies.QUERYABLE).pass(Duration.ofSeconds(4)).observe(Observations.ARRIVAL);

        assertThat(run.effects(Effect.Send.class))
                .containsExactly(new Effect.Send(1, START.plusSeconds(34), Duration.ofSeconds(25)));
        assertThat(run.untilDue()).isEqualTo(Duration.ofSeconds(30 + 25 + 5));
    }

    /** A caller in a hurry gets its 202 in time; the call is not cut short for it, which would only make doubt. */
    @ParameterizedTest
    @CsvSource({"29995, 5000", "25001, 5000", "24500, 5000", "24000, 5000", "23999, 5001", "10000, 19000", "0, 29000"})
    void callTimeout_ofTheFirstAttempt_endsAMarginBeforeTheDeadlineAndIsNeverBelowTheGatewaysMinimum(
            long passedMillis, long callMillis) {
        RequestRun run = new RequestRun(Policies.QUERYABLE)
                .pass(Duration.ofMillis(passedMillis))
                .observe(Observations.ARRIVAL);

        assertThat(run.effects(Effect.Send.class).get(0).callTimeout()).isEqualTo(Duration.ofMillis(callMillis));
    }

    /** A gateway that recognises the key and cannot be asked: the doubt is shown while it is sent again. */
    @Test
    void doubt_whileItIsSentAgain_isShownAndPublished() {
        for (Outcome doubtful : List.of(UNKNOWN, BROKEN)) {
            RequestRun run = RequestRun.begun(Policies.IDEMPOTENT);
            assertThat(run.entry().pendingVerification()).isFalse();

            run.attemptEnded(doubtful);
            assertThat(run.status()).isEqualTo(Status.RETRYING);
            assertThat(run.entry().pendingVerification()).isTrue();
            assertThat(run.last().effects()).contains(new Effect.PublishStatus());
            assertThat(ResultMessages.statusChange(run.entry()).pendingVerification())
                    .isTrue();
            assertThat(run.timer().entry().pendingVerification())
                    .as("while sending again")
                    .isTrue();

            assertThat(run.attemptEnded(DELIVERED).entry().pendingVerification())
                    .isFalse();
        }
    }

    @Test
    void callTimeout_deadlineOver_isTheGatewaysOwn() {
        RequestRun run =
                new RequestRun(Policies.QUERYABLE).pass(Duration.ofSeconds(30)).observe(Observations.ARRIVAL);

        assertThat(run.effects(Effect.Send.class).get(0).callTimeout()).isEqualTo(Policies.QUERYABLE.callTimeout());
    }

    @Test
    void busy_sixTimes_waits5To80SecondsThenAbortsWithAnAlert() {
        RequestRun run = RequestRun.begun(Policies.QUERYABLE);
        List<Long> waits = new ArrayList<>();
        for (int attempt = 1; attempt < 6; attempt++) {
            run.pass(Duration.ofSeconds(1)).attemptEnded(BUSY);
            waits.add(run.untilDue().toSeconds());
            run.timer();
        }
        run.attemptEnded(BUSY);

        assertThat(waits).containsExactly(5L, 10L, 20L, 40L, 80L);
        assertThat(run.sends()).isEqualTo(6);
        assertThat(run.status()).isEqualTo(Status.ABORTED);
        assertThat(run.entry().reason()).isEqualTo("6 attempts are used up: code_429");
        assertThat(run.entry().lastAnswer().statusCode()).isEqualTo(429);
        assertThat(run.alerts()).containsExactly("MEDIUM attempts_used_up");
        assertThat(run.effects(Effect.PublishResult.class)).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(Gateway.Jitter.class)
    void retry_withJitter_comesWithinItsBounds(Gateway.Jitter jitter) {
        RetrySchedule retry = new RetrySchedule(6, Duration.ofSeconds(5), Duration.ofSeconds(160), jitter);
        RequestRun run = RequestRun.begun(Policies.with(Policies.QUERYABLE, retry));
        for (int attempt = 1; attempt < 6; attempt++) {
            run.attemptEnded(BUSY);
            Duration full = Duration.ofSeconds(5L << (attempt - 1));
            switch (jitter) {
                case NONE -> assertThat(run.untilDue()).isEqualTo(full);
                case EQUAL -> assertThat(run.untilDue()).isBetween(full.dividedBy(2), full);
                case FULL -> assertThat(run.untilDue()).isBetween(Duration.ZERO, full);
                case ADDITIVE -> assertThat(run.untilDue()).isBetween(full, full.plus(full.dividedBy(4)));
            }
            run.timer();
        }
    }

    @ParameterizedTest
    @MethodSource("wishes")
    void retry_gatewaySaysWhen_isNeverEarlierThanThatNorThanTheBackoff(String retryAfter, Duration expected) {
        RequestRun run = RequestRun.begun(Policies.QUERYABLE);
        Outcome busy =
                new Outcome.Retryable(Histories.answer(429, Map.of("retry-after", retryAfter)), Outcome.Doubt.NONE);

        assertThat(run.attemptEnded(busy).untilDue()).isEqualTo(expected);
    }

    static Stream<Arguments> wishes() {
        return Stream.of(
                Arguments.of("90", Duration.ofSeconds(90)),
                Arguments.of("2", Duration.ofSeconds(5)),
                Arguments.of("nonsense", Duration.ofSeconds(5)),
                Arguments.of("31536000", Duration.ofHours(1)));
    }

    @Test
    void timer_beforeItsTime_doesNothing() {
        RequestRun run = RequestRun.begun(Policies.QUERYABLE).attemptEnded(BUSY);
        run.pass(Duration.ofMillis(4_999)).observe(Observations.TIME);

        assertThat(run.last().events()).isEmpty();
        assertThat(run.sends()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(GatewayClass.class)
    void refused_atTheFirstAttempt_isFinalOnEveryClass(GatewayClass gatewayClass) {
        RequestRun run = RequestRun.begun(Policies.of(gatewayClass, GatewayPolicy.Asking.POSSIBLE))
                .attemptEnded(REFUSED);

        assertThat(run.status()).isEqualTo(Status.FAILED);
        assertThat(run.entry().settlement().byAttempt()).isEqualTo(1);
        assertThat(run.entry().lastAnswer().statusCode()).isEqualTo(402);
        assertThat(run.entry().reason()).isEqualTo("code_402");
    }

    @ParameterizedTest
    @EnumSource(GatewayClass.class)
    void certainlyNotDone_isRetriedOnEveryClass(GatewayClass gatewayClass) {
        for (Outcome outcome : List.of(BUSY, NOT_SENT)) {
            RequestRun run = RequestRun.begun(Policies.of(gatewayClass, GatewayPolicy.Asking.IMPOSSIBLE))
                    .attemptEnded(outcome);

            assertThat(run.status()).isEqualTo(Status.RETRYING);
            assertThat(run.entry().inDoubt()).isFalse();
            assertThat(run.timer().sends()).isEqualTo(2);
        }
    }

    /** What a doubtful ending leads to: the heart of "never charged twice" (decision 4). */
    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("doubts")
    void doubtfulEnding_ofAnAttempt_followsTheClass(
            GatewayClass gatewayClass, GatewayPolicy.Asking asking, Status afterError, Status afterUnknown) {
        GatewayPolicy policy = Policies.of(gatewayClass, asking);

        assertThat(RequestRun.begun(policy).attemptEnded(BROKEN).status()).isEqualTo(afterError);
        assertThat(RequestRun.begun(policy).attemptEnded(UNKNOWN).status()).isEqualTo(afterUnknown);
        assertThat(RequestRun.begun(policy).timer().status()).as("silence").isEqualTo(afterUnknown);
    }

    static Stream<Arguments> doubts() {
        GatewayPolicy.Asking yes = GatewayPolicy.Asking.POSSIBLE;
        GatewayPolicy.Asking no = GatewayPolicy.Asking.IMPOSSIBLE;
        return Stream.of(
                Arguments.of(GatewayClass.IDEMPOTENT, no, Status.RETRYING, Status.RETRYING),
                Arguments.of(GatewayClass.IDEMPOTENT, yes, Status.RETRYING, Status.VERIFYING),
                Arguments.of(GatewayClass.QUERYABLE, no, Status.VERIFICATION_FAILED, Status.VERIFICATION_FAILED),
                Arguments.of(GatewayClass.QUERYABLE, yes, Status.VERIFYING, Status.VERIFYING),
                Arguments.of(GatewayClass.NEITHER, no, Status.VERIFICATION_FAILED, Status.VERIFICATION_FAILED),
                Arguments.of(GatewayClass.NEITHER, yes, Status.VERIFICATION_FAILED, Status.VERIFICATION_FAILED));
    }

    /** A 408 may follow work done (SPEC C3), so the sender reports it with a doubt. */
    @Test
    void requestTimeout_onAGatewayWithNeither_goesToAPersonAfterOnePost() {
        Outcome timeout = new Outcome.Retryable(Histories.answer(408), Outcome.Doubt.POSSIBLE);
        RequestRun run = RequestRun.begun(Policies.NEITHER).attemptEnded(timeout);

        assertThat(run.status()).isEqualTo(Status.VERIFICATION_FAILED);
        assertThat(run.sends()).isEqualTo(1);
        assertThat(run.entry().dueAt()).isNull();
        assertThat(run.alerts()).containsExactly("HIGH verification_failed");
    }

    @Test
    void unknown_isShownAsPendingVerification_andAskedAboutAfterFiveMinutes() {
        RequestRun run = RequestRun.begun(Policies.QUERYABLE).attemptEnded(UNKNOWN);

        assertThat(run.entry().status().pendingVerification()).isTrue();
        assertThat(run.effects(Effect.PublishStatus.class)).hasSize(1);
        assertThat(run.effects(Effect.PublishResult.class)).isEmpty();
        assertThat(run.untilDue()).isEqualTo(Duration.ofMinutes(5));
    }

    @Test
    void brokenSixTimes_onIdempotent_isNeverAbortedInDoubt() {
        assertThat(brokenSixTimes(Policies.IDEMPOTENT_ASKED).status()).isEqualTo(Status.VERIFYING);
        RequestRun unasked = brokenSixTimes(Policies.IDEMPOTENT);
        assertThat(unasked.status()).isEqualTo(Status.VERIFICATION_FAILED);
        assertThat(unasked.alerts()).containsExactly("HIGH verification_failed");
    }

    private static RequestRun brokenSixTimes(GatewayPolicy policy) {
        RequestRun run = RequestRun.begun(policy).attemptEnded(BROKEN);
        for (int attempt = 2; attempt <= 6; attempt++) {
            run.timer().attemptEnded(BROKEN);
        }
        assertThat(run.sends()).isEqualTo(6);
        return run;
    }

    @Test
    void doubt_ofAnEarlierAttempt_outlastsALaterCertainty() {
        RequestRun run = RequestRun.begun(Policies.IDEMPOTENT)
                .attemptEnded(BROKEN)
                .timer()
                .attemptEnded(BUSY);

        assertThat(run.entry().inDoubt()).isTrue();
    }

    @Test
    void refused_afterADoubtfulAttempt_isNotBelievedForBoth() {
        RequestRun asked = RequestRun.begun(Policies.IDEMPOTENT_ASKED)
                .attemptEnded(BROKEN)
                .timer()
                .attemptEnded(REFUSED);
        RequestRun unasked = RequestRun.begun(Policies.IDEMPOTENT)
                .attemptEnded(BROKEN)
                .timer()
                .attemptEnded(REFUSED);

        assertThat(asked.status()).isEqualTo(Status.VERIFYING);
        assertThat(unasked.status()).isEqualTo(Status.VERIFICATION_FAILED);
        assertThat(unasked.entry().lastAnswer().statusCode()).isEqualTo(402);
    }

    @Test
    void refused_lateWhileAPersonLooks_settles() {
        RequestRun run = RequestRun.begun(Policies.NEITHER).timer().attemptEnded(REFUSED);

        assertThat(run.status()).isEqualTo(Status.FAILED);
        assertThat(run.effects(Effect.PublishResult.class)).hasSize(1);
    }

    @Test
    void notSent_lateWhileAPersonLooks_changesNothing() {
        RequestRun run = RequestRun.begun(Policies.NEITHER).timer().attemptEnded(NOT_SENT);

        assertThat(run.status()).isEqualTo(Status.VERIFICATION_FAILED);
        assertThat(run.last().events()).isEmpty();
    }

    @Test
    void delivered_whateverTheState_wins() {
        for (Map.Entry<String, Entry> history : Histories.all().entrySet()) {
            Entry entry = history.getValue();
            if (entry.attempts().count() == 0 || entry.status().terminal()) {
                continue;
            }
            Decision decision = Policies.ledger(Policies.QUERYABLE)
                    .decide(entry, Observations.attempt(1, DELIVERED), entry.updatedAt());

            assertThat(decision.entry().status()).as(history.getKey()).isEqualTo(Status.SUCCEEDED);
            assertThat(decision.entry().settlement().byAttempt()).isEqualTo(1);
            assertThat(decision.entry().lastAnswer().errorCode()).isNull();
            assertThat(decision.entry().reason()).isNull();
        }
    }

    @Test
    void expiry_beforeTheFirstSend_endsItUnsent() {
        Instant expiry = START.plusSeconds(10);
        Observation arrival = new Observation.Arrived(Histories.acceptance(Histories.DEADLINE, expiry), null);

        RequestRun late = new RequestRun(Policies.QUERYABLE).at(expiry).observe(arrival);
        assertThat(late.status()).isEqualTo(Status.EXPIRED);
        assertThat(late.sends()).isZero();
        assertThat(late.effects(Effect.PublishResult.class)).hasSize(1);

        RequestRun justInTime =
                new RequestRun(Policies.QUERYABLE).at(expiry.minusMillis(1)).observe(arrival);
        assertThat(justInTime.effects(Effect.Send.class).get(0).notAfter()).isEqualTo(expiry);
    }

    @Test
    void expiry_betweenAttempts_endsItUnlessInDoubt() {
        Histories sent = Histories.accepted(Histories.at(6)).sending(0);
        RequestRun certain = RequestRun.of(Policies.IDEMPOTENT, sent.retrying(2, Outcome.Doubt.NONE))
                .timer();
        assertThat(certain.status()).isEqualTo(Status.EXPIRED);

        Histories doubted = Histories.accepted(Histories.at(6)).sending(0).retrying(2, Outcome.Doubt.POSSIBLE);
        assertThat(RequestRun.of(Policies.IDEMPOTENT_ASKED, doubted).timer().status())
                .isEqualTo(Status.VERIFYING);
        assertThat(RequestRun.of(Policies.IDEMPOTENT, doubted).timer().status()).isEqualTo(Status.VERIFICATION_FAILED);
    }

    @Test
    void keyMemory_tooShortForAnotherAttempt_stopsOnlyWhatIsInDoubt() {
        Duration call = Policies.IDEMPOTENT
                .sendWindow()
                .plus(Policies.IDEMPOTENT.callTimeout())
                .plus(Policies.IDEMPOTENT.verification().settlingTime());
        Instant lastMoment = START.plus(Policies.KEY_MEMORY).minus(call);
        Histories doubted = Histories.sent().retrying(2, Outcome.Doubt.POSSIBLE);
        Histories certain = Histories.sent().retrying(2, Outcome.Doubt.NONE);

        assertThat(RequestRun.of(Policies.IDEMPOTENT, doubted)
                        .at(lastMoment)
                        .observe(Observations.TIME)
                        .status())
                .isEqualTo(Status.SENDING);
        assertThat(RequestRun.of(Policies.IDEMPOTENT, doubted)
                        .at(lastMoment.plusMillis(1))
                        .observe(Observations.TIME)
                        .status())
                .isEqualTo(Status.VERIFICATION_FAILED);
        assertThat(RequestRun.of(Policies.IDEMPOTENT_ASKED, doubted)
                        .at(lastMoment.plusMillis(1))
                        .observe(Observations.TIME)
                        .status())
                .isEqualTo(Status.VERIFYING);
        assertThat(RequestRun.of(Policies.IDEMPOTENT, certain)
                        .at(lastMoment.plusMillis(1))
                        .observe(Observations.TIME)
                        .status())
                .isEqualTo(Status.SENDING);
    }

    @Test
    void report_ofAnEarlierAttempt_changesNothingUnlessItIsSuccess() {
        for (Outcome outcome : Observations.OUTCOMES) {
            RequestRun run = RequestRun.begun(Policies.QUERYABLE)
                    .attemptEnded(BUSY)
                    .timer()
                    .attemptEnded(1, outcome);

            assertThat(run.status()).isEqualTo(outcome == DELIVERED ? Status.SUCCEEDED : Status.SENDING);
        }
    }

    @Test
    void report_ofWhatWasNeverCommanded_alertsAndChangesNothing() {
        RequestRun attempt = RequestRun.begun(Policies.QUERYABLE).attemptEnded(2, DELIVERED);
        RequestRun unknown = new RequestRun(Policies.QUERYABLE).observe(Observations.attempt(1, DELIVERED));

        assertThat(attempt.status()).isEqualTo(Status.SENDING);
        assertThat(attempt.alerts()).containsExactly("HIGH report_without_command");
        assertThat(unknown.entry()).isNull();
        assertThat(unknown.alerts()).containsExactly("HIGH report_without_command");
    }

    @Test
    void answer_ofTheAttempt_isKeptInTheFact() {
        RequestRun run = RequestRun.begun(Policies.QUERYABLE).attemptEnded(BUSY);

        assertThat(run.lastFacts())
                .containsExactly(new Fact.AttemptDeferred(1, BUSY.answer(), Outcome.Doubt.NONE, START.plusSeconds(5)));
    }
}
