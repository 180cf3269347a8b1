package dev.kakutei.sender.limit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.Category;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WaitReasonTest {
    @ParameterizedTest
    @CsvSource({
        "ARRIVAL, not_after_passed",
        "CONCURRENCY, not_after_passed",
        "RATE, rate_limited",
        "BREAKER, breaker_open"
    })
    void answer_anyHold_saysThatNothingLeftAndWhy(WaitReason reason, String code) {
        Answer answer = reason.answer(Duration.ZERO);

        assertThat(answer.category()).isEqualTo(Category.NOT_ATTEMPTED);
        assertThat(answer.code()).isEqualTo(code);
        assertThat(answer.message()).isNotBlank();
        assertThat(answer.headers()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "999, 1", "1000, 1", "1001, 2", "30000, 30"})
    void answer_comeBack_isInWholeSecondsAndNeverEarlier(long millis, String seconds) {
        assertThat(WaitReason.BREAKER.answer(Duration.ofMillis(millis)).headers())
                .isEqualTo(Map.of("retry-after", seconds));
    }

    @Test
    void codes_heldByALimit_areNotThoseOfAnOldCommand() {
        assertThat(WaitReason.RATE.code())
                .isNotEqualTo(WaitReason.BREAKER.code())
                .isNotEqualTo(WaitReason.ARRIVAL.code());
    }
}
