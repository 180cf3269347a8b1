package dev.kakutei.ledger;

import static dev.kakutei.ledger.Histories.START;
import static dev.kakutei.ledger.Observations.BROKEN;
import static dev.kakutei.ledger.Observations.BUSY;
import static dev.kakutei.ledger.Observations.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.schemas.Finding;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.gateway.Gateway;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

/**
 * What a wrong clock can do. One jump forward makes timers due early: a retry, an inquiry, the silence of an attempt or
 * an expiry may come too soon. All of these are harmless: nothing is sent in doubt, and nothing in doubt is failed. A
 * clock that went back makes timers late.
 */
class ClockTest {
    private static final Duration TEN_YEARS = Duration.ofDays(3653);

    @Test
    void tenYearsForward_whileAnAttemptIsOut_failsNothing() {
        assertThat(jumped(RequestRun.begun(Policies.QUERYABLE)).status()).isEqualTo(Status.VERIFYING);
        assertThat(jumped(RequestRun.begun(Policies.NEITHER)).status()).isEqualTo(Status.VERIFICATION_FAILED);
        assertThat(jumped(RequestRun.begun(Policies.IDEMPOTENT_ASKED)).status()).isEqualTo(Status.VERIFYING);
    }

    @Test
    void tenYearsForward_onAnIdempotentGateway_doesNotTrustItsMemory() {
        RequestRun run = jumped(RequestRun.begun(Policies.IDEMPOTENT).attemptEnded(BROKEN));

        assertThat(run.status()).isEqualTo(Status.VERIFICATION_FAILED);
        assertThat(run.sends()).isEqualTo(1);
    }

    @Test
    void tenYearsForward_betweenCertainAttempts_onlySendsEarlyOrExpires() {
        assertThat(jumped(RequestRun.begun(Policies.QUERYABLE).attemptEnded(BUSY))
                        .status())
                .isEqualTo(Status.SENDING);
        Histories expiring =
                Histories.accepted(START.plus(Duration.ofDays(1))).sending(0).retrying(2, Outcome.Doubt.NONE);
        assertThat(jumped(RequestRun.of(Policies.QUERYABLE, expiring)).status()).isEqualTo(Status.EXPIRED);
    }

    @Test
    void tenYearsForward_whileVerifying_asksOnceAndBelievesNothingAtOnce() {
        RequestRun run = jumped(RequestRun.begun(Policies.QUERYABLE).attemptEnded(UNKNOWN))
                .found(Finding.NOT_FOUND);
        assertThat(run.status()).isEqualTo(Status.VERIFYING);
        assertThat(run.untilDue()).isGreaterThanOrEqualTo(Policies.SETTLING);

        assertThat(run.observe(Observations.TIME).last().events()).isEmpty();
    }

    @Test
    void tenYearsForwardAndBack_theNextInquiryWaitsAndTruthStillWins() {
        RequestRun run = jumped(RequestRun.begun(Policies.QUERYABLE).attemptEnded(UNKNOWN))
                .found(Finding.NOT_FOUND);
        run.at(START.plusSeconds(60)).observe(Observations.TIME);
        assertThat(run.last().events()).isEmpty();

        assertThat(run.attemptEnded(Observations.DELIVERED).status()).isEqualTo(Status.SUCCEEDED);
    }

    @Test
    void back_timersAreLateAndNothingElseHappens() {
        RequestRun run = RequestRun.begun(Policies.QUERYABLE).attemptEnded(BUSY).pass(TEN_YEARS.negated());

        assertThat(run.observe(Observations.TIME).last().events()).isEmpty();
        assertThat(run.status()).isEqualTo(Status.RETRYING);
    }

    @Test
    void back_atTheFirstSend_aCallStillEndsInTheCallersTime() {
        RequestRun run =
                new RequestRun(Policies.QUERYABLE).pass(TEN_YEARS.negated()).observe(Observations.ARRIVAL);

        assertThat(run.effects(Effect.Send.class).get(0).callTimeout()).isEqualTo(Duration.ofSeconds(29));
    }

    @Test
    void back_betweenSendAndInquiry_notFoundDoesNotCount() {
        RequestRun run = new RequestRun(Policies.QUERYABLE)
                .pass(Duration.ofHours(1))
                .observe(Observations.ARRIVAL)
                .at(START)
                .attemptEnded(UNKNOWN);
        run.at(START.plus(Duration.ofMinutes(30))).observe(Observations.TIME).found(Finding.NOT_FOUND);

        assertThat(run.entry().inquiries().misses()).isZero();
    }

    /**
     * True time runs on; our clock jumps once, anywhere, by anything. The gateway never finds the request. It must not be
     * believed before, in true time, the command could no longer begin, its call had ended and the gateway had settled.
     */
    @Property(tries = 2_000)
    void notFound_oneJumpForwardAnywhere_isNeverBelievedTooEarly(
            @ForAll @IntRange(max = 2_400) int jumpAtSecond,
            @ForAll @LongRange(min = 0, max = 315_576_000) long jumpSeconds,
            @ForAll @IntRange(min = 30, max = 300) int cadenceSeconds,
            @ForAll @IntRange(min = 2, max = 4) int misses,
            @ForAll Gateway.NotFound notFound) {
        GatewayPolicy policy = Policies.with(
                Policies.QUERYABLE,
                new Gateway.Verification(
                        Collections.nCopies(60, Duration.ofSeconds(cadenceSeconds)),
                        Policies.SETTLING,
                        misses,
                        notFound));
        JumpingClock clock = new JumpingClock(START.plusSeconds(jumpAtSecond), Duration.ofSeconds(jumpSeconds));
        RequestRun run = RequestRun.begun(policy);
        while (!clock.truth.isAfter(START.plus(Duration.ofDays(1)))
                && (run.status() == Status.SENDING || run.status() == Status.VERIFYING)) {
            clock.runUntilItSays(run.entry().dueAt());
            run.at(clock.says()).observe(Observations.TIME);
            if (run.entry().inquiries().open() != 0) {
                run.found(Finding.NOT_FOUND);
            }
        }

        assertThat(run.status()).isEqualTo(notFound == Gateway.NotFound.FAIL ? Status.FAILED : Status.RETRYING);
        Duration settled = Duration.ofSeconds(30 + 30).plus(Policies.SETTLING);
        assertThat(Duration.between(START, clock.truth)).isGreaterThanOrEqualTo(settled);
    }

    private static RequestRun jumped(RequestRun run) {
        return run.pass(TEN_YEARS).observe(Observations.TIME);
    }

    private static final class JumpingClock {
        private final Instant jumpAt;
        private final Duration jump;
        private Instant truth = START;

        JumpingClock(Instant jumpAt, Duration jump) {
            this.jumpAt = jumpAt;
            this.jump = jump;
        }

        Instant says() {
            return truth.isBefore(jumpAt) ? truth : truth.plus(jump);
        }

        void runUntilItSays(Instant due) {
            Instant afterTheJump = later(due.minus(jump), jumpAt);
            truth = later(truth, due.isBefore(jumpAt) ? due : afterTheJump);
        }

        private static Instant later(Instant one, Instant other) {
            return one.isAfter(other) ? one : other;
        }
    }
}
