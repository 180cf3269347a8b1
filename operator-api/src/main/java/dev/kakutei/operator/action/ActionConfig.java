package dev.kakutei.operator.action;

import dev.kakutei.http.DeadlineRule;
import java.time.Duration;

/**
 * How long actions are waited for, and how many.
 *
 * @param deadlines how long who requested an action waits for what becomes of it
 * @param max actions that may be waited for at once; comments have places of their own
 */
public record ActionConfig(DeadlineRule deadlines, int max) {
    /** For Kafka to acknowledge an action. What is not acknowledged then may have been written all the same. */
    static final Duration PUBLISHING = Duration.ofSeconds(5);
    /** No client waits longer for a comment: everyone who sees a request may make one. */
    static final Duration COMMENTING = Duration.ofSeconds(10);

    /** Comments that may be waited for at once: a tenth of the actions, and none of their places. */
    int maxComments() {
        return Math.max(1, max / 10);
    }
}
