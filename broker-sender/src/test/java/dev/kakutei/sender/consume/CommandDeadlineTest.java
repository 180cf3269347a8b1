package dev.kakutei.sender.consume;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** SPEC D6. All times in seconds; the command is issued at 0 and must not be sent after 30. */
class CommandDeadlineTest {
    private static final Instant ZERO = Instant.parse("2026-01-01T00:00:00Z");

    private static Instant at(double seconds) {
        return ZERO.plusMillis(Math.round(seconds * 1000));
    }

    private static long nanos(double seconds) {
        // near the overflow of the monotonic clock, which has no zero
        return Long.MAX_VALUE
                - 5
                + Duration.ofMillis(Math.round(seconds * 1000)).toNanos();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        // what happened, wall clock at receipt, wall clock later, time really gone, may leave
        "at once,                            0,    0,    0,      true",
        "in good time,                       1,    11,   10,     true",
        "at the last moment,                 0,    30,   30,     true",
        "a moment too late,                  0,    30.001, 30.001, false",
        "received at the last moment,        30,   30,   0,      true",
        "received too late,                  31,   31,   0,      false",
        "received too late and clock back,   31,   5,    0,      false",
        "paused,                             1,    61,   60,     false",
        "paused and the clock stood still,   1,    1,    60,     false",
        "clock set back while waiting,       20,   -3600, 5,     true",
        "clock set back then too late,       20,   -3600, 10.001, false",
        "clock set forward,                  1,    3600, 1,      false",
        "clock behind the verifier's,        -100, -75,  25,     true",
        "clock far behind and window over,   -100, -69,  31,     false",
        "suspended without monotonic time,   1,    3600, 0,      false",
    })
    void isAhead_clocksOfAnyKind_neverLongerThanTheWindow(
            String what, double wallAtReceipt, double wallLater, double gone, boolean ahead) {
        CommandDeadline deadline = CommandDeadline.atReceipt(ZERO, at(30), at(wallAtReceipt), nanos(0));

        assertThat(deadline.isAhead(at(wallLater), nanos(gone))).as(what).isEqualTo(ahead);
    }
}
