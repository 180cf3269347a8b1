package dev.kakutei.ledger;

import static dev.kakutei.ledger.Observations.BROKEN;
import static dev.kakutei.ledger.Observations.BUSY;
import static dev.kakutei.ledger.Observations.DELIVERED;
import static dev.kakutei.ledger.Observations.REFUSED;
import static dev.kakutei.ledger.Observations.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kakutei.schemas.Finding;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.gateway.Gateway;
import dev.kakutei.schemas.gateway.GatewayClass;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A request outlives the configuration under which it was begun: today's policy counts (decision 4). */
class PolicyChangeTest {
    @Test
    void retryInDoubt_gatewayNoLongerIdempotent_isNeverSent() {
        RequestRun queryable = RequestRun.begun(Policies.IDEMPOTENT)
                .attemptEnded(BROKEN)
                .policy(Policies.QUERYABLE)
                .timer();
        RequestRun neither = RequestRun.begun(Policies.IDEMPOTENT)
                .attemptEnded(BROKEN)
                .policy(Policies.NEITHER)
                .timer();

        assertThat(queryable.status()).isEqualTo(Status.VERIFYING);
        assertThat(neither.status()).isEqualTo(Status.VERIFICATION_FAILED);
        assertThat(queryable.sends() + neither.sends()).isEqualTo(2);
    }

    @Test
    void retry_fewerAttemptsThanBefore_isAborted() {
        RetrySchedule once = new RetrySchedule(1, Duration.ofSeconds(5), Duration.ofSeconds(5), Gateway.Jitter.NONE);
        RequestRun certain = RequestRun.begun(Policies.IDEMPOTENT)
                .attemptEnded(BUSY)
                .policy(Policies.with(Policies.IDEMPOTENT, once))
                .timer();
        RequestRun doubtful = RequestRun.begun(Policies.IDEMPOTENT)
                .attemptEnded(BROKEN)
                .policy(Policies.with(Policies.IDEMPOTENT, once))
                .timer();

        assertThat(certain.status()).isEqualTo(Status.ABORTED);
        assertThat(doubtful.status()).isEqualTo(Status.VERIFICATION_FAILED);
    }

    /** A call that was given a minute may last a minute, though the file says a second by now. */
    @Test
    void notFound_callTimeoutShortenedMeanwhile_countsByTheCallThatWasMade() {
        Gateway.Verification believing = new Gateway.Verification(
                List.of(Duration.ofSeconds(1), Duration.ofMinutes(5)),
                Duration.ofSeconds(20),
                1,
                Gateway.NotFound.RESEND);
        GatewayPolicy slow = timed(Duration.ofSeconds(60), believing);
        GatewayPolicy hasty = timed(Duration.ofSeconds(1), believing);
        for (GatewayPolicy now : List.of(slow, hasty)) {
            RequestRun run = RequestRun.begun(slow)
                    .attemptEnded(BUSY)
                    .timer()
                    .pass(Duration.ofSeconds(52))
                    .attemptEnded(UNKNOWN)
                    .policy(now)
                    .timer()
                    .found(Finding.NOT_FOUND);

            assertThat(run.status()).isEqualTo(Status.VERIFYING);
            assertThat(run.entry().inquiries().misses()).isZero();
            assertThat(run.timer().found(Finding.NOT_FOUND).status()).isEqualTo(Status.RETRYING);
        }
    }

    private static GatewayPolicy timed(Duration callTimeout, Gateway.Verification verification) {
        GatewayPolicy policy = Policies.QUERYABLE;
        return new GatewayPolicy(
                policy.gatewayClass(),
                policy.asking(),
                policy.keyMemory(),
                Duration.ofMillis(500),
                callTimeout,
                policy.retry(),
                verification);
    }

    @Test
    void verification_gatewayNotToBeAskedAnyMore_goesToAPerson() {
        GatewayPolicy never = Policies.with(Policies.QUERYABLE, Policies.verification(0, 2, Gateway.NotFound.FAIL));
        for (GatewayPolicy now : new GatewayPolicy[] {Policies.IDEMPOTENT, Policies.NEITHER, never}) {
            RequestRun run = RequestRun.begun(Policies.QUERYABLE)
                    .attemptEnded(UNKNOWN)
                    .policy(now)
                    .timer();

            assertThat(run.status()).isEqualTo(Status.VERIFICATION_FAILED);
            assertThat(run.alerts()).containsExactly("HIGH verification_failed");
        }
    }

    @Test
    void gatewayRemoved_beforeTheFirstSend_goesToAPersonUnsent() {
        RequestRun run = RequestRun.begun(null);

        assertThat(run.status()).isEqualTo(Status.VERIFICATION_FAILED);
        assertThat(run.sends()).isZero();
        assertThat(run.entry().reason()).isEqualTo("no gateway \"simulator\" is configured any more");
    }

    @Test
    void gatewayRemoved_whileUnderWay_believesCertaintiesAndHandsOverTheRest() {
        assertThat(RequestRun.begun(Policies.QUERYABLE)
                        .policy(null)
                        .attemptEnded(DELIVERED)
                        .status())
                .isEqualTo(Status.SUCCEEDED);
        assertThat(RequestRun.begun(Policies.QUERYABLE)
                        .policy(null)
                        .attemptEnded(REFUSED)
                        .status())
                .isEqualTo(Status.FAILED);
        assertThat(RequestRun.begun(Policies.QUERYABLE)
                        .policy(null)
                        .attemptEnded(BUSY)
                        .status())
                .isEqualTo(Status.VERIFICATION_FAILED);
        assertThat(RequestRun.begun(Policies.QUERYABLE).policy(null).timer().status())
                .isEqualTo(Status.VERIFICATION_FAILED);
        assertThat(RequestRun.begun(Policies.QUERYABLE)
                        .attemptEnded(UNKNOWN)
                        .timer()
                        .policy(null)
                        .found(Finding.PENDING)
                        .status())
                .isEqualTo(Status.VERIFICATION_FAILED);
    }

    @Test
    void gatewayRemoved_staleInquiryWhileSending_isLeftToTheTimer() {
        RequestRun run = RequestRun.of(
                Policies.QUERYABLE,
                Histories.doubted().asked(302).retrying(303, Outcome.Doubt.NONE).sending(308));

        assertThat(run.policy(null).found(1, Finding.PENDING).status()).isEqualTo(Status.SENDING);
    }

    @Test
    void idempotent_withoutAMemoryForTheKey_isRefusedAtBirth() {
        GatewayPolicy fine = Policies.IDEMPOTENT;

        assertThatThrownBy(() -> new GatewayPolicy(
                        GatewayClass.IDEMPOTENT,
                        fine.asking(),
                        null,
                        fine.sendWindow(),
                        fine.callTimeout(),
                        fine.retry(),
                        fine.verification()))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("stated time");
    }
}
