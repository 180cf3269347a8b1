package dev.kakutei.ingest.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.kakutei.ingest.TestService;
import dev.kakutei.operator.http.RequestView;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.request.Submission;
import dev.kakutei.store.Requests;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The document and the code say the same. */
class OpenApiTest {
    private static JsonNode document() throws Exception {
        try (InputStream in = Submission.class.getResourceAsStream("/dev/kakutei/schemas/openapi.yaml")) {
            return new YAMLMapper().readTree(in);
        }
    }

    @Test
    void document_paths_areTheRoutes() throws Exception {
        List<String> routes = TestService.routes().stream()
                .map(route -> route.method() + " " + route.path())
                .toList();

        List<String> documented = new ArrayList<>();
        document()
                .get("paths")
                .properties()
                .forEach(path -> path.getValue()
                        .fieldNames()
                        .forEachRemaining(
                                method -> documented.add(method.toUpperCase(Locale.ROOT) + " " + path.getKey())));

        assertThat(documented).containsExactlyInAnyOrderElementsOf(routes);
    }

    @Test
    void document_everyOperation_documentsRefusedAccess() throws Exception {
        JsonNode document = document();
        assertThat(document.at("/components/securitySchemes").properties()).hasSize(2);
        List<JsonNode> responses = document.get("paths").findValues("responses").stream()
                // an alias of those that are written out
                .filter(JsonNode::isObject)
                .toList();
        assertThat(responses).hasSizeGreaterThanOrEqualTo(3).allSatisfy(documented -> {
            assertThat(documented.has("401")).isTrue();
            assertThat(documented.has("403")).isTrue();
            assertThat(documented.has("429")).isTrue();
        });
    }

    @Test
    void document_examples_areAcceptedAndHaveOnlyDocumentedFields() throws Exception {
        JsonNode document = document();
        for (RequestKind kind : RequestKind.values()) {
            JsonNode body = document.get("paths").get(kind.path()).at("/post/requestBody/content/application~1json");

            Submission submission = Submission.of(kind, body.get("example"));

            assertThat(submission.gateway()).isEqualTo("simulator");
            JsonNode schema = document.at(body.at("/schema/$ref").textValue().substring(1));
            List<String> fields = new ArrayList<>();
            schema.get("properties").fieldNames().forEachRemaining(fields::add);
            assertThat(body.get("example").properties().stream()
                            .map(field -> field.getKey())
                            .collect(Collectors.toSet()))
                    .isSubsetOf(fields);
        }
    }

    @Test
    void document_requestSchema_hasEveryFieldOfTheView() throws Exception {
        List<String> documented = new ArrayList<>();
        document().at("/components/schemas/Request/properties").fieldNames().forEachRemaining(documented::add);

        List<String> shown = new ArrayList<>();
        RequestView.of(Requests.payment("k").entry(), Requests.T0).fieldNames().forEachRemaining(shown::add);

        assertThat(documented).containsAll(shown);
    }
}
