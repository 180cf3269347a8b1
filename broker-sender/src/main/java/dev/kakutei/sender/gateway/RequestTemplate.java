package dev.kakutei.sender.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakutei.schemas.Command;
import dev.kakutei.schemas.codec.Json;
import dev.kakutei.schemas.gateway.Gateway;
import java.net.URI;
import java.net.URLEncoder;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Turns a command into the request that goes over the wire. One fixed form for every gateway; a template of the
 * gateway's own will take its place here.
 */
final class RequestTemplate {
    private static final String REFERENCE = "{reference}";
    private static final List<String> ORDER =
            List.of("account", "instrument", "side", "quantity", "order_type", "limit_price", "currency", "metadata");
    private static final List<String> PAYMENT = List.of("amount", "currency", "payment_method", "metadata");

    private RequestTemplate() {}

    /** Empty where the gateway does not offer this kind of request. */
    static Optional<Outgoing> send(Gateway gateway, Command.Send command) {
        String path = gateway.paths().get(command.kind());
        if (path == null) {
            return Optional.empty();
        }
        Map<String, String> headers = headers(command);
        headers.put("Content-Type", "application/json");
        headers.put("Kakutei-Attempt", Integer.toString(command.attempt()));
        if (gateway.idempotencyHeader() != null) {
            headers.put(gateway.idempotencyHeader(), command.requestId().toString());
        }
        return Optional.of(new Outgoing("POST", address(gateway, path), headers, body(command), timeout(command)));
    }

    /** Empty where the gateway cannot be asked about this kind of request. */
    static Optional<Outgoing> inquire(Gateway gateway, Command.Inquire command) {
        if (gateway.statusQuery() == null) {
            return Optional.empty();
        }
        String path = gateway.statusQuery().paths().get(command.kind());
        if (path == null) {
            return Optional.empty();
        }
        String reference = URLEncoder.encode(command.requestId().toString(), UTF_8);
        URI uri = address(gateway, path.replace(REFERENCE, reference));
        return Optional.of(new Outgoing("GET", uri, headers(command), null, timeout(command)));
    }

    private static Map<String, String> headers(Command command) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Accept", "application/json");
        if (command.traceparent() != null) {
            headers.put("traceparent", command.traceparent());
        }
        return headers;
    }

    private static byte[] body(Command.Send command) {
        JsonNode document = command.request();
        ObjectNode body = Json.MAPPER.createObjectNode();
        body.put("reference", command.requestId().toString());
        List<String> fields = switch (command.kind()) {
            case ORDER -> ORDER;
            case PAYMENT -> {
                copy(document, "reference", body, "merchant_reference");
                yield PAYMENT;
            }
        };
        fields.forEach(field -> copy(document, field, body, field));
        try {
            return Json.MAPPER.writeValueAsBytes(body);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree of JSON cannot be written", e);
        }
    }

    private static void copy(JsonNode from, String name, ObjectNode to, String as) {
        if (from.hasNonNull(name)) {
            to.set(as, from.get(name));
        }
    }

    private static URI address(Gateway gateway, String path) {
        String base = gateway.url().toString();
        return URI.create((base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + path);
    }

    private static Duration timeout(Command command) {
        return Duration.ofMillis(command.callTimeoutMillis());
    }
}
