package dev.kakutei.ledger;

import static dev.kakutei.ledger.Histories.START;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.Category;
import dev.kakutei.schemas.OperatorAction;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.gateway.GatewayClass;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** SPEC C3: a quota-type 429 is not retried before its period ends. The backoff after a first attempt is 5 s. */
class QuotaTest {
    private static final Duration DAY = Duration.ofDays(1);

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "no quota                          | -                   | -     | PT5S   | 0",
                "no quota, a wish                  | -                   | 90    | PT1M30S| 0",
                "shorter than the backoff          | 1000                | -     | PT5S   | 0",
                "none left                         | 0                   | -     | PT5S   | 0",
                "longer than the backoff           | 60000               | -     | PT1M   | 0",
                "shorter than the wish             | 60000               | 90    | PT1M30S| 0",
                "longer than the wish              | 600000              | 90    | PT10M  | 0",
                "longer than any wish is believed  | 86400000            | 86400 | PT24H  | 0",
                "a month of 31 days                | 2678400000          | -     | PT744H | 0",
                "a millisecond more, capped        | 2678400001          | -     | PT744H | 1",
                "for ever, capped                  | 9223372036854775807 | -     | PT744H | 1",
            })
    void retry_afterAQuota_isNeverEarlierThanAnyoneAsks(
            String name, Long quotaMillis, String retryAfter, Duration expected, int counted) {
        Map<String, String> headers = retryAfter == null ? Map.of() : Map.of("retry-after", retryAfter);
        RequestRun run = RequestRun.begun(Policies.QUERYABLE)
                .attemptEnded(new Outcome.Retryable(Histories.answer(429, headers), Outcome.Doubt.NONE, quotaMillis));

        assertThat(run.untilDue()).isEqualTo(expected);
        assertThat(run.effects(Effect.CountExcessiveWait.class).stream()
                        .filter(count -> count.what() == ExcessiveWait.QUOTA_TOO_LONG))
                .hasSize(counted);
    }

    @ParameterizedTest
    @EnumSource(GatewayClass.class)
    void timer_whenThePeriodEnds_sendsAgainOnEveryClass(GatewayClass gatewayClass) {
        RequestRun run = RequestRun.begun(Policies.of(gatewayClass, GatewayPolicy.Asking.IMPOSSIBLE))
                .attemptEnded(quota(DAY));

        run.pass(DAY.minusMillis(1)).observe(Observations.TIME);
        assertThat(run.sends()).isEqualTo(1);
        run.pass(Duration.ofMillis(1)).observe(Observations.TIME);
        assertThat(run.sends()).isEqualTo(2);
    }

    @Test
    void report_thatClearsTheDoubtLate_isHeardOfItsQuota() {
        RequestRun run = RequestRun.begun(Policies.QUERYABLE).timer();
        assertThat(run.status()).isEqualTo(Status.VERIFYING);

        run.attemptEnded(quota(DAY));

        assertThat(run.status()).isEqualTo(Status.RETRYING);
        assertThat(run.untilDue()).isEqualTo(DAY);
    }

    /** No caller should have to wait for a quota to learn that the request is not sent any more. */
    @Test
    void expiry_beforeThePeriodEnds_settlesItWhenItExpires() {
        Instant expiry = START.plusSeconds(3600);
        RequestRun run = RequestRun.of(
                        Policies.QUERYABLE, Histories.accepted(expiry).sending(0))
                .attemptEnded(quota(DAY));
        assertThat(run.entry().dueAt()).isEqualTo(expiry);

        run.at(expiry.minusMillis(1)).observe(Observations.TIME);
        assertThat(run.status()).isEqualTo(Status.RETRYING);
        run.at(expiry).observe(Observations.TIME);

        assertThat(run.status()).isEqualTo(Status.EXPIRED);
        assertThat(run.sends()).isZero();
    }

    @Test
    void expiry_atOrAfterTheEndOfThePeriod_changesNothing() {
        RequestRun after = RequestRun.of(
                        Policies.QUERYABLE,
                        Histories.accepted(START.plus(DAY).plusMillis(1)).sending(0))
                .attemptEnded(quota(DAY));
        assertThat(after.timer().status()).isEqualTo(Status.SENDING);

        RequestRun at = RequestRun.of(
                        Policies.QUERYABLE, Histories.accepted(START.plus(DAY)).sending(0))
                .attemptEnded(quota(DAY));
        assertThat(at.timer().status()).isEqualTo(Status.EXPIRED);
    }

    @Test
    void expiry_thatIsOverAlready_comesWithTheNextTimer() {
        RequestRun run = RequestRun.of(
                        Policies.QUERYABLE,
                        Histories.accepted(START.plusSeconds(1)).sending(0))
                .pass(Duration.ofSeconds(2))
                .attemptEnded(Observations.BUSY);

        assertThat(run.untilDue()).isEqualTo(Duration.ofSeconds(5));
        assertThat(run.timer().status()).isEqualTo(Status.EXPIRED);
    }

    /** The gateway would take the repetition for a new request: the period outlasts its memory of our key. */
    @Test
    void quota_inDoubtAndLongerThanTheKeysMemory_isNotSentAgain() {
        Histories inDoubt = Histories.sent().retrying(2, Outcome.Doubt.POSSIBLE).sending(7);

        assertThat(afterAQuota(Policies.IDEMPOTENT, inDoubt, Policies.KEY_MEMORY)
                        .status())
                .isEqualTo(Status.VERIFICATION_FAILED);
        assertThat(afterAQuota(Policies.IDEMPOTENT_ASKED, inDoubt, Policies.KEY_MEMORY)
                        .status())
                .isEqualTo(Status.VERIFYING);
        assertThat(afterAQuota(Policies.IDEMPOTENT, inDoubt, Policies.KEY_MEMORY.minusHours(1))
                        .status())
                .isEqualTo(Status.SENDING);
        assertThat(afterAQuota(Policies.IDEMPOTENT, Histories.sent(), Policies.KEY_MEMORY)
                        .status())
                .isEqualTo(Status.SENDING);
    }

    private static RequestRun afterAQuota(GatewayPolicy policy, Histories history, Duration period) {
        return RequestRun.of(policy, history).attemptEnded(quota(period)).timer();
    }

    @Test
    void person_whoKnowsBetter_sendsBeforeThePeriodEnds() {
        RequestRun run = RequestRun.begun(Policies.QUERYABLE).attemptEnded(quota(DAY));
        OperatorAction action = new OperatorAction(
                "action-1",
                Histories.ID,
                run.entry().seq(),
                OperatorAction.Type.SEND_AGAIN,
                "ops",
                OperatorAction.Role.OPERATOR,
                "the quota was raised",
                START);

        Decision decision = Policies.ledger(Policies.QUERYABLE)
                .decide(run.entry(), new Observation.ActionRequested(action), run.now());
        assertThat(decision.entry().status()).isEqualTo(Status.SENDING);
    }

    @Test
    void attempts_usedUpByQuotas_endItWithoutWaiting() {
        RequestRun run = RequestRun.begun(Policies.QUERYABLE);
        for (int i = 0; i < 5; i++) {
            run.attemptEnded(quota(DAY)).timer();
        }
        assertThat(run.attemptEnded(quota(DAY)).status()).isEqualTo(Status.ABORTED);
    }

    private static Outcome quota(Duration period) {
        Answer answer = new Answer(Category.CLIENT_ERROR, 429, "quota", null, 1, Map.of(), null, null);
        return new Outcome.Retryable(answer, Outcome.Doubt.NONE, period.toMillis());
    }
}
