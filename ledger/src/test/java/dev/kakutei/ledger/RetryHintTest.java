package dev.kakutei.ledger;

import static dev.kakutei.ledger.Histories.START;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.Category;
import dev.kakutei.schemas.Finding;
import dev.kakutei.schemas.Outcome;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** SPEC C4: Retry-After, then x-ratelimit-reset, then nothing; excessive values capped. Our clock is at 09:00:00. */
class RetryHintTest {
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "seconds                            | 120                           | -                             | -                | PT2M    | -",
                "seconds with blanks                | ' 7 '                         | -                             | -                | PT7S    | -",
                "no wait at all                     | 0                             | -                             | -                | PT0S    | -",
                "date, clocks agree                 | Mon, 05 Jan 2026 09:01:30 GMT | Mon, 05 Jan 2026 09:00:00 GMT | -                | PT1M30S | -",
                "date, no Date header               | Mon, 05 Jan 2026 09:01:30 GMT | -                             | -                | PT1M30S | -",
                "date, gateway an hour ahead        | Mon, 05 Jan 2026 10:01:30 GMT | Mon, 05 Jan 2026 10:00:00 GMT | -                | PT1M30S | -",
                "date, gateway a year behind        | Sun, 05 Jan 2025 09:00:10 GMT | Sun, 05 Jan 2025 09:00:00 GMT | -                | PT10S   | -",
                "date, unreadable Date header       | Mon, 05 Jan 2026 09:00:20 GMT | yesterday                     | -                | PT20S   | -",
                "date in the past                   | Mon, 05 Jan 2026 08:59:00 GMT | -                             | -                | PT0S    | -",
                "date in the past, reset after it   | Mon, 05 Jan 2026 08:59:00 GMT | -                             | 15               | PT15S   | -",
                "negative                           | -5                            | -                             | -                | PT0S    | INVALID",
                "negative, reset after it           | -5                            | -                             | 15               | PT15S   | INVALID",
                "fraction                           | 1.5                           | -                             | -                | PT0S    | INVALID",
                "garbage                            | soon                          | -                             | -                | PT0S    | INVALID",
                "empty                              | ''                            | -                             | -                | PT0S    | -",
                "Retry-After before reset           | 3                             | -                             | 15               | PT3S    | -",
                "reset in seconds                   | -                             | -                             | 42               | PT42S   | -",
                "reset as seconds since 1970        | -                             | -                             | 1767603660       | PT1M    | -",
                "reset as milliseconds since 1970   | -                             | -                             | 1767603660000    | PT1M    | -",
                "reset since 1970, gateway ahead    | -                             | Mon, 05 Jan 2026 09:00:30 GMT | 1767603660       | PT30S   | -",
                "reset that is over                 | -                             | -                             | 1767603540       | PT0S    | -",
                "reset negative                     | -                             | -                             | -1               | PT0S    | INVALID",
                "reset garbage                      | -                             | -                             | 1e9              | PT0S    | INVALID",
                "an hour                            | 3600                          | -                             | -                | PT1H    | -",
                "a day, capped                      | 86400                         | -                             | -                | PT1H    | TOO_LONG",
                "far date, capped                   | Fri, 31 Dec 9999 23:59:59 GMT | -                             | -                | PT1H    | TOO_LONG",
                "excessive, capped                  | 999999999999999               | -                             | -                | PT1H    | TOO_LONG",
                "excessive beyond a long, capped    | 99999999999999999999999999    | -                             | -                | PT1H    | TOO_LONG",
                "excessive reset, capped            | -                             | -                             | 9999999999999999 | PT1H    | TOO_LONG",
                "silent                             | -                             | -                             | -                | PT0S    | -",
            })
    void wish_ofHeaders_isReadAgainstTheGatewaysClockAndCapped(
            String name, String retryAfter, String date, String reset, Duration expected, ExcessiveWait excessive) {
        Map<String, String> headers = new HashMap<>();
        headers.put("retry-after", retryAfter);
        headers.put("date", date);
        headers.put("x-ratelimit-reset", reset);
        headers.values().removeIf(value -> value == null);

        assertThat(RetryHint.afterAttempt(Histories.answer(429, headers), START))
                .isEqualTo(new RetryHint(expected, excessive));
        assertThat(RetryHint.afterInquiry(Histories.answer(429, headers), START))
                .isEqualTo(new RetryHint(expected, excessive));
    }

    /** What every answer says of the rate limit asks for no wait, unless the limit is reached. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "routine                      | 200 | -    | 900   | 99  | PT0S  | -",
                "routine, remaining not given | 200 | -    | 900   | -   | PT0S  | -",
                "routine, not found           | 404 | -    | 900   | 99  | PT0S  | -",
                "routine, an error            | 500 | -    | 900   | 99  | PT0S  | -",
                "routine, for ever            | 200 | -    | 99999 | 99  | PT0S  | -",
                "routine, garbage             | 200 | -    | soon  | 99  | PT0S  | -",
                "none remain                  | 200 | -    | 900   | 0   | PT15M | -",
                "none remain, with blanks     | 404 | -    | 900   | ' 0 ' | PT15M | -",
                "none remain, for ever        | 200 | -    | 99999 | 0   | PT1H  | TOO_LONG",
                "too many requests            | 429 | -    | 900   | 99  | PT15M | -",
                "unavailable                  | 503 | -    | 900   | -   | PT15M | -",
                "no answer at all             | -   | -    | -     | -   | PT0S  | -",
                "asked for                    | 200 | 60   | 900   | 99  | PT1M  | -",
                "asked for, for years         | 200 | 31536000 | -  | -   | PT1H  | TOO_LONG",
                "asked for in vain            | 200 | soon | 900   | 99  | PT0S  | INVALID",
            })
    void wish_ofAnAnswerToAQuestion_isNotTheRoutineOfARateLimit(
            String name,
            Integer status,
            String retryAfter,
            String reset,
            String remaining,
            Duration expected,
            ExcessiveWait excessive) {
        Map<String, String> headers = new HashMap<>();
        headers.put("retry-after", retryAfter);
        headers.put("x-ratelimit-reset", reset);
        headers.put("x-ratelimit-remaining", remaining);
        headers.values().removeIf(value -> value == null);
        Answer answer = new Answer(Category.UNKNOWN, status, null, null, 0, headers, null, null);

        assertThat(RetryHint.afterInquiry(answer, START)).isEqualTo(new RetryHint(expected, excessive));
    }

    @Test
    void excessiveWait_thatAnAnswerAsksFor_isCountedOnce() {
        Answer foolish = Histories.answer(429, Map.of("retry-after", "31536000"));
        RequestRun sending =
                RequestRun.begun(Policies.QUERYABLE).attemptEnded(new Outcome.Retryable(foolish, Outcome.Doubt.NONE));
        RequestRun verifying = RequestRun.begun(Policies.QUERYABLE)
                .attemptEnded(Observations.UNKNOWN)
                .timer();
        verifying.observe(Observations.inquiry(1, Finding.PENDING, foolish));

        for (RequestRun run : List.of(sending, verifying)) {
            assertThat(run.last().effects()).contains(new Effect.CountExcessiveWait(ExcessiveWait.TOO_LONG));
            assertThat(run.untilDue()).isEqualTo(RetryHint.MAX);
            assertThat(run.effects(Effect.CountExcessiveWait.class)).hasSize(1);
        }
    }

    @Test
    void verification_ofAGatewayThatReportsItsRateLimit_keepsItsSchedule() {
        RequestRun run = RequestRun.begun(Policies.QUERYABLE)
                .attemptEnded(Observations.UNKNOWN)
                .timer();
        Answer routine = Histories.answer(200, Map.of("x-ratelimit-reset", "3000", "x-ratelimit-remaining", "41"));

        run.observe(Observations.inquiry(1, Finding.PENDING, routine));

        assertThat(run.untilDue()).isEqualTo(Duration.ofMinutes(5));
    }
}
