package dev.kakutei.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationTextTest {
    @ParameterizedTest
    @CsvSource({"200ms, 200", "5s, 5000", "5m, 300000", "24h, 86400000", "30d, 2592000000", "0s, 0", "' 7s ', 7000"})
    void parse_whatPeopleWrite_isRead(String text, long millis) {
        assertThat(DurationText.parse(text)).contains(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "5", "s", "-5s", "5 s", "1.5s", "5S", "PT5S", "5w", "5s5s", "1234567890s", "٥s", "5s\nx"})
    void parse_anythingElse_isNothing(String text) {
        assertThat(DurationText.parse(text)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"1, 1ms", "1500, 1500ms", "60000, 1m", "90000, 90s", "7200000, 2h", "86400000, 1d", "0, 0s"})
    void of_duration_isInTheLargestUnitWithoutARest(long millis, String text) {
        assertThat(DurationText.of(Duration.ofMillis(millis))).isEqualTo(text);
    }

    @Property(tries = 300)
    void of_anyDuration_canBeWrittenBack(@ForAll @LongRange(min = 0, max = 999_999_999) long millis) {
        Duration duration = Duration.ofMillis(millis);
        assertThat(DurationText.parse(DurationText.of(duration))).contains(duration);
    }
}
