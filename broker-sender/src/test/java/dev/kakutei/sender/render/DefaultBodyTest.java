package dev.kakutei.sender.render;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakutei.schemas.Command;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.codec.Json;
import dev.kakutei.schemas.request.Submission;
import dev.kakutei.sender.Fixtures;
import java.io.InputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a gateway gets that has no template of a body. */
class DefaultBodyTest {
    /** A field that a later version adds: no code names it. */
    private static final String ADDED = "added_later";

    @ParameterizedTest
    @EnumSource(RequestKind.class)
    void write_everyFieldOfTheSchema_isSent(RequestKind kind) throws Exception {
        List<String> fields = new ArrayList<>(fieldsOfSchema(kind));
        fields.add(ADDED);
        ObjectNode document = Json.MAPPER.createObjectNode();
        fields.forEach(field -> document.put(field, "the " + field));

        JsonNode sent = sent(kind, document);

        fields.removeAll(Submission.FIELDS_FOR_KAKUTEI);
        assertThat(sent.size()).as(sent.toString()).isEqualTo(fields.size() + 1);
        for (String field : fields) {
            String name = field.equals("reference") ? "merchant_reference" : field;
            assertThat(sent.path(name).asText()).as(field).isEqualTo("the " + field);
        }
        assertThat(sent.path("reference").asText()).isEqualTo(Fixtures.ID.toString());
    }

    @Test
    void write_whatIsSaidToKakuteiAndNulls_areNotSent() throws Exception {
        ObjectNode document = Fixtures.paymentBody();
        Submission.FIELDS_FOR_KAKUTEI.forEach(field -> document.put(field, "x"));
        document.putNull("metadata").putNull(ADDED);

        assertThat(sent(RequestKind.PAYMENT, document).properties())
                .extracting(field -> field.getKey())
                .containsExactly("reference", "merchant_reference", "amount", "currency", "payment_method");
    }

    private static JsonNode sent(RequestKind kind, ObjectNode document) throws Exception {
        Instant now = Instant.parse("2026-01-01T00:00:00Z");
        BodyWriter writer = new BodyWriter(
                Fixtures.gateway("gw", "class: neither\nurl: https://gw.example\npaths: {payment: /p, order: /o}\n")
                        .callSettings());
        return Json.MAPPER.readTree(
                writer.write(new Command.Send(Fixtures.ID, kind, "gw", 1, now, now, 1000, null, document, null, 0)));
    }

    private static List<String> fieldsOfSchema(RequestKind kind) throws Exception {
        String file = "/dev/kakutei/schemas/json/" + kind.wire() + "-request.json";
        try (InputStream in = Submission.class.getResourceAsStream(file)) {
            List<String> fields = new ArrayList<>();
            Json.MAPPER.readTree(in).path("properties").fieldNames().forEachRemaining(fields::add);
            assertThat(fields).contains("currency", "metadata");
            return fields;
        }
    }
}
