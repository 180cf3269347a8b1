package dev.kakutei.schemas.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakutei.schemas.DurationText;
import dev.kakutei.schemas.SchemaFiles;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The published schema, place by place: its names, defaults and bounds are the reader's (SPEC D1). */
class GatewayFileSchemaTest {
    /** Every mapping of a file once, each with no more than it must say. */
    private static final String BARE = """
            routes: {}
            approvals: [{name: all, within: 1h}]
            gateways:
              sim:
                class: idempotent
                url: http://localhost
                paths: {payment: /p}
                idempotency: {header: K, ttl: 365d}
                auth: {basic: {user: us, password: {env: PASSWORD}}}
                signature: {header: X-S, key: {env: KEY}}
                request: {bodies: {}}
                network: {}
                tls: {trust: ca.pem}
                response_success_criteria: {conditions: [{path: $.a, operation: exists}]}
                response_refused_criteria: {conditions: [{path: $.a, operation: exists}]}
                response_retryable_criteria: {conditions: [{path: $.a, operation: exists}]}
                response_quota_criteria: {conditions: [{path: $.a, operation: exists}]}
                response_pending_criteria: {conditions: [{path: $.a, operation: exists}]}
                answer: {}
                status_query:
                  paths: {payment: "/p/{request_id}"}
                  succeeded_criteria: {conditions: [{path: $.a, operation: exists}]}
                  declined_criteria: {conditions: [{path: $.a, operation: exists}]}
                  pending_criteria: {conditions: [{path: $.a, operation: exists}]}
                  not_found_criteria: {conditions: [{path: $.a, operation: exists}]}
                  same: {}
                rate: {per_second: 50}
                breaker: {}
                retry: {}
                verification: {}
            """;

    private static final String STRANGER = "zzzzzzzzzz";
    private static final Pattern KNOWN =
            Pattern.compile("(.*?)\\.?" + STRANGER + ": is not known here; known are (.*)");

    @Test
    void names_ofEveryMapping_areTheReaders() {
        JsonNode file = SchemaAgreement.tree(BARE);
        Map<String, Set<String>> schema = new LinkedHashMap<>();
        walk(file, root(), "", (path, place) -> schema.put(path, fields(place.path("properties"))));
        strangers(file, root());
        Map<String, Set<String>> reader = new LinkedHashMap<>();
        for (String mistake : GatewayFile.check(file.toString()).mistakes()) {
            Matcher matcher = KNOWN.matcher(mistake);
            assertThat(matcher.matches()).as(mistake).isTrue();
            reader.put(matcher.group(1), new TreeSet<>(List.of(matcher.group(2).split(", "))));
        }
        assertThat(reader).isEqualTo(schema).hasSizeGreaterThan(35);
    }

    @Test
    void operations_ofConditions_areTheReaders() {
        List<String> operations = new ArrayList<>();
        root().at("/$defs/condition/properties/operation/enum").forEach(word -> operations.add(word.asText()));

        assertThat(operations)
                .containsExactlyElementsOf(Stream.of(Condition.Operation.values())
                        .map(operation -> operation.name().toLowerCase(Locale.ROOT))
                        .toList());
    }

    @Test
    void properties_all_areExplained() {
        forEachProperty((path, property) -> assertThat(
                        resolved(property.getValue()).path("description").asText())
                .as(path + "." + property.getKey())
                .isNotBlank());
    }

    /** A file that states a default says the same as one that does not. */
    @Test
    void defaults_stated_changeNothing() throws Exception {
        Gateways bare = GatewayFile.read(BARE);
        List<String> stated = new ArrayList<>();
        for (Map.Entry<String, JsonNode> property : leaves().entrySet()) {
            JsonNode fallback = property.getValue().path("default");
            if (!fallback.isMissingNode()) {
                String file = with(property.getKey(), fallback);
                assertThat(GatewayFile.read(file)).as(property.getKey()).isEqualTo(bare);
                stated.add(property.getKey());
            }
        }
        assertThat(stated).hasSizeGreaterThan(35);
    }

    /** Every bound of the schema is taken, and what is just beyond it is refused by the reader and the schema. */
    @Test
    void bounds_ofNumbers_areTheReaders() {
        leaves().forEach((path, place) -> {
            if (place.has("minimum") && place.path("type").asText().equals("integer")) {
                int least = place.get("minimum").intValue();
                int most = place.get("maximum").intValue();
                assertMistake(path, "" + least, "" + (least - 1), "whole number from " + least + " to " + most);
                assertMistake(path, "" + most, "" + (most + 1), "whole number from " + least + " to " + most);
            }
        });
    }

