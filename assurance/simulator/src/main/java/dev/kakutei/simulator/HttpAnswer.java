package dev.kakutei.simulator;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** A complete HTTP answer. What is said of an effect depends on the effect alone, so it is the same after a restart. */
record HttpAnswer(int http, Map<String, String> headers, String body) {
    static final String JSON = "application/json";
    private static final String PROBLEM = "application/problem+json";

    HttpAnswer {
        headers = Map.copyOf(headers);
    }

    static HttpAnswer json(int http, String body) {
        return new HttpAnswer(http, Map.of("Content-Type", JSON), body);
    }

    static HttpAnswer value(int http, Object body) {
        return json(http, written(body));
    }

    /** An answer of the simulator itself (RFC 9457), not of the gateway it plays. */
    static HttpAnswer problem(int http, String title, String detail) {
        ObjectNode body = SimulatorJson.MAPPER.createObjectNode();
        body.put("type", "about:blank").put("title", title).put("status", http).put("detail", detail);
        return new HttpAnswer(http, Map.of("Content-Type", PROBLEM), written(body));
    }

    /** To a post: 201 for what is done, 202 for what is pending, 402 for what is refused. */
    static HttpAnswer decided(Subject subject, RecordedEffect effect) {
        int http = switch (effect.status()) {
            case AUTHORIZED, FILLED -> 201;
            case PENDING -> 202;
            case DECLINED -> 402;
            case NOT_FOUND -> throw new IllegalArgumentException("nothing is decided as NOT_FOUND");
        };
        return value(http, effectBody(subject, effect));
    }

    static HttpAnswer found(Subject subject, RecordedEffect effect) {
        return value(200, effectBody(subject, effect));
    }

    static HttpAnswer status(int http, Subject subject, GatewayStatus status) {
        ObjectNode body = SimulatorJson.MAPPER.createObjectNode();
        body.put("reference", subject.reference()).put("status", status.name());
        return value(http, body);
    }

    private static ObjectNode effectBody(Subject subject, RecordedEffect effect) {
        ObjectNode body = SimulatorJson.MAPPER.createObjectNode();
        body.put("id", effect.id()).put("reference", subject.reference());
        body.put("status", effect.status().name());
        putIfPresent(body, "instrument", effect.instrument());
        putIfPresent(body, "quantity", effect.quantity());
        putIfPresent(body, "amount", effect.amount());
        putIfPresent(body, "currency", effect.currency());
        if (effect.status() == GatewayStatus.DECLINED) {
            body.putObject("error").put("code", subject.kind().declined()).put("message", "declined by the gateway");
        }
        return body;
    }

    private static void putIfPresent(ObjectNode body, String field, String value) {
        if (value != null) {
            body.put(field, value);
        }
    }

    /** What a behaviour says, whatever the truth. */
    static HttpAnswer said(Behaviour behaviour, Subject subject, Instant now) {
        return switch (behaviour.act()) {
            case INVALID -> error(behaviour, 400, "invalid_request");
            case ERROR_BEFORE, ERROR_AFTER -> error(behaviour, 500, "gateway_error");
            case HANG_BEFORE -> error(behaviour, 504, "gateway_timeout");
            case OK_WITH_ERROR -> json(200, behaviour.body().json());
            case BUSY ->
                value(429, errorBody("rate_limited")).with(behaviour.hint().headers(behaviour.retryAfter(), now));
            case PENDING -> status(200, subject, GatewayStatus.PENDING);
            case NOT_FOUND -> status(404, subject, GatewayStatus.NOT_FOUND);
            case MAINTENANCE -> json(200, "{\"message\":\"down for maintenance, back soon\"}");
            case OK, DELAY, DECLINE, DROP_BEFORE, DROP_AFTER, HANG_AFTER, APPLY_LATER ->
                throw new IllegalArgumentException(behaviour.act() + " says nothing of its own");
        };
    }

    private static HttpAnswer error(Behaviour behaviour, int http, String code) {
        int status = behaviour.http() == null ? http : behaviour.http();
        return value(status, errorBody(behaviour.code() == null ? code : behaviour.code()));
    }

    static ObjectNode errorBody(String code) {
        ObjectNode body = SimulatorJson.MAPPER.createObjectNode();
        body.putObject("error").put("code", code).put("message", code.replace('_', ' '));
        return body;
    }

    HttpAnswer with(Map<String, String> more) {
        Map<String, String> all = new HashMap<>(headers);
        all.putAll(more);
        return new HttpAnswer(http, all, body);
    }

    byte[] bytes() {
        return body.getBytes(StandardCharsets.UTF_8);
    }

    private static String written(Object body) {
        try {
            return SimulatorJson.MAPPER.writeValueAsString(body);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("not writable as JSON", e);
        }
    }
}
