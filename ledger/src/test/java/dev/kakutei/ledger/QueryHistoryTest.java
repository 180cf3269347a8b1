package dev.kakutei.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.schemas.Finding;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When "not found" is not believed at a gateway any more, as a table. */
class QueryHistoryTest {
    private static final Instant START = Histories.START;

    /**
     * Each word is the answer to one query, one minute apart: a number is a request that is not found, and the letters
     * stand for another one that succeeded, declined, is pending, is unclear or is unanswerable.
     */
    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "'',                    false",
        "1 2 3 4,               false",
        "1 2 3 4 5,             true",
        "1 2 3 4 5 6 7 8,       true",
        "1 1 1 1 1 1,           false",
        "1 2 1 2 3 3 4 4 1,     false",
        "1 2 3 4 4 5,           true",
        "1 2 S 3 4 5 6,         false",
        "1 2 3 4 5 S,           false",
        "1 2 3 4 5 D,           false",
        "1 2 3 4 5 P,           false",
        "S 1 2 3 4 5 6 7 8 9,   false",
        "1 2 C 3 4 U 5,         true",
        "1 2 3 4 5 C U,         true",
    })
    void doubtsNotFound_afterTheseAnswers_isThis(String answers, boolean doubted) {
        Instant now = START;
        QueryHistory history = QueryHistory.EMPTY;
        for (String answer : answers.split(" ")) {
            now = now.plusSeconds(60);
            history = switch (answer) {
                case "" -> history;
                case "S" -> history.after(Histories.anotherId(99), Finding.SUCCEEDED, now);
                case "D" -> history.after(Histories.anotherId(99), Finding.DECLINED, now);
                case "P" -> history.after(Histories.anotherId(99), Finding.PENDING, now);
                case "C" -> history.after(Histories.anotherId(99), Finding.INCONCLUSIVE, now);
                case "U" -> history.after(Histories.anotherId(99), Finding.UNANSWERABLE, now);
                default -> history.after(Histories.anotherId(Integer.parseInt(answer)), Finding.NOT_FOUND, now);
            };
        }

        assertThat(history.doubtsNotFound(now)).isEqualTo(doubted);
    }

    @ParameterizedTest
    @CsvSource({"PT23H59M, false", "PT24H, false", "PT24H0.001S, true", "P9D, true"})
    void doubtsNotFound_aWhileAfterSomethingWasFound_isThis(Duration later, boolean doubted) {
        QueryHistory history = QueryHistory.EMPTY.after(Histories.anotherId(99), Finding.SUCCEEDED, START);
        for (int i = 0; i < QueryHistory.ENOUGH; i++) {
            history = history.after(Histories.anotherId(i), Finding.NOT_FOUND, START.plusSeconds(i));
        }

        assertThat(history.doubtsNotFound(START.plus(later))).isEqualTo(doubted);
    }

    @Test
    void history_ofManyRequests_isBounded() {
        QueryHistory history = QueryHistory.EMPTY;
        for (int i = 0; i < 10_000; i++) {
            history = history.after(Histories.anotherId(i), Finding.NOT_FOUND, START);
        }

        assertThat(history.notFound()).hasSize(QueryHistory.ENOUGH).endsWith(Histories.anotherId(9_999));
    }
}
