package dev.kakutei.ledger;

import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.RetryHintHeaders;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * How long a gateway asks to wait before the next call, up to {@link #MAX} (SPEC C4).
 *
 * @param after zero where it asks for nothing
 * @param excessive why the wait is not kept as asked; null where it is
 */
record RetryHint(Duration after, ExcessiveWait excessive) {
    /** A gateway that asks for longer is called again after this. */
    static final Duration MAX = Duration.ofHours(1);

    private static final RetryHint NOTHING = new RetryHint(Duration.ZERO, null);
    private static final String RESET = "x-ratelimit-reset";
    private static final String REMAINING = "x-ratelimit-remaining";

    /** What was answered to an attempt that is to be repeated. */
    static RetryHint afterAttempt(Answer answer, Instant now) {
        return of(answer.headers(), now);
    }

    /**
     * What was answered to a question. Many gateways say with every answer when the present window of their rate limit
     * ends; only where the limit is reached does that ask to wait. Verification would crawl from window to window
     * otherwise.
     */
    static RetryHint afterInquiry(Answer answer, Instant now) {
        if (!answer.headers().containsKey(RESET) || isLimited(answer)) {
            return of(answer.headers(), now);
        }
        Map<String, String> heeded = new HashMap<>(answer.headers());
        heeded.remove(RESET);
        return of(heeded, now);
    }

    private static boolean isLimited(Answer answer) {
        Integer status = answer.statusCode();
        return (status != null && (status == 429 || status == 503))
                || "0".equals(answer.headers().getOrDefault(REMAINING, "").trim());
    }

    private static RetryHint of(Map<String, String> headers, Instant now) {
        if (headers.isEmpty()) {
            return NOTHING;
        }
        Duration asked = RetryHintHeaders.requestedWait(headers, now).orElse(Duration.ZERO);
        if (asked.compareTo(MAX) > 0) {
            return new RetryHint(MAX, ExcessiveWait.TOO_LONG);
        }
        return new RetryHint(asked, RetryHintHeaders.isInvalid(headers) ? ExcessiveWait.INVALID : null);
    }
}
