package dev.kakutei.testkit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.codec.Json;
import dev.kakutei.schemas.gateway.GatewayFile;
import dev.kakutei.schemas.gateway.Placeholder;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Prints docs/reference/gateway-file.md from the schema of the file, which a test in schemas holds against the reader. */
class GatewayFilePageTest {
    /** What is used in many places, and so explained once, at the end. */
    private static final Map<String, String> TYPES = new TreeMap<>(Map.of(
            "secret", "A secret",
            "criteria", "Criteria",
            "condition", "A condition",
            "approval_rule", "A rule of approvals"));

    private final JsonNode root = schema();
    private final StringBuilder page = new StringBuilder();

    @Test
    void gatewayFilePage_committed_isWhatTheSchemaSays() {
        page.append("""
                # The gateway file

                Every key of the file that describes the gateways. It is YAML, read strictly: what is not known is refused,
                and all mistakes are reported at once. `./kakutei gateways check FILE` checks one. For editors there is a JSON
                Schema, `gateway-file.json` in the module `schemas`; put this into the first line of a file, with the path
                to it: `# yaml-language-server: $schema=gateway-file.json`. How a gateway is connected is described in the
                [guide](../guides/gateways.md).

                """);
        table("The file", root, "");
        table("A gateway", resolved(root.at("/properties/gateways/additionalProperties")), "NAME");
        TYPES.forEach((type, title) -> table(title, root.at("/$defs/" + type), type));
        placeholders();
        new GeneratedPage("reference/gateway-file.md").check(page.toString());
    }

    private void table(String title, JsonNode place, String path) {
        page.append("## ").append(title).append("\n");
        page.append(place.path("description").asText()).append("\n\n");
        page.append("| key | form | default | meaning |\n|---|---|---|---|\n");
        // printed after the table, each followed by its own
        Map<String, JsonNode> mappings = new LinkedHashMap<>();
        List<String> required = texts(place.path("required"));
        place.path("properties").properties().forEach(property -> {
            JsonNode value = resolved(property.getValue());
            String key = property.getKey();
            page.append("| `").append(key).append("` | ").append(cell(form(value, key)));
            page.append(" | ").append(required.contains(key) ? "needed" : fallback(value));
            page.append(" | ").append(cell(value.path("description").asText())).append(" |\n");
            boolean typed = TYPES.containsKey(value.path("title").asText());
            if (value.has("properties") && !typed) {
                String inner = path.isEmpty() || path.equals("NAME") ? key : path + "." + key;
                mappings.put(inner, value);
            }
        });
        page.append("\n");
        mappings.forEach((inner, mapping) -> table("`" + inner + "`", mapping, inner));
    }

    private void placeholders() {
        page.append("""
                ## Placeholders
                A request has three names:

                | name | is | stands in |
                |---|---|---|
                | `{merchant_reference}` | the caller's `reference` of a payment, which several requests may share | headers, bodies |
                | `{request_id}` | our id of the request, the same in every attempt, and the value of the idempotency header | headers, bodies, `paths`, `status_query.paths` |
                | `{gateway_reference}` | the gateway's own, from an answer of its | `status_query.paths` |

                In headers and bodies there are the following; a brace itself is written twice. A filter comes after a bar:
                `{amount|minor}`.

                | placeholder | of | filters |
                |---|---|---|
                """);
        for (Placeholder placeholder : Placeholder.values()) {
            String kinds = plurals(placeholder.kinds());
            String filters = placeholder.filters().stream()
                    .map(Placeholder.Filter::spelling)
                    .collect(Collectors.joining(", "));
            page.append("| `{%s}` | %s | %s |%n".formatted(placeholder.spelling(), kinds, filters));
        }
        page.append("""
                | `{metadata.NAME}` | %s | lower, upper |

                `lower` and `upper` change letters; `number` writes a decimal as a number of JSON; `minor` is the amount in
                the smallest unit of its currency (ISO 4217), a whole number. `{metadata}` is a mapping and stands alone in
                a body.

                In a body, a text that is one placeholder and nothing else becomes its value, in its own type. Where a
                request lacks a value, the key, element or header is left out that needs it, also when the value is only a
                part of the text. A request that does not fit is refused for certain, with the code
                `request_not_renderable`, and nothing is sent: an amount that is no whole number of the smallest unit, a
                line break or a character beyond ASCII in a header.
                """.formatted(plurals(Placeholder.METADATA.kinds())));
    }

    private static String plurals(Set<RequestKind> kinds) {
        return kinds.stream().map(RequestKind::plural).sorted().collect(Collectors.joining(", "));
    }

    private static String form(JsonNode value, String key) {
        if (value.has("enum")) {
            return texts(value.get("enum")).stream()
                    .map(word -> "`" + word + "`")
                    .collect(Collectors.joining(", "));
        }
        if (value.has("x-least")) {
            return "duration, " + value.get("x-least").asText() + " to "
                    + value.get("x-most").asText();
        }
        if (value.has("title")) {
            return value.get("title").asText();
        }
        if (value.has("minimum")) {
            String type = value.path("type").asText().equals("integer") ? "whole number" : "number";
            return type + ", " + value.get("minimum").asText() + " to "
                    + value.get("maximum").decimalValue().toPlainString();
        }
        if (value.path("type").asText().equals("array")) {
            return "list of " + key;
        }
        return "mapping, see below";
    }

    private static String fallback(JsonNode value) {
        JsonNode fallback = value.path("default");
        if (fallback.isMissingNode()) {
            return "";
        }
        if (fallback.isArray()) {
            return "`[" + String.join(", ", texts(fallback)) + "]`";
        }
        return fallback.asText().isEmpty() ? "nothing" : "`" + fallback.asText() + "`";
    }

    private static String cell(String text) {
        return text.replace("|", "\\|");
    }

    private JsonNode resolved(JsonNode place) {
        if (!place.has("$ref")) {
            return place;
        }
        ObjectNode whole = root.at(place.get("$ref").asText().substring(1)).deepCopy();
        place.properties().forEach(entry -> whole.set(entry.getKey(), entry.getValue()));
        return whole;
    }

    private static List<String> texts(JsonNode list) {
        List<String> texts = new ArrayList<>();
        list.forEach(item -> texts.add(item.asText()));
        return texts;
    }

    private static JsonNode schema() {
        try (InputStream stream =
                GatewayFile.class.getResourceAsStream("/dev/kakutei/schemas/json/gateway-file.json")) {
            return Json.MAPPER.readTree(stream);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
