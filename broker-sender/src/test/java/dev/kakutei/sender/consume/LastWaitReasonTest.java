package dev.kakutei.sender.consume;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.sender.limit.WaitReason;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LastWaitReasonTest {
    @ParameterizedTest
    @CsvSource({
        // held by, that many seconds ago; window of the command; what it is put down to
        "BREAKER,     0,  30, BREAKER",
        "RATE,        29, 30, RATE",
        "CONCURRENCY, 30, 30, CONCURRENCY",
        "BREAKER,     31, 30, ARRIVAL",
        "ARRIVAL,     0,  30, ARRIVAL",
    })
    void reasonFor_waitWithinTheWindowOrLongAgo_isThatOrArrival(
            WaitReason held, int ago, int window, WaitReason expected) {
        long then = Long.MAX_VALUE - 5;
        LastWaitReason last = new LastWaitReason(held, then);

        assertThat(last.reasonFor(
                        Duration.ofSeconds(window),
                        then + Duration.ofSeconds(ago).toNanos()))
                .isEqualTo(expected);
    }
}
