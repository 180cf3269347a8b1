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

/** What the three limits say together. Time stands still unless it is told to go on. */
class GateTest {
    private static final Limits.Rate RATE = new Limits.Rate(1, 3);
    private static final Limits.Breaker BREAKER = new Limits.Breaker(2, 4, Duration.ofSeconds(10), 1);

    private final List<BreakerState> turns = new ArrayList<>();
    private long now;

    private Gate gate(int concurrency, Limits.Rate rate, Limits.Breaker breaker) {
        return new Gate(new Limits(concurrency, rate, breaker), turns::add, () -> now);
    }

    private void pass(int seconds) {
        now += Duration.ofSeconds(seconds).toNanos();
    }

    private static Opening ask(Gate gate) {
        return gate.await(Duration.ZERO, 1);
    }

    private static void calls(Gate gate, Evidence... endings) {
        for (Evidence ending : endings) {
            gate.begin().end(ending);
        }
    }

    @Test
    void await_noRateNoBreaker_isTheFreeCalls() {
        Gate gate = gate(2, null, null);
        assertThat(ask(gate)).isEqualTo(new Opening.Calls(2));
        Gate.Pass first = gate.begin();
        gate.begin();
        assertThat(ask(gate)).isEqualTo(new Opening.Shut(Hold.CONCURRENCY));

        first.end(Evidence.ALIVE);
        first.end(Evidence.ALIVE);
        assertThat(gate.underWay()).as("a call ends once").isEqualTo(1);
        assertThat(ask(gate)).isEqualTo(new Opening.Calls(1));
        assertThat(gate.tokens()).isNaN();
    }

    @Test
    void await_severalLimits_isTheNarrowest() {
        Gate gate = gate(2, RATE, BREAKER);
        assertThat(ask(gate)).isEqualTo(new Opening.Calls(2));
        calls(gate, Evidence.ALIVE, Evidence.ALIVE);
        assertThat(ask(gate)).isEqualTo(new Opening.Calls(1));
        calls(gate, Evidence.ALIVE);
        assertThat(ask(gate)).isEqualTo(new Opening.Shut(Hold.RATE));
        pass(1);
        assertThat(ask(gate)).isEqualTo(new Opening.Calls(1));
    }

    @Test
    void await_breakerOpen_isShutThenProbedThenOpen() {
        Gate gate = gate(4, null, BREAKER);
        calls(gate, Evidence.ILL, Evidence.ILL);
        assertThat(ask(gate)).isEqualTo(new Opening.Shut(Hold.BREAKER));
        assertThat(gate.comeBack(Hold.BREAKER)).isEqualTo(Duration.ofSeconds(10));
        pass(10);
        assertThat(ask(gate)).isEqualTo(new Opening.Probe());
        assertThat(gate.comeBack(Hold.BREAKER)).isZero();
        Gate.Pass probe = gate.begin();
        assertThat(ask(gate)).isEqualTo(new Opening.Shut(Hold.BREAKER));
        probe.end(Evidence.ALIVE);

        assertThat(ask(gate)).isEqualTo(new Opening.Calls(4));
        assertThat(turns).containsExactly(BreakerState.OPEN, BreakerState.HALF_OPEN, BreakerState.CLOSED);
    }

    @Test
    void breaker_nobodyAsks_turnsHalfOpenForWhoeverLooks() {
        Gate gate = gate(4, null, BREAKER);
        calls(gate, Evidence.ILL, Evidence.ILL);
        pass(11);

        assertThat(gate.breaker()).isEqualTo(BreakerState.HALF_OPEN);
        assertThat(turns).containsExactly(BreakerState.OPEN, BreakerState.HALF_OPEN);
    }

    @Test
    void await_probeWithoutAToken_waitsForOne() {
        Gate gate = gate(4, new Limits.Rate(0.05, 2), BREAKER);
        calls(gate, Evidence.ILL, Evidence.ILL);
        pass(10);
        assertThat(ask(gate)).isEqualTo(new Opening.Shut(Hold.RATE));
        pass(10);
        assertThat(ask(gate)).isEqualTo(new Opening.Probe());
    }

    @Test
    void limits_fewerCallsThanAreUnderWay_holdsUntilEnoughEnded() {
        Gate gate = gate(3, null, null);
        Gate.Pass first = gate.begin();
        Gate.Pass second = gate.begin();
        gate.limits(new Limits(1, null, null));
        assertThat(ask(gate)).isEqualTo(new Opening.Shut(Hold.CONCURRENCY));
        first.end(Evidence.ALIVE);
        assertThat(ask(gate)).isEqualTo(new Opening.Shut(Hold.CONCURRENCY));
        second.end(Evidence.ALIVE);
        assertThat(ask(gate)).isEqualTo(new Opening.Calls(1));
        assertThat(gate.concurrency()).isEqualTo(1);
    }

