package dev.kakutei.ingest.action;

import dev.kakutei.ingest.admit.DeadlineRule;
import java.time.Duration;

/**
 * How long orders are waited for, and how many.
 *
 * @param deadlines how long who gave an order waits for what becomes of it
 * @param most orders that may be waited for at once; comments have places of their own
 */
public record ActionConfig(DeadlineRule deadlines, int most) {
    /** For Kafka to acknowledge an order. What is not acknowledged then may have been written all the same. */
    static final Duration PUBLISHING = Duration.ofSeconds(5);
    /** Nobody waits longer for a comment: everybody who sees a request may make one. */
    static final Duration COMMENTING = Duration.ofSeconds(10);

    /** Comments that may be waited for at once: a tenth of the orders, and none of their places. */
    int mostComments() {
        return Math.max(1, most / 10);
    }
}
