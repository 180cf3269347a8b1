package dev.kakutei.boot.thread;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BackoffTest {
    private final Backoff backoff = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(5));

    @ParameterizedTest
    @CsvSource({
        "0, 100",
        "1, 100",
        "2, 200",
        "3, 400",
        "6, 3200",
        "7, 5000",
        "20, 5000",
        "1000, 5000",
        "2147483647, 5000"
    })
    void after_failures_doublesUpToTheLongest(int failures, long millis) {
        assertThat(backoff.after(failures)).hasMillis(millis);
    }

    @Test
    void next_eachPause_isTheOneAfterAnotherFailure() {
        Duration pause = backoff.after(1);
        for (int failures = 2; failures < 12; failures++) {
            pause = backoff.next(pause);
            assertThat(pause).isEqualTo(backoff.after(failures));
        }
    }

    @Test
    void after_firstIsLongerThanTheLongest_isTheLongest() {
        assertThat(new Backoff(Duration.ofSeconds(9), Duration.ofSeconds(5)).after(1))
                .hasSeconds(5);
    }
}
