package dev.kakutei.sender.criteria;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DecimalTest {
    @ParameterizedTest
    @ValueSource(strings = {"0", "-0", "1.50", "+7", "0000.1", "99999999999999999999.01"})
    void of_plainDecimal_isANumber(String text) {
        assertThat(Decimal.of(text))
                .hasValueSatisfying(number -> assertThat(number).isEqualByComparingTo(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-", "+", ".", "1.", ".5", "1e5", "0x1", " 1", "1 ", "1,5", "--1", "1.2.3", "１", "NaN"})
    void of_anythingElse_isNone(String text) {
        assertThat(Decimal.of(text)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {129, 1_000_000})
    void of_longText_isNone(int length) {
        assertThat(Decimal.of("1".repeat(length))).isEmpty();
    }
}
