package dev.kakutei.ledger;

import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.ComeBackHeaders;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * How long a gateway's wish to be left alone is believed (SPEC C4).
 *
 * @param after zero where it asks for nothing
 * @param absurd what is not kept as it was asked; null for nothing
 */
record ComeBack(Duration after, AbsurdWait absurd) {
    /** Nobody is believed who asks for longer. */
    static final Duration MOST = Duration.ofHours(1);

    private static final ComeBack NOTHING = new ComeBack(Duration.ZERO, null);
    private static final String RESET = "x-ratelimit-reset";
    private static final String REMAINING = "x-ratelimit-remaining";

    /** What was answered to an attempt that is to be repeated. */
    static ComeBack afterAttempt(Answer answer, Instant now) {
        return of(answer.headers(), now);
    }

    /**
     * What was answered to a question. Many gateways tell with every answer when the present window of their rate limit
     * ends; only where the limit is reached is that a wish. Verification would crawl from window to window otherwise.
     */
    static ComeBack afterInquiry(Answer answer, Instant now) {
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

    private static ComeBack of(Map<String, String> headers, Instant now) {
        if (headers.isEmpty()) {
            return NOTHING;
        }
        Duration asked = ComeBackHeaders.wish(headers, now).orElse(Duration.ZERO);
        if (asked.compareTo(MOST) > 0) {
            return new ComeBack(MOST, AbsurdWait.TOO_LONG);
        }
        return new ComeBack(asked, ComeBackHeaders.isSenseless(headers) ? AbsurdWait.SENSELESS : null);
    }
}
