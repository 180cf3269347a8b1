package dev.kakutei.schemas;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.Optional;

/**
 * How long a gateway asks us to wait (SPEC C4): {@code Retry-After} in seconds or as a date, then
 * {@code x-ratelimit-reset} in seconds or as a time since 1970. Dates are read against the gateway's own {@code Date},
 * so that a clock that differs from ours does not matter. Nothing is capped here: whoever waits
 * applies its own maximum.
 */
public final class RetryHintHeaders {
    /** A reset value above this is a time since 1970 in seconds; below it, a number of seconds from now. */
    private static final long EPOCH_SECONDS = 1_000_000_000L;

    private static final long EPOCH_MILLIS = 100_000_000_000L;

    /** What fits into a time without overflow; a longer number is excessive, and is shortened to one that is, too. */
    private static final int MAX_DIGITS = 15;

    private static final long EXCESSIVE = 999_999_999_999_999L;

    private RetryHintHeaders() {}

    /**
     * How long from {@code now} the gateway asks to wait; empty where it does not say, or not in a form that can be
     * read.
     *
     * @param headers of its answer, names in lower case
     */
    public static Optional<Duration> requestedWait(Map<String, String> headers, Instant now) {
        Instant gatewayNow = date(headers.get("date")).orElse(now);
        return retryAfter(headers.get("retry-after"), gatewayNow)
                .or(() -> reset(headers.get("x-ratelimit-reset"), gatewayNow));
    }

    /** Whether a header is set to what is neither a number nor a date, and so cannot be read. */
    public static boolean isInvalid(Map<String, String> headers) {
        String retryAfter = headers.get("retry-after");
        return (isSaid(retryAfter)
                        && seconds(retryAfter).isEmpty()
                        && date(retryAfter).isEmpty())
                || (isSaid(headers.get("x-ratelimit-reset"))
                        && seconds(headers.get("x-ratelimit-reset")).isEmpty());
    }

    private static boolean isSaid(String value) {
        return value != null && !value.isBlank();
    }

    private static Optional<Duration> retryAfter(String value, Instant gatewayNow) {
        return seconds(value)
                .map(Duration::ofSeconds)
                .or(() -> date(value).map(at -> Duration.between(gatewayNow, at)))
                .filter(wait -> !wait.isNegative());
    }

    private static Optional<Duration> reset(String value, Instant gatewayNow) {
        return seconds(value)
                .map(number -> {
                    if (number >= EPOCH_MILLIS) {
                        return Duration.between(gatewayNow, Instant.ofEpochMilli(number));
                    }
                    return number >= EPOCH_SECONDS
                            ? Duration.between(gatewayNow, Instant.ofEpochSecond(number))
                            : Duration.ofSeconds(number);
                })
                .filter(wait -> !wait.isNegative());
    }

    private static Optional<Long> seconds(String value) {
        if (value == null || value.isBlank()) {
            return Optional.empty();
        }
        String digits = value.trim();
        if (!digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return Optional.empty();
        }
        return Optional.of(digits.length() > MAX_DIGITS ? EXCESSIVE : Long.parseLong(digits));
    }

    private static Optional<Instant> date(String value) {
        if (value == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(ZonedDateTime.parse(value.trim(), DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant());
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}
