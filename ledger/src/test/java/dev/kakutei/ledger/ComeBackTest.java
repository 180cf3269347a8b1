package dev.kakutei.ledger;

import static dev.kakutei.ledger.Histories.START;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** SPEC C4: Retry-After, then x-ratelimit-reset, then nothing; absurd values capped. Our clock is at 09:00:00. */
class ComeBackTest {
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "seconds                            | 120                           | -                             | -                | PT2M",
                "seconds with blanks                | ' 7 '                         | -                             | -                | PT7S",
                "no wait at all                     | 0                             | -                             | -                | PT0S",
                "date, clocks agree                 | Mon, 05 Jan 2026 09:01:30 GMT | Mon, 05 Jan 2026 09:00:00 GMT | -                | PT1M30S",
                "date, no Date header               | Mon, 05 Jan 2026 09:01:30 GMT | -                             | -                | PT1M30S",
                "date, gateway an hour ahead        | Mon, 05 Jan 2026 10:01:30 GMT | Mon, 05 Jan 2026 10:00:00 GMT | -                | PT1M30S",
                "date, gateway a year behind        | Sun, 05 Jan 2025 09:00:10 GMT | Sun, 05 Jan 2025 09:00:00 GMT | -                | PT10S",
                "date, unreadable Date header       | Mon, 05 Jan 2026 09:00:20 GMT | yesterday                     | -                | PT20S",
                "date in the past                   | Mon, 05 Jan 2026 08:59:00 GMT | -                             | -                | -",
                "date in the past, reset after it   | Mon, 05 Jan 2026 08:59:00 GMT | -                             | 15               | PT15S",
                "negative                           | -5                            | -                             | -                | -",
                "negative, reset after it           | -5                            | -                             | 15               | PT15S",
                "fraction                           | 1.5                           | -                             | -                | -",
                "garbage                            | soon                          | -                             | -                | -",
                "empty                              | ''                            | -                             | -                | -",
                "Retry-After before reset           | 3                             | -                             | 15               | PT3S",
                "reset in seconds                   | -                             | -                             | 42               | PT42S",
                "reset as seconds since 1970        | -                             | -                             | 1767603660       | PT1M",
                "reset as milliseconds since 1970   | -                             | -                             | 1767603660000    | PT1M",
                "reset since 1970, gateway ahead    | -                             | Mon, 05 Jan 2026 09:00:30 GMT | 1767603660       | PT30S",
                "reset that is over                 | -                             | -                             | 1767603540       | -",
                "reset negative                     | -                             | -                             | -1               | -",
                "reset garbage                      | -                             | -                             | 1e9              | -",
                "an hour                            | 3600                          | -                             | -                | PT1H",
                "a day, capped                      | 86400                         | -                             | -                | PT1H",
                "far date, capped                   | Fri, 31 Dec 9999 23:59:59 GMT | -                             | -                | PT1H",
                "absurd, capped                     | 999999999999999               | -                             | -                | PT1H",
                "absurd beyond a long, capped       | 99999999999999999999999999    | -                             | -                | PT1H",
                "absurd reset, capped               | -                             | -                             | 9999999999999999 | PT1H",
                "silent                             | -                             | -                             | -                | -",
            })
    void wish_ofHeaders_isReadAgainstTheGatewaysClockAndCapped(
            String name, String retryAfter, String date, String reset, Duration expected) {
        Map<String, String> headers = new HashMap<>();
        headers.put("retry-after", retryAfter);
        headers.put("date", date);
        headers.put("x-ratelimit-reset", reset);
        headers.values().removeIf(value -> value == null);

        assertThat(ComeBack.wish(Histories.answer(429, headers), START).orElse(null))
                .isEqualTo(expected);
    }
}
