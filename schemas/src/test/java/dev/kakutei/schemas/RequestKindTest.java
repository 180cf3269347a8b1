package dev.kakutei.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.schemas.codec.Json;
import dev.kakutei.schemas.gateway.Placeholder;
import dev.kakutei.schemas.request.Submission;
import dev.kakutei.schemas.topic.Topics;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.yaml.snakeyaml.Yaml;

/** The descriptor of each kind says what the schemas, topics and templates say. */
class RequestKindTest {
    private static final Path OPEN_API = Path.of("src/main/resources/dev/kakutei/schemas/openapi.yaml");

    @ParameterizedTest
    @CsvSource({
        "ORDER,   an order,  orders,   Order,   /do/order, SUCCEEDED",
        "PAYMENT, a payment, payments, Payment, /payments, AUTHORIZED",
    })
    void kind_words_areThese(
            RequestKind kind, String one, String plural, String title, String path, RequestStatus success) {
        assertThat(kind.one()).isEqualTo(one);
        assertThat(kind.plural()).isEqualTo(plural);
        assertThat(kind.title()).isEqualTo(title);
        assertThat(kind.path()).isEqualTo(path);
        assertThat(kind.success()).isEqualTo(success);
        assertThat(new Topics("", 1).results(kind).name()).isEqualTo(plural + ".results");
    }

    @Test
    void kinds_ofTheWire_areThoseOfTheSchemas() {
        Set<String> kinds =
                Stream.of(RequestKind.values()).map(RequestKind::wire).collect(Collectors.toCollection(TreeSet::new));

        assertThat(texts(SchemaFiles.tree("terms").at("/$defs/kind/enum"))).isEqualTo(kinds);
        JsonNode gateway = SchemaFiles.tree("gateway-file");
        assertThat(names(gateway.at("/properties/routes/properties"))).isEqualTo(kinds);
        for (String byKind : List.of("bodies", "paths")) {
            assertThat(gateway.findValues(byKind).stream().filter(section -> section.has("properties")))
                    .isNotEmpty()
                    .allSatisfy(section -> assertThat(names(section.path("properties")))
                            .as(byKind)
                            .isEqualTo(kinds));
        }
        assertThat(texts(gateway.at("/$defs/approval_rule/properties/kinds/items/enum")))
                .isEqualTo(kinds);
    }

    @Test
    void choice_isTheKindsInASentence() {
        assertThat(RequestKind.CHOICE).isEqualTo(RequestKind.listed(RequestKind::wire, "or"));
    }

    @ParameterizedTest
    @EnumSource(RequestKind.class)
    void fields_withThoseOfEveryKind_areThoseOfTheSchema(RequestKind kind) {
        Set<String> all = new HashSet<>(kind.fields());
        all.addAll(Submission.FIELDS_FOR_KAKUTEI);
        all.add("metadata");

        assertThat(names(SchemaFiles.tree(kind.wire() + "-request").path("properties")))
                .isEqualTo(new TreeSet<>(all));
    }

    @ParameterizedTest
    @EnumSource(RequestKind.class)
    void kind_inOpenApi_hasItsPathAndFields(RequestKind kind) throws Exception {
        JsonNode document = Json.MAPPER.valueToTree(new Yaml().load(Files.readString(OPEN_API)));
        String schema = document.path("paths")
                .path(kind.path())
                .at("/post/requestBody/content/application~1json/schema/$ref")
                .asText();

        assertThat(names(document.at(schema.replace("#", "")).path("properties")))
                .isEqualTo(names(SchemaFiles.tree(kind.wire() + "-request").path("properties")));
    }

    @ParameterizedTest
    @EnumSource(RequestKind.class)
    void fields_eachOfThem_hasAPlaceholder(RequestKind kind) {
        assertThat(Stream.of(Placeholder.values()).flatMap(placeholder -> placeholder.field().stream()))
                .containsAll(kind.fields());
    }

    @ParameterizedTest
    @EnumSource(RequestKind.class)
    void example_isTaken(RequestKind kind) throws Exception {
        Submission submission = Submission.of(kind, Json.MAPPER.readTree(kind.example()));

        assertThat(submission.document().properties().stream().map(field -> field.getKey()))
                .containsAll(kind.fields());
    }

    private static Set<String> texts(JsonNode list) {
        Set<String> texts = new TreeSet<>();
        list.forEach(text -> texts.add(text.asText()));
        return texts;
    }

    private static Set<String> names(JsonNode object) {
        Set<String> names = new TreeSet<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }
}
