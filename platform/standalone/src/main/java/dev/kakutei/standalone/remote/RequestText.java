package dev.kakutei.standalone.remote;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakutei.schemas.codec.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Requests and events for a person at a terminal. What others wrote is shown without what would move the cursor. */
final class RequestText {
    private static final int NAMES = 24;

    private RequestText() {}

    static String line(JsonNode request) {
        return "%-30s %-8s %-20s %-14s %14s %s"
                .formatted(
                        text(request, "idempotency_key"),
                        text(request, "kind"),
                        text(request, "state"),
                        text(request, "gateway"),
                        request.has("amount") ? text(request, "amount") + " " + text(request, "currency") : "",
                        text(request, "accepted_at"))
                .stripTrailing();
    }

    static String page(JsonNode request) {
        return request.properties().stream()
                .map(field -> ("%-" + NAMES + "s %s").formatted(field.getKey(), plain(value(field.getValue()))))
                .collect(Collectors.joining(System.lineSeparator()));
    }

    /** The current state, for whoever is about to act on it. Nothing is shown that came after the request's own last event. */
    static String currentState(JsonNode request, JsonNode events) {
        JsonNode last = MissingNode.getInstance();
        JsonNode version = MissingNode.getInstance();
        for (JsonNode event : events) {
            if (event.path("event_id").asInt() <= request.path("last_event_id").asInt()) {
                last = event;
                version = event.path("fact").has("request") ? event.path("fact") : version;
            }
        }
        ObjectNode shown = Json.MAPPER.createObjectNode();
        shown.put("idempotency_key", text(request, "idempotency_key"));
        shown.put("state", text(request, "state"));
        shown.put("gateway", text(request, "gateway"));
        shown.put(
                "amount",
                request.has("amount") ? text(request, "amount") + " " + text(request, "currency") : "unknown");
        shown.put("version", version.path("version").asInt(1));
        shown.put("digest", text(version, "digest"));
        if (request.path("summary").has("text")) {
            shown.put("summary", text(request.path("summary"), "text"));
        }
        shown.put("last_event_id", request.path("last_event_id").asInt());
        return page(shown) + System.lineSeparator() + event(last);
    }

    static String event(JsonNode event) {
        List<String> said = new ArrayList<>();
        for (String name : List.of(
                "action_id",
                "action",
                "second_effect_accepted",
                "reason",
                "attempt",
                "verdict",
                "finding",
                "text",
                "comment")) {
            JsonNode value = event.path("fact").path(name);
            if (value.isValueNode() && !value.isNull()) {
                said.add(name + "=" + plain(value.asText()));
            }
        }
        return "%4s  %s  %-24s %-22s %s"
                .formatted(
                        text(event, "event_id"),
                        text(event, "at"),
                        text(event, "by"),
                        text(event, "type"),
                        String.join(" ", said))
                .stripTrailing();
    }

    static String text(JsonNode node, String name) {
        return plain(node.path(name).asText(""));
    }

    static String plain(String text) {
        return text.replaceAll("\\p{Cntrl}", "\uFFFD");
    }

    private static String value(JsonNode value) {
        return value.isValueNode() ? value.asText() : value.toString();
    }
}
