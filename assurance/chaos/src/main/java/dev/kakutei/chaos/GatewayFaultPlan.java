package dev.kakutei.chaos;

import java.time.Duration;
import java.util.List;

/** What the gateways promise in a chaos run, and how their simulator behaves within that promise. */
final class GatewayFaultPlan {
    /** How long the simulator's look-ups lag behind its effects. */
    static final Duration VISIBILITY_LAG = Duration.ofSeconds(1);

    /** Before the gateways: large payments wait for a second person. */
    static final String APPROVALS = "approvals: [{name: large-payments, kinds: [payment], at_least: {JPY: \""
            + CallerRequest.HELD_FROM + "\"}}]\n";

    static final List<String> NAMES = List.of("forgiving", "queryable", "neither");

    /** Before a person is asked; enough for one whose posts vanish several times. */
    private static final int QUESTIONS = 60;

    private GatewayFaultPlan() {}

    /**
     * Three gateways of three classes, which are one simulator. Everything that the simulator and the network do to a post
     * stays within the settling time: longer, and the gateway would have broken its word. It is as short as that allows,
     * and questions follow each other closely, because "not found" is believed only after it has passed twice: rest after
     * healing is to show how long the services need, not how long they were configured to wait.
     */
    static String gateways(int port) {
        String shared = """
                    url: http://127.0.0.1:%d
                    network: {allow: [loopback]}
                    paths: {order: /orders, payment: /payments}
                    response_success_criteria: {conditions: [{path: $.status, operation: in, value: [AUTHORIZED, FILLED]}]}
                    call_timeout: 2s
                    send_window: 4s
                    concurrency: 32
                    breaker: {open_for: 1s}
                """.formatted(port).indent(0);
        String asking = """
                    status_query:
                      paths: {order: "/orders/{request_id}", payment: "/payments/{request_id}"}
                      succeeded: [AUTHORIZED, FILLED]
                      declined: [DECLINED, REJECTED]
                      pending: [PENDING]
                    verification:
                      after: [1s, 2s%s]
                      settling_time: 6s
                      misses: 2
                      not_found: resend
                """.formatted(", 3s".repeat(QUESTIONS - 2)).indent(0);
        return "default: forgiving\ngateways:\n"
                + "  forgiving:\n    class: idempotent\n    idempotency: {header: Idempotency-Key, ttl: 24h}\n" + shared
                + asking + "    retry: {first: 500ms, cap: 4s, attempts: 30}\n"
                + "  queryable:\n    class: queryable\n" + shared + asking
                + "    retry: {first: 500ms, cap: 4s, attempts: 30}\n"
                + "  neither:\n    class: neither\n" + shared + "    retry: {first: 500ms, cap: 4s, attempts: 30}\n"
                // Its journal is compared as soon as those of the others.
                + "    verification: {settling_time: 6s}\n";
    }

    /** About a fifth of all posts end in a way that does not show the outcome. Look-ups are slow, busy and broken, and never lie. */
    static String mix(long seed) {
        return """
                {"seed": %d,
                 "posts": [
                  {"probability": 0.05, "behaviour": {"act": "DROP_AFTER"}},
                  {"probability": 0.03, "behaviour": {"act": "DROP_BEFORE"}},
                  {"probability": 0.03, "behaviour": {"act": "ERROR_AFTER"}},
                  {"probability": 0.02, "behaviour": {"act": "ERROR_AFTER", "http": 408}},
                  {"probability": 0.03, "behaviour": {"act": "ERROR_BEFORE", "http": 503}},
                  {"probability": 0.02, "behaviour": {"act": "HANG_AFTER", "hold": {"min_ms": 500, "max_ms": 4000}}},
                  {"probability": 0.01, "behaviour": {"act": "HANG_BEFORE", "hold": {"min_ms": 1500, "max_ms": 2500}, "then": "ANSWER"}},
                  {"probability": 0.01, "behaviour": {"act": "APPLY_LATER", "apply_after": {"min_ms": 200, "max_ms": 2500}, "hold": 300}},
                  {"probability": 0.02, "behaviour": {"act": "PENDING", "settle_after": {"min_ms": 200, "max_ms": 3000}}},
                  {"probability": 0.01, "behaviour": {"act": "PENDING", "settle_after": 1000, "settles_to": "DECLINED"}},
                  {"probability": 0.02, "behaviour": {"act": "BUSY", "retry_after": 1}},
                  {"probability": 0.01, "behaviour": {"act": "BUSY", "retry_after": 2, "hint": "HTTP_DATE"}},
                  {"probability": 0.02, "behaviour": {"act": "DECLINE"}},
                  {"probability": 0.01, "behaviour": {"act": "INVALID"}},
                  {"probability": 0.01, "behaviour": {"act": "OK_WITH_ERROR"}},
                  {"probability": 0.20, "behaviour": {"act": "DELAY", "delay_before": {"mean_ms": 60, "max_ms": 1500}, "delay_after": {"mean_ms": 40, "max_ms": 1500}}}],
                 "lookups": [
                  {"probability": 0.05, "behaviour": {"act": "PENDING"}},
                  {"probability": 0.04, "behaviour": {"act": "MAINTENANCE"}},
                  {"probability": 0.04, "behaviour": {"act": "ERROR_BEFORE", "http": 500}},
                  {"probability": 0.04, "behaviour": {"act": "DROP_BEFORE"}},
                  {"probability": 0.02, "behaviour": {"act": "BUSY", "retry_after": 1}},
                  {"probability": 0.01, "behaviour": {"act": "HANG_BEFORE", "hold": 3000}},
                  {"probability": 0.10, "behaviour": {"act": "DELAY", "delay_before": {"mean_ms": 80, "max_ms": 1500}}}]}
                """.formatted(seed);
    }

    /**
     * After the healing: answers are still lost, and nothing vanishes any more. What is sent then takes effect, and a
     * question finds it, so that rest does not depend on how often one request has bad luck.
     */
    static String mild(long seed) {
        return """
                {"seed": %d,
                 "posts": [
                  {"probability": 0.08, "behaviour": {"act": "DROP_AFTER"}},
                  {"probability": 0.05, "behaviour": {"act": "ERROR_AFTER"}},
                  {"probability": 0.02, "behaviour": {"act": "HANG_AFTER", "hold": {"min_ms": 500, "max_ms": 4000}}},
                  {"probability": 0.02, "behaviour": {"act": "DECLINE"}}],
                 "lookups": []}
                """.formatted(seed);
    }
}
