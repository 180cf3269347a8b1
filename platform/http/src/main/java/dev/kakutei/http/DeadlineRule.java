package dev.kakutei.http;

import java.time.Duration;
import java.util.List;

/**
 * How long a caller waits (SPEC A6): as the caller says, else {@code fallback}, never longer than {@code cap}. The
 * deadline ends the waiting, never the work.
 */
public record DeadlineRule(Duration fallback, Duration cap) {
    public static final String HEADER = "Connect-Timeout-Ms";
    private static final int MAX_DIGITS = 12;

    public DeadlineRule {
        if (fallback.isNegative() || fallback.isZero() || cap.compareTo(fallback) < 0) {
            throw new IllegalArgumentException("a deadline of " + fallback + " with a cap of " + cap);
        }
    }

    /** @param headers every one that came; two of them say nothing, even if they agree */
    public Duration waiting(List<String> headers) {
        String digits = headers.size() == 1 ? headers.get(0).strip() : "";
        if (digits.isEmpty() || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return fallback;
        }
        String significant = digits.replaceFirst("^0+", "");
        if (significant.isEmpty()) {
            return fallback;
        }
        if (significant.length() > MAX_DIGITS) {
            return cap;
        }
        Duration asked = Duration.ofMillis(Long.parseLong(significant));
        return asked.compareTo(cap) > 0 ? cap : asked;
    }
}
