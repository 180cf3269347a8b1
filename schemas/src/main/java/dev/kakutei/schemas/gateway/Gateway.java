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
 * @param idempotency what the gateway does with our key
 * @param times how long its calls may take
 * @param statusQuery null where the gateway cannot be asked
 */
public record Gateway(
        String name,
        GatewayClass gatewayClass,
        URI url,
        Map<RequestKind, String> paths,
        Idempotency idempotency,
        Times times,
        CallSettings callSettings,
        AnswerRules answerRules,
        Limits limits,
        Retry retry,
        Verification verification,
        StatusQuery statusQuery) {
    private static final Duration MIN_CALL_TIMEOUT = Duration.ofSeconds(5);

    public Gateway {
        requireNonNull(name, "name");
        requireNonNull(gatewayClass, "class");
        requireNonNull(url, "url");
        requireNonNull(idempotency, "idempotency");
        requireNonNull(times, "times");
        requireNonNull(callSettings, "call_settings");
        requireNonNull(answerRules, "answer_rules");
        requireNonNull(limits, "limits");
        requireNonNull(retry, "retry");
        requireNonNull(verification, "verification");
        paths = Map.copyOf(paths);
    }

    /** What a call is given at least where the file does not say: enough for most gateways to answer. */
    public static Duration minCallTimeoutOf(Duration callTimeout) {
        return callTimeout.compareTo(MIN_CALL_TIMEOUT) < 0 ? callTimeout : MIN_CALL_TIMEOUT;
    }

    /** The same, with more addresses that may be connected to: those that the installation allows to all. */
    public Gateway allowing(List<String> addresses) {
        return new Gateway(
                name,
                gatewayClass,
                url,
                paths,
                idempotency,
                times,
                callSettings.allowing(addresses),
                answerRules,
                limits,
                retry,
                verification,
                statusQuery);
    }

    /** The header that carries our key; null where the gateway knows none. */
    public String idempotencyHeader() {
        return idempotency.header();
    }

    /** How long the gateway remembers a key; null where it knows none. */
    public Duration idempotencyTtl() {
        return idempotency.ttl();
    }

    public Duration callTimeout() {
        return times.callTimeout();
    }

    /** What a call is given at least, however soon its caller stops waiting. */
    public Duration minCallTimeout() {
        return times.minCallTimeout();
    }

    /** How long after its issue a send command may still be begun. */
    public Duration sendWindow() {
        return times.sendWindow();
    }

    /** Both are null where the gateway knows no key. */
    public record Idempotency(String header, Duration ttl) {}

    /** @param minCallTimeout never above callTimeout */
    public record Times(Duration callTimeout, Duration minCallTimeout, Duration sendWindow) {
        public Times {
            requireNonNull(callTimeout, "call_timeout");
            requireNonNull(minCallTimeout, "min_call_timeout");
            requireNonNull(sendWindow, "send_window");
        }
    }

    /** How attempts are spaced: {@code first}, doubled each time up to {@code cap} (SPEC C2). */
    public record Retry(int attempts, Duration first, Duration cap, Jitter jitter) {
        public Retry {
            requireNonNull(first, "first");
            requireNonNull(cap, "cap");
            requireNonNull(jitter, "jitter");
        }
    }

    /**
     * How a waiting time is spread, so that a thousand requests that failed together do not return together. With {@link
     * #NONE} and {@link #ADDITIVE} an attempt is never made before its waiting time is over (SPEC C2).
     */
    public enum Jitter {
        NONE,
        /** Between half of the waiting time and all of it. */
        EQUAL,
        /** Between nothing and all of it. */
        FULL,
        /** Between the waiting time and a quarter more. */
        ADDITIVE
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

    /**
     * Where a request's state can be asked for, and what the gateway's words for it mean. The criteria are asked first, in
     * the order not found, pending, declined, succeeded; where none holds, the word at {@code statusPath} decides.
     *
     * @param statusPath where the gateway's word for the state is
     * @param notFoundWords beside a 404, which means it where there are no criteria for it
     * @param same where the answer names the request, the amount and the currency
     */
    public record StatusQuery(
            Map<RequestKind, String> paths,
            String statusPath,
            Set<String> succeeded,
            Set<String> declined,
            Set<String> pending,
            Set<String> notFoundWords,
            Criteria succeededCriteria,
            Criteria declinedCriteria,
            Criteria pendingCriteria,
            Criteria notFoundCriteria,
            Same same) {
        public StatusQuery {
            paths = Map.copyOf(paths);
            requireNonNull(statusPath, "status");
            succeeded = Set.copyOf(succeeded);
            declined = Set.copyOf(declined);
            pending = Set.copyOf(pending);
            notFoundWords = Set.copyOf(notFoundWords);
            requireNonNull(succeededCriteria, "succeeded_criteria");
            requireNonNull(declinedCriteria, "declined_criteria");
            requireNonNull(pendingCriteria, "pending_criteria");
            requireNonNull(notFoundCriteria, "not_found_criteria");
            requireNonNull(same, "same");
        }

        /** Whether a request of this kind can be asked about only once the gateway's own reference is known. */
        public boolean asksByGatewayReference(RequestKind kind) {
            return paths.containsKey(kind)
                    && PathsReader.holes(paths.get(kind)).contains(ReferenceNames.GATEWAY_REFERENCE);
        }
    }

    /** Where an answer names what was asked about. What is there must be ours, or the answer is inconclusive (SPEC C6). */
    public record Same(String referencePath, String amountPath, String currencyPath) {
        public Same {
            requireNonNull(referencePath, "reference");
            requireNonNull(amountPath, "amount");
            requireNonNull(currencyPath, "currency");
        }
    }
}