    @Test
    void bounds_ofDurations_areTheReaders() {
        List<String> found = new ArrayList<>();
        leaves().forEach((path, place) -> {
            if (place.has("x-least")) {
                Duration least =
                        DurationText.parse(place.get("x-least").asText()).orElseThrow();
                Duration most = DurationText.parse(place.get("x-most").asText()).orElseThrow();
                String range = "must be from " + DurationText.of(least) + " to " + DurationText.of(most);
                assertMistake(path, quoted(most), quoted(most.plusSeconds(1)), range);
                if (!least.isZero()) {
                    assertMistake(path, quoted(least), "\"0s\"", range);
                }
                found.add(path);
            }
        });
        assertThat(found).hasSize(11);
    }

    private static void assertMistake(String path, String good, String bad, String range) {
        assertThat(GatewayFile.check(with(path, SchemaAgreement.tree(good))).mistakes())
                .as(path + ": " + good)
                .noneSatisfy(mistake -> assertThat(mistake).contains(range));
        assertThat(GatewayFile.check(with(path, SchemaAgreement.tree(bad))).mistakes())
                .as(path + ": " + bad)
                .anySatisfy(
                        mistake -> assertThat(mistake).startsWith(path + ": ").contains(range));
    }

    private static String quoted(Duration duration) {
        return "\"" + DurationText.of(duration) + "\"";
    }

    private static JsonNode root() {
        return SchemaFiles.tree("gateway-file");
    }

    private static void forEachProperty(BiConsumer<String, Map.Entry<String, JsonNode>> each) {
        walk(
                SchemaAgreement.tree(BARE),
                root(),
                "",
                (path, place) ->
                        place.path("properties").properties().forEach(property -> each.accept(path, property)));
    }

    /** Every property with its whole schema, by the path that it has in a file. */
    private static Map<String, JsonNode> leaves() {
        Map<String, JsonNode> leaves = new LinkedHashMap<>();
        forEachProperty((path, property) -> leaves.put(
                path.isEmpty() ? property.getKey() : path + "." + property.getKey(), resolved(property.getValue())));
        return leaves;
    }

    /** Visits every mapping of the file that the schema gives names to. */
    private static void walk(JsonNode file, JsonNode place, String path, BiConsumer<String, JsonNode> visitor) {
        if (place.has("properties")) {
            visitor.accept(path, place);
        }
        for (Map.Entry<String, JsonNode> entry : file.properties()) {
            String inner = path.isEmpty() ? entry.getKey() : path + "." + entry.getKey();
            JsonNode schema = schemaOf(place, entry.getKey());
            if (entry.getValue().isObject()) {
                walk(entry.getValue(), schema, inner, visitor);
            } else if (entry.getValue().isArray() && entry.getValue().path(0).isObject()) {
                walk(entry.getValue().get(0), resolved(schema.path("items")), inner + "[0]", visitor);
            }
        }
    }

    /** Puts an unknown name into every mapping of the file. */
    private static void strangers(JsonNode file, JsonNode place) {
        for (Map.Entry<String, JsonNode> entry : file.properties()) {
            JsonNode schema = schemaOf(place, entry.getKey());
            JsonNode inner = entry.getValue().isArray() ? entry.getValue().path(0) : entry.getValue();
            if (inner.isObject()) {
                strangers(inner, entry.getValue().isArray() ? resolved(schema.path("items")) : schema);
            }
        }
        if (place.has("properties")) {
            ((ObjectNode) file).put(STRANGER, 1);
        }
    }

    private static JsonNode schemaOf(JsonNode place, String name) {
        JsonNode own = place.path("properties").path(name);
        return resolved(own.isMissingNode() ? place.path("additionalProperties") : own);
    }

    /** With what the reference points to; what stands beside a reference goes before it. */
    private static JsonNode resolved(JsonNode place) {
        if (!place.has("$ref")) {
            return place;
        }
        ObjectNode whole = root().at(place.get("$ref").asText().substring(1)).deepCopy();
        place.properties().forEach(entry -> whole.set(entry.getKey(), entry.getValue()));
        return whole;
    }

    private static String with(String path, JsonNode value) {
        ObjectNode file = (ObjectNode) SchemaAgreement.tree(BARE);
        JsonNode node = file;
        String[] steps = path.replace("[0]", ".0").split("\\.");
        for (int i = 0; i < steps.length - 1; i++) {
            node = node.isArray() ? node.get(Integer.parseInt(steps[i])) : node.get(steps[i]);
        }
        ((ObjectNode) node).set(steps[steps.length - 1], value);
        return file.toString();
    }

    private static Set<String> fields(JsonNode node) {
        Set<String> names = new TreeSet<>();
        node.fieldNames().forEachRemaining(names::add);
        return names;
    }
}