    @Test
    void limits_changed_forgetNeitherTokensNorAnOpenBreaker() {
        Gate gate = gate(4, RATE, BREAKER);
        calls(gate, Evidence.ALIVE, Evidence.ILL, Evidence.ILL);
        gate.limits(new Limits(8, new Limits.Rate(2, 10), new Limits.Breaker(5, 9, Duration.ofSeconds(20), 1)));

        assertThat(gate.tokens()).isZero();
        assertThat(gate.breaker()).isEqualTo(BreakerState.OPEN);
        assertThat(gate.comeBack(Hold.BREAKER)).isEqualTo(Duration.ofSeconds(20));
        assertThat(turns).containsExactly(BreakerState.OPEN);
    }

    @Test
    void limits_takenAway_letEverythingThrough() {
        Gate gate = gate(4, RATE, BREAKER);
        calls(gate, Evidence.ILL, Evidence.ILL, Evidence.ILL);
        gate.limits(new Limits(4, null, null));

        assertThat(ask(gate)).isEqualTo(new Opening.Calls(4));
        assertThat(turns).containsExactly(BreakerState.OPEN, BreakerState.CLOSED);
        assertThat(gate.comeBack(Hold.BREAKER)).isZero();
        assertThat(gate.comeBack(Hold.RATE)).isZero();
    }

    @Test
    void limits_givenToAGatewayThatHadNone_beginClosedAndFull() {
        Gate gate = gate(4, null, null);
        Gate.Pass before = gate.begin();
        gate.limits(new Limits(4, RATE, new Limits.Breaker(1, 1, Duration.ofSeconds(10), 1)));
        before.end(Evidence.ILL);

        assertThat(gate.breaker()).isEqualTo(BreakerState.CLOSED);
        assertThat(ask(gate)).isEqualTo(new Opening.Calls(3));
    }

    @Test
    void await_callThatEnds_wakesWhoeverWaits() throws Exception {
        Gate gate = new Gate(new Limits(1, null, null), turns::add);
        Gate.Pass pass = gate.begin();
        CompletableFuture<Opening> waiting = CompletableFuture.supplyAsync(() -> gate.await(Duration.ofMinutes(5), 1));
        pass.end(Evidence.ALIVE);

        assertThat(waiting.get(60, TimeUnit.SECONDS)).isEqualTo(new Opening.Calls(1));
    }

    @Test
    void await_tokenOnItsWay_isThereWhenItReturns() {
        Gate gate = new Gate(new Limits(1, new Limits.Rate(50, 1), null), turns::add);
        gate.begin().end(Evidence.ALIVE);

        assertThat(gate.await(Duration.ofSeconds(60), 1)).isEqualTo(new Opening.Calls(1));
    }

    @Test
    void awaitIdle_callUnderWay_saysWhetherItEnded() {
        Gate gate = new Gate(new Limits(1, null, null), turns::add);
        Gate.Pass pass = gate.begin();
        assertThat(gate.awaitIdle(Duration.ofMillis(1))).isFalse();
        pass.end(Evidence.NONE);
        assertThat(gate.awaitIdle(Duration.ofMillis(1))).isTrue();
    }

    /** Time goes on by itself here: who waits for company for ever would hang. */
    @Test
    void await_fewFreeOfMany_waitsForMoreToEnd() {
        Gate gate = new Gate(new Limits(8, null, null), turns::add);
        List<Gate.Pass> passes =
                IntStream.range(0, 7).mapToObj(n -> gate.begin()).toList();

        assertThat(gate.await(Duration.ofMinutes(5), 5)).as("nothing ends").isEqualTo(new Opening.Calls(1));
        passes.get(0).end(Evidence.ALIVE);
        assertThat(gate.await(Duration.ofMinutes(5), 5)).as("enough").isEqualTo(new Opening.Calls(2));
    }

    @Test
    void await_fewFreeAndNoMoreWanted_isAtOnce() {
        Gate gate = gate(8, null, null);
        IntStream.range(0, 7).forEach(n -> gate.begin());

        assertThat(gate.await(Duration.ofMinutes(5), 1)).isEqualTo(new Opening.Calls(1));
    }

    @Test
    void await_fewTokens_isAtOnce() {
        Gate gate = gate(64, RATE, null);

        assertThat(gate.await(Duration.ofMinutes(5), 50)).isEqualTo(new Opening.Calls(3));
    }
}
