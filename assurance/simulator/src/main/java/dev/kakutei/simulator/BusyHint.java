package dev.kakutei.simulator;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;

/** How a 429 says when to retry. {@code x-ratelimit-reset} is in seconds since the epoch. */
public enum BusyHint {
    SECONDS,
    HTTP_DATE,
    RESET,
    SECONDS_AND_RESET,
    NONE;

    /** Two digits for the day, which RFC 9110 asks for and the JDK's RFC_1123 formatter does not write. */
    private static final DateTimeFormatter IMF_FIXDATE = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);

    Map<String, String> headers(int seconds, Instant now) {
        // Rounded up to the second, as both forms are, so that a client that obeys is never too early.
        Instant until = Instant.ofEpochSecond(now.getEpochSecond() + seconds + (now.getNano() == 0 ? 0 : 1));
        String reset = Long.toString(until.getEpochSecond());
        return switch (this) {
            case SECONDS -> Map.of("Retry-After", Integer.toString(seconds));
            case HTTP_DATE -> Map.of("Retry-After", IMF_FIXDATE.format(until));
            case RESET -> Map.of("x-ratelimit-reset", reset);
            case SECONDS_AND_RESET -> Map.of("Retry-After", Integer.toString(seconds), "x-ratelimit-reset", reset);
            case NONE -> Map.of();
        };
    }
}
