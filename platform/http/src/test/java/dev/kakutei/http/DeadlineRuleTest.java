package dev.kakutei.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** SPEC A6. */
class DeadlineRuleTest {
    private final DeadlineRule rule = new DeadlineRule(Duration.ofSeconds(30), Duration.ofMinutes(5));

    @ParameterizedTest
    @CsvSource(
            value = {
                "null, 30000",
                "'', 30000",
                "0, 30000",
                "000, 30000",
                "'   ', 30000",
                "-1, 30000",
                "-5, 30000",
                "+5, 30000",
                "1.5, 30000",
                "1e3, 30000",
                "soon, 30000",
                "٣, 30000",
                "1, 1",
                "' 250 ', 250",
                "0250, 250",
                "300000, 300000",
                "300001, 300000",
                "99999999999999999999999, 300000",
            },
            nullValues = "null")
    void waiting_anyHeader_isWholeAndPositiveOrTheDefaultAndCapped(String header, long millis) {
        assertThat(rule.waiting(header == null ? List.of() : List.of(header))).isEqualTo(Duration.ofMillis(millis));
    }

    @Test
    void waiting_twoHeaders_isTheDefaultEvenIfTheyAgree() {
        assertThat(rule.waiting(List.of("120000", "120000"))).isEqualTo(Duration.ofSeconds(30));
        assertThat(rule.waiting(List.of("120000", "1"))).isEqualTo(Duration.ofSeconds(30));
    }
}
