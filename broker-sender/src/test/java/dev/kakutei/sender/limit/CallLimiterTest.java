package dev.kakutei.sender.limit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.schemas.gateway.Limits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What the three limits say together. Time stands still unless the test advances it. */
class CallLimiterTest {
    private static final Limits.Rate RATE = new Limits.Rate(1, 3);
    private static final Limits.Breaker BREAKER = new Limits.Breaker(2, 4, Duration.ofSeconds(10), 1);

    private final List<BreakerState> states = new ArrayList<>();
    private long now;

    private CallLimiter limiter(int concurrency, Limits.Rate rate, Limits.Breaker breaker) {
        return new CallLimiter(new Limits(concurrency, rate, breaker), states::add, () -> now);
    }

    private void permit(int seconds) {
        now += Duration.ofSeconds(seconds).toNanos();
    }

    private static CallAllowance ask(CallLimiter limiter) {
        return limiter.await(Duration.ZERO, 1);
    }

    private static void calls(CallLimiter limiter, CallHealth... endings) {
        for (CallHealth ending : endings) {
            limiter.begin().end(ending);
        }
    }

    @Test
    void await_noRateNoBreaker_isTheFreeCalls() {
        CallLimiter limiter = limiter(2, null, null);
        assertThat(ask(limiter)).isEqualTo(new CallAllowance.Calls(2));
        CallLimiter.Permit first = limiter.begin();
        limiter.begin();
        assertThat(ask(limiter)).isEqualTo(new CallAllowance.Blocked(WaitReason.CONCURRENCY));

        first.end(CallHealth.HEALTHY);
        first.end(CallHealth.HEALTHY);
        assertThat(limiter.underWay()).as("a call ends once").isEqualTo(1);
        assertThat(ask(limiter)).isEqualTo(new CallAllowance.Calls(1));
        assertThat(limiter.tokens()).isNaN();
    }

    @Test
    void await_severalLimits_isTheNarrowest() {
        CallLimiter limiter = limiter(2, RATE, BREAKER);
        assertThat(ask(limiter)).isEqualTo(new CallAllowance.Calls(2));
        calls(limiter, CallHealth.HEALTHY, CallHealth.HEALTHY);
        assertThat(ask(limiter)).isEqualTo(new CallAllowance.Calls(1));
        calls(limiter, CallHealth.HEALTHY);
        assertThat(ask(limiter)).isEqualTo(new CallAllowance.Blocked(WaitReason.RATE));
        permit(1);
        assertThat(ask(limiter)).isEqualTo(new CallAllowance.Calls(1));
    }

    @Test
    void await_breakerOpen_isShutThenProbedThenOpen() {
        CallLimiter limiter = limiter(4, null, BREAKER);
        calls(limiter, CallHealth.UNHEALTHY, CallHealth.UNHEALTHY);
        assertThat(ask(limiter)).isEqualTo(new CallAllowance.Blocked(WaitReason.BREAKER));
        assertThat(limiter.retryAfter(WaitReason.BREAKER)).isEqualTo(Duration.ofSeconds(10));
        permit(10);
        assertThat(ask(limiter)).isEqualTo(new CallAllowance.Probe());
        assertThat(limiter.retryAfter(WaitReason.BREAKER)).isZero();
        CallLimiter.Permit probe = limiter.begin();
        assertThat(ask(limiter)).isEqualTo(new CallAllowance.Blocked(WaitReason.BREAKER));
        probe.end(CallHealth.HEALTHY);

        assertThat(ask(limiter)).isEqualTo(new CallAllowance.Calls(4));
        assertThat(states).containsExactly(BreakerState.OPEN, BreakerState.HALF_OPEN, BreakerState.CLOSED);
    }

    @Test
    void breaker_stateNotRead_isHalfOpenAtTheNextRead() {
        CallLimiter limiter = limiter(4, null, BREAKER);
        calls(limiter, CallHealth.UNHEALTHY, CallHealth.UNHEALTHY);
        permit(11);

        assertThat(limiter.breaker()).isEqualTo(BreakerState.HALF_OPEN);
        assertThat(states).containsExactly(BreakerState.OPEN, BreakerState.HALF_OPEN);
    }

    @Test
    void await_probeWithoutAToken_waitsForOne() {
        CallLimiter limiter = limiter(4, new Limits.Rate(0.05, 2), BREAKER);
        calls(limiter, CallHealth.UNHEALTHY, CallHealth.UNHEALTHY);
        permit(10);
        assertThat(ask(limiter)).isEqualTo(new CallAllowance.Blocked(WaitReason.RATE));
        permit(10);
        assertThat(ask(limiter)).isEqualTo(new CallAllowance.Probe());
    }

    @Test
    void limits_fewerCallsThanAreUnderWay_holdsUntilEnoughEnded() {
        CallLimiter limiter = limiter(3, null, null);
        CallLimiter.Permit first = limiter.begin();
        CallLimiter.Permit second = limiter.begin();
        limiter.limits(new Limits(1, null, null));
        assertThat(ask(limiter)).isEqualTo(new CallAllowance.Blocked(WaitReason.CONCURRENCY));
        first.end(CallHealth.HEALTHY);
        assertThat(ask(limiter)).isEqualTo(new CallAllowance.Blocked(WaitReason.CONCURRENCY));
        second.end(CallHealth.HEALTHY);
        assertThat(ask(limiter)).isEqualTo(new CallAllowance.Calls(1));
        assertThat(limiter.concurrency()).isEqualTo(1);
    }

