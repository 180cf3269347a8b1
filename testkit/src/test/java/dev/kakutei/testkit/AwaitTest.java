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
        assertThat(Await.until("three", Duration.ofSeconds(5), calls::incrementAndGet, n -> n == 3))
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
        Await.until("no more exceptions", Duration.ofSeconds(5), () -> {
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
}
