package dev.kakutei.sender.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.kakutei.boot.redact.Redaction;
import dev.kakutei.schemas.Category;
import dev.kakutei.schemas.Finding;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.gateway.Gateway;
import dev.kakutei.sender.Fixtures;
import dev.kakutei.sender.criteria.CriteriaEvents;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/** SPEC C3, C6, D2, D3, D5: what answers mean, as two tables. The configurations are in answering.yaml. */
class JudgedAnswersTest {
    private static final Instant NOW = Instant.parse("2026-01-05T00:00:00Z");
    private static final String CUT = "CUT ";
    private static final YAMLMapper YAML = new YAMLMapper();
    private static final Map<String, Gateway> GATEWAYS = gateways();

    private static Map<String, Gateway> gateways() {
        try (InputStream file = JudgedAnswersTest.class.getResourceAsStream("answering.yaml")) {
            Map<String, Gateway> gateways = new HashMap<>();
            for (Map.Entry<String, JsonNode> entry : YAML.readTree(file).properties()) {
                ObjectNode gateway = (ObjectNode) YAML.readTree("""
                        class: queryable
                        url: http://localhost
                        paths: {payment: /payments}
                        status_query: {paths: {payment: "/payments/{request_id}"}}
                        """);
                gateway.setAll((ObjectNode) entry.getValue());
                if (gateway.path("status_query").isNull()) {
                    gateway.remove("status_query");
                    gateway.put("class", "neither");
                }
                String name = entry.getKey();
                gateways.put(
                        name,
                        Fixtures.gateway(name, YAML.writeValueAsString(gateway).replaceFirst("---\n", "")));
            }
            return gateways;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Reply.Answered reply(int status, String headers, String body) {
        Map<String, String> named = new HashMap<>();
        for (String header : headers == null ? new String[0] : headers.split(" ;; ")) {
            String[] parts = header.split(": ", 2);
            named.put(parts[0], parts[1]);
        }
        boolean cut = body != null && body.startsWith(CUT);
        String text = cut ? body.substring(CUT.length()) : body;
        return new Reply.Answered(
                status,
                named,
                text == null ? new byte[0] : text.getBytes(UTF_8),
                cut ? Reply.Extent.CUT_OFF : Reply.Extent.WHOLE,
                7);
    }

    private static String wordFor(Outcome outcome) {
        String word = outcome.getClass().getSimpleName();
        if (outcome instanceof Outcome.Retryable retryable) {
            String doubt = word + "/" + retryable.doubt();
            return retryable.atLeastMillis() == null ? doubt : doubt + "/" + retryable.atLeastMillis();
        }
        return word;
    }

    @ParameterizedTest(name = "{0}: {1} {2} {3} -> {4} {5} {6}")
    @CsvFileSource(
            resources = "answers.csv",
            delimiter = '|',
            nullValues = "-",
            numLinesToSkip = 1,
            quoteCharacter = '~')
    void classification_answer_isJudgedAsTheTableSays(
            String configuration,
            int status,
            String headers,
            String body,
            String outcome,
            Category category,
            String code,
            String judgedBy) {
        Classification classification =
                new Classification(GATEWAYS.get(configuration), Redaction.PLAIN, CriteriaEvents.NONE);
        Outcome judged = classification.of(reply(status, headers, body), NOW);

        assertThat(wordFor(judged)).isEqualTo(outcome);
        assertThat(judged.answer().category()).isEqualTo(category);
        assertThat(judged.answer().code()).isEqualTo(code);
        assertThat(judged.answer().judgedBy()).isEqualTo(judgedBy);
        assertThat(judged.answer().statusCode()).isEqualTo(status);
        assertThat(judged.answer().elapsedMillis()).isEqualTo(7);
    }

    @ParameterizedTest(name = "{0}: {1} {2} -> {3} {4}")
    @CsvFileSource(
            resources = "inquiries.csv",
            delimiter = '|',
            nullValues = "-",
            numLinesToSkip = 1,
            quoteCharacter = '~')
    void inquiry_answer_isReadAsTheTableSays(
            String configuration, int status, String body, Finding finding, String code, String judgedBy) {
        InquiryClassification classification =
                new InquiryClassification(GATEWAYS.get(configuration), Redaction.PLAIN, CriteriaEvents.NONE);
        InquiryClassification.Found found =
                classification.of(reply(status, null, body), Fixtures.inquiry(RequestKind.PAYMENT));

        assertThat(found.finding()).isEqualTo(finding);
        assertThat(found.answer().code()).isEqualTo(code);
        assertThat(found.answer().judgedBy()).isEqualTo(judgedBy);
        assertThat(found.answer().statusCode()).isEqualTo(status);
    }
}
