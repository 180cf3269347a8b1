package dev.kakutei.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class AwaitTest {
    private final AtomicInteger calls = new AtomicInteger();

    @Test
    void until_valueAcceptedLater_returnsIt() {
        assertThat(Await.until("three", Await.LIMIT, calls::incrementAndGet, n -> n == 3))
                .isEqualTo(3);
    }

    @Test
    void until_neverAccepted_saysWhatAndTheLastValue() {
        assertThatThrownBy(() -> Await.until("the moon is green", Duration.ofMillis(50), () -> "grey", "green"::equals))
                .isInstanceOf(AssertionError.class)
                .hasMessage("waited 50 ms in vain until the moon is green; last seen: grey");
    }

    @Test
    void until_probeThrowsThenHolds_passes() {
        Await.until("no more exceptions", Await.LIMIT, () -> {
            if (calls.incrementAndGet() < 3) {
                throw new IllegalStateException("not yet");
            }
            return true;
        });
        assertThat(calls).hasValue(3);
    }

    @Test
    void untilAsserted_neverHolds_keepsTheLastFailureAsCause() {
        assertThatThrownBy(() -> Await.untilAsserted(
                        "one is two", Duration.ofMillis(50), () -> assertThat(1).isEqualTo(2)))
                .hasMessageContaining("one is two")
                .hasMessageContaining("last try failed")
                .hasCauseInstanceOf(AssertionError.class);
    }

    /** A child that crashed cannot bring what a test waits for: 205 s were once spent on such a wait. */
    @Test
    void until_childCrashed_failsAtOnceWithItsOutput() {
        try (ChildJvm child = ChildJvm.start(CounterMain.class, "fail")) {
            assertThatThrownBy(() -> Await.until("it answers", Duration.ofMinutes(10), () -> false))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("a child process ended with 1")
                    .hasMessageContaining("it answers")
                    .hasMessageContaining("asked to fail");
            assertThat(child.isAlive()).isFalse();
        }
        Await.until("the next test waits as ever", () -> true);
    }

    @Test
    void until_childAskedToEnd_waitsOn() {
        try (ChildJvm child = ChildJvm.start(CounterMain.class, "count")) {
            child.awaitLine("n=1", Await.LIMIT);
            child.kill9();
            assertThat(Await.until("three", calls::incrementAndGet, n -> n == 3))
                    .isEqualTo(3);
        }
    }
}
