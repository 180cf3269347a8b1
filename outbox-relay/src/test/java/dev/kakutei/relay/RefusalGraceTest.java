package dev.kakutei.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RefusalGraceTest {
    /** Looks one after another, each a finding and its second; "-" is a look with nothing to refuse. */
    @ParameterizedTest
    @CsvSource({
        "10, A0,                   wait",
        "10, A0 A9,                wait",
        "10, A0 A10,               refuse",
        "10, A0 A3 A6 A11,         refuse",
        "10, A0 B9 B11,            wait",
        "10, A0 B9 B19,            refuse",
        "10, A0 B5 A11,            wait",
        "10, A0 -5 A11,            wait",
        "10, A0 -5 A11 A21,        refuse",
        "10, A100,                 wait",
        "0,  A0,                   wait",
        "0,  A0 A0,                refuse"
    })
    void isOver_looksInARow_onlyWhatStaysTheSameLongEnoughIsRefused(int seconds, String looks, String expected) {
        RefusalGrace grace = new RefusalGrace(Duration.ofSeconds(seconds));
        boolean refused = false;
        for (String look : looks.trim().split(" ")) {
            long now = Duration.ofSeconds(Long.parseLong(look.substring(1))).toNanos() - 5;
            if (look.startsWith("-")) {
                grace.reset();
            } else {
                refused = grace.isOver(look.substring(0, 1), now);
            }
        }

        assertThat(refused ? "refuse" : "wait").isEqualTo(expected);
    }
}
