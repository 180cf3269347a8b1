package dev.kakutei.schemas.gateway;

import static java.util.Objects.requireNonNull;

import dev.kakutei.schemas.RequestKind;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One gateway as its integrator described it.
 *
 * @param paths where each kind of request is posted; a kind without a path is not offered by this gateway
 * @param idempotencyHeader the header that carries our key; null where the gateway knows none
 * @param idempotencyTtl how long the gateway remembers a key; null where it knows none
 * @param sendWindow how long after its issue a send command may still be begun
 * @param concurrency how many calls may be under way at once
 */
public record Gateway(
        String name,
        GatewayClass gatewayClass,
        URI url,
        Map<RequestKind, String> paths,
        String idempotencyHeader,
        Duration idempotencyTtl,
        Duration callTimeout,
        Duration sendWindow,
        int concurrency,
        Retry retry,
        Verification verification,
        StatusQuery statusQuery) {
    public Gateway {
        requireNonNull(name, "name");
        requireNonNull(gatewayClass, "class");
        requireNonNull(url, "url");
        requireNonNull(callTimeout, "call_timeout");
        requireNonNull(sendWindow, "send_window");
        requireNonNull(retry, "retry");
        requireNonNull(verification, "verification");
        paths = Map.copyOf(paths);
    }

    /** How attempts are spaced: {@code first}, doubled each time up to {@code cap} (SPEC C2). */
    public record Retry(int attempts, Duration first, Duration cap, Jitter jitter) {
        public Retry {
            requireNonNull(first, "first");
            requireNonNull(cap, "cap");
            requireNonNull(jitter, "jitter");
        }
    }

    /** How a waiting time is spread, so that a thousand requests that failed together do not return together. */
    public enum Jitter {
        NONE,
        /** Between half of the waiting time and all of it. */
        EQUAL,
        /** Between nothing and all of it. */
        FULL
    }

    /**
     * How an unknown outcome is looked into (SPEC C5, C6).
     *
     * @param after the waiting time before each inquiry; when the list is used up, a person is called
     * @param settlingTime since the last possible send; before that, "not found" proves nothing
     * @param misses how many times "not found" must be heard after the settling time before it is believed
     */
    public record Verification(List<Duration> after, Duration settlingTime, int misses, NotFound notFound) {
        public Verification {
            after = List.copyOf(after);
            requireNonNull(settlingTime, "settling_time");
            requireNonNull(notFound, "not_found");
        }
    }

    /** What a believed "not found" leads to. */
    public enum NotFound {
        FAIL,
        RESEND
    }

    /** Where a request's state can be asked for, and what the gateway's words for it mean. */
    public record StatusQuery(
            Map<RequestKind, String> paths, Set<String> succeeded, Set<String> declined, Set<String> pending) {
        public StatusQuery {
            paths = Map.copyOf(paths);
            succeeded = Set.copyOf(succeeded);
            declined = Set.copyOf(declined);
            pending = Set.copyOf(pending);
        }
    }
}