    @Test
    void limits_changed_keepTokensAndAnOpenBreaker() {
        CallLimiter limiter = limiter(4, RATE, BREAKER);
        calls(limiter, CallHealth.HEALTHY, CallHealth.UNHEALTHY, CallHealth.UNHEALTHY);
        limiter.limits(new Limits(8, new Limits.Rate(2, 10), new Limits.Breaker(5, 9, Duration.ofSeconds(20), 1)));

        assertThat(limiter.tokens()).isZero();
        assertThat(limiter.breaker()).isEqualTo(BreakerState.OPEN);
        assertThat(limiter.retryAfter(WaitReason.BREAKER)).isEqualTo(Duration.ofSeconds(20));
        assertThat(states).containsExactly(BreakerState.OPEN);
    }

    @Test
    void limits_takenAway_letEverythingThrough() {
        CallLimiter limiter = limiter(4, RATE, BREAKER);
        calls(limiter, CallHealth.UNHEALTHY, CallHealth.UNHEALTHY, CallHealth.UNHEALTHY);
        limiter.limits(new Limits(4, null, null));

        assertThat(ask(limiter)).isEqualTo(new CallAllowance.Calls(4));
        assertThat(states).containsExactly(BreakerState.OPEN, BreakerState.CLOSED);
        assertThat(limiter.retryAfter(WaitReason.BREAKER)).isZero();
        assertThat(limiter.retryAfter(WaitReason.RATE)).isZero();
    }

    @Test
    void limits_givenToAGatewayThatHadNone_beginClosedAndFull() {
        CallLimiter limiter = limiter(4, null, null);
        CallLimiter.Permit before = limiter.begin();
        limiter.limits(new Limits(4, RATE, new Limits.Breaker(1, 1, Duration.ofSeconds(10), 1)));
        before.end(CallHealth.UNHEALTHY);

        assertThat(limiter.breaker()).isEqualTo(BreakerState.CLOSED);
        assertThat(ask(limiter)).isEqualTo(new CallAllowance.Calls(3));
    }

    @Test
    void await_callThatEnds_wakesWhoeverWaits() throws Exception {
        CallLimiter limiter = new CallLimiter(new Limits(1, null, null), states::add);
        CallLimiter.Permit permit = limiter.begin();
        CompletableFuture<CallAllowance> waiting =
                CompletableFuture.supplyAsync(() -> limiter.await(Duration.ofMinutes(5), 1));
        permit.end(CallHealth.HEALTHY);

        assertThat(waiting.get(60, TimeUnit.SECONDS)).isEqualTo(new CallAllowance.Calls(1));
    }

    @Test
    void await_tokenOnItsWay_isThereWhenItReturns() {
        CallLimiter limiter = new CallLimiter(new Limits(1, new Limits.Rate(50, 1), null), states::add);
        limiter.begin().end(CallHealth.HEALTHY);

        assertThat(limiter.await(Duration.ofSeconds(60), 1)).isEqualTo(new CallAllowance.Calls(1));
    }

    @Test
    void awaitIdle_callUnderWay_saysWhetherItEnded() {
        CallLimiter limiter = new CallLimiter(new Limits(1, null, null), states::add);
        CallLimiter.Permit permit = limiter.begin();
        assertThat(limiter.awaitIdle(Duration.ofMillis(1))).isFalse();
        permit.end(CallHealth.NONE);
        assertThat(limiter.awaitIdle(Duration.ofMillis(1))).isTrue();
    }

    /** Time goes on by itself here: a wait for more calls without end would hang. */
    @Test
    void await_fewFreeOfMany_waitsForMoreToEnd() {
        CallLimiter limiter = new CallLimiter(new Limits(8, null, null), states::add);
        List<CallLimiter.Permit> passes =
                IntStream.range(0, 7).mapToObj(n -> limiter.begin()).toList();

        assertThat(limiter.await(Duration.ofMinutes(5), 5)).as("nothing ends").isEqualTo(new CallAllowance.Calls(1));
        passes.get(0).end(CallHealth.HEALTHY);
        assertThat(limiter.await(Duration.ofMinutes(5), 5)).as("enough").isEqualTo(new CallAllowance.Calls(2));
    }

    @Test
    void await_fewFreeAndNoMoreWanted_isAtOnce() {
        CallLimiter limiter = limiter(8, null, null);
        IntStream.range(0, 7).forEach(n -> limiter.begin());

        assertThat(limiter.await(Duration.ofMinutes(5), 1)).isEqualTo(new CallAllowance.Calls(1));
    }

    @Test
    void await_fewTokens_isAtOnce() {
        CallLimiter limiter = limiter(64, RATE, null);

        assertThat(limiter.await(Duration.ofMinutes(5), 50)).isEqualTo(new CallAllowance.Calls(3));
    }
}
