package dev.kakutei.operator.summary;

import static java.util.Objects.requireNonNull;

import dev.kakutei.boot.thread.Backoff;
import dev.kakutei.schemas.gateway.Secret;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Which summariser is asked, and how.
 *
 * @param token sent as a bearer token, by reference; empty for none
 * @param allow addresses that the host may have though they are not public
 * @param timeout for one call, all of it
 * @param attempts calls for one submission, over all instances and their lives
 * @param concurrency calls of this instance at once
 * @param name as what the timeline shows it
 */
public record SummariserConfig(
        URI url,
        Optional<Secret> token,
        List<String> allow,
        Duration timeout,
        int attempts,
        int concurrency,
        String name) {
    /** Of its answer; a summary has far less. */
    static final int MAX_ANSWER_BYTES = 64 * 1024;
    /** What has waited longer is given up: the approver has read the request itself by then. */
    static final Duration GIVE_UP = Duration.ofHours(24);
    /** For the action to be carried out; otherwise it is checked again later. */
    static final Duration ATTACHING = Duration.ofSeconds(10);
    /** Beyond the times of a call and an action: then the process that took the job is taken for dead. */
    private static final Duration MARGIN = Duration.ofSeconds(20);

    private static final Duration FIRST_PAUSE = Duration.ofSeconds(10);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(10);

    public SummariserConfig {
        requireNonNull(url, "url");
        requireNonNull(token, "token");
        allow = List.copyOf(allow);
        requireNonNull(timeout, "timeout");
        requireNonNull(name, "name");
        if (attempts < 1 || concurrency < 1) {
            throw new IllegalArgumentException("a summariser is called at least once, one call at a time");
        }
    }

    /** How long a job is left to the instance that took it. */
    Duration lease() {
        return timeout.plus(ATTACHING).plus(MARGIN);
    }

    /** Before the next call, after so many. */
    Duration pauseAfter(int calls) {
        return new Backoff(FIRST_PAUSE, LONGEST_PAUSE).after(calls);
    }
}
