package dev.kakutei.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakutei.schemas.codec.Codec;
import dev.kakutei.schemas.codec.Json;
import dev.kakutei.schemas.codec.Undecodable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The published schemas of the messages, held against the records and the golden files. */
class MessageSchemaTest {
    /** Beside the messages: the bodies that callers send, the gateway file, and pieces that messages are made of. */
    private static final Set<String> NOT_MESSAGES = Set.of("answer", "fact", "outcome", "terms", "gateway-file");

    static Set<String> samples() {
        return Samples.all().keySet();
    }

    static Set<String> schemas() {
        return SchemaFiles.names();
    }

    static String schemaOf(String sample) {
        return sample.replaceFirst("\\..*", "");
    }

    @Test
    void schemas_messages_haveOneEach() {
        List<String> messages = new ArrayList<>(SchemaFiles.names());
        messages.removeAll(NOT_MESSAGES);
        // bodies of callers, of which there is one for each kind
        messages.removeIf(name -> name.endsWith("-request")
                && RequestKind.named(name.replace("-request", "")).isPresent());
        assertThat(messages)
                .containsExactlyInAnyOrderElementsOf(samples().stream()
                        .map(MessageSchemaTest::schemaOf)
                        .distinct()
                        .toList());
    }

    @ParameterizedTest
    @MethodSource("schemas")
    void schema_itself_isDraft202012(String name) {
        assertThat(SchemaFiles.errorsOfSchema(name)).isEmpty();
        assertThat(SchemaFiles.tree(name).path("$id").textValue()).endsWith("/" + name + ".json");
        assertThat(SchemaFiles.tree(name).path("description").textValue()).isNotBlank();
    }

    @ParameterizedTest
    @MethodSource("samples")
    void golden_asWritten_isValid(String name) {
        assertThat(SchemaFiles.errors(schemaOf(name), GoldenFiles.tree(name))).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("samples")
    void record_everyComponent_isInTheSchemaAndViceVersa(String name) {
        Class<?> type = Samples.all().get(name).codec().type();
        List<String> differences = new SchemaWalk().compareMessage(schemaOf(name), type);
        assertThat(differences).isEmpty();
    }

    /**
     * What the schema lets through must be readable. The schema asks for a little more: a number or a flag that is
     * always written is required there, while the decoder takes a missing one for 0 or false.
     */
    @ParameterizedTest
    @MethodSource("samples")
    void schemaAndDecoder_onePropertyLeftOut_agree(String name) {
        for (List<String> path : paths(GoldenFiles.tree(name), List.of())) {
            ObjectNode tree = GoldenFiles.tree(name);
            JsonNode removed = parent(tree, path).remove(path.get(path.size() - 1));
            boolean valid = SchemaFiles.errors(schemaOf(name), tree).isEmpty();
            boolean decodes = decodes(Samples.all().get(name).codec(), tree);
            if (removed.isNumber() || removed.isBoolean()) {
                assertThat(!valid || decodes).as("%s without %s", name, path).isTrue();
            } else {
                assertThat(valid).as("%s without %s", name, path).isEqualTo(decodes);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("samples")
    void schema_wrongTypeAnywhere_isInvalid(String name) {
        for (List<String> path : paths(GoldenFiles.tree(name), List.of())) {
            ObjectNode tree = GoldenFiles.tree(name);
            ObjectNode parent = parent(tree, path);
            parent.putArray(path.get(path.size() - 1)).addArray().add(1);
            assertThat(SchemaFiles.errors(schemaOf(name), tree))
                    .as("%s with an array of arrays at %s", name, path)
                    .isNotEmpty();
        }
    }

    /** Every typed property of a message; what callers and gateways wrote has no schema of ours. */
    private static List<List<String>> paths(JsonNode node, List<String> at) {
        List<List<String>> paths = new ArrayList<>();
        for (Map.Entry<String, JsonNode> entry : node.properties()) {
            List<String> path = new ArrayList<>(at);
            path.add(entry.getKey());
            paths.add(path);
            if (!Set.of("request", "headers").contains(entry.getKey())) {
                paths.addAll(paths(entry.getValue(), path));
            }
        }
        return paths;
    }

    private static ObjectNode parent(ObjectNode tree, List<String> path) {
        ObjectNode node = tree;
        for (String name : path.subList(0, path.size() - 1)) {
            node = (ObjectNode) node.get(name);
        }
        return node;
    }

    private static boolean decodes(Codec<?> codec, JsonNode tree) {
        try {
            codec.decode(Json.MAPPER.writeValueAsBytes(tree));
            return true;
        } catch (Undecodable e) {
            return false;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
