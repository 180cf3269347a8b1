package dev.kakutei.sender.limit;

import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.Category;
import java.time.Duration;
import java.util.Map;

/** What kept a command waiting until it was too old to be acted on. */
public enum WaitReason {
    /** Nothing here did: it was too old when it came. */
    ARRIVAL("not_after_passed", "the command was too old when it was read"),
    /** As many calls as are allowed were under way all the time. */
    CONCURRENCY("not_after_passed", "the command grew too old while all calls that may be under way were"),
    RATE("rate_limited", "the command grew too old while it waited for its turn under the gateway's rate"),
    BREAKER("breaker_open", "the command grew too old while the circuit breaker was open: calls had failed");

    private static final Duration SECOND = Duration.ofSeconds(1);

    private final String code;
    private final String sentence;

    WaitReason(String code, String sentence) {
        this.code = code;
        this.sentence = sentence;
    }

    public String code() {
        return code;
    }

    /**
     * What is reported of a command that was held until the end. Not one byte of it left.
     *
     * @param retryAfter when another try makes sense, in the header that a gateway would use; zero where it is not known
     */
    public Answer answer(Duration retryAfter) {
        Map<String, String> headers =
                retryAfter.isZero() ? Map.of() : Map.of("retry-after", Long.toString(wholeSeconds(retryAfter)));
        return new Answer(Category.NOT_ATTEMPTED, null, code, sentence, 0, headers, null, null);
    }

    private static long wholeSeconds(Duration time) {
        return time.plus(SECOND).minusNanos(1).toSeconds();
    }
}
