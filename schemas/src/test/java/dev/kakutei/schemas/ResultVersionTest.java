package dev.kakutei.schemas;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakutei.schemas.codec.Codecs;
import dev.kakutei.schemas.codec.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A result shows the gateway's answer in the shape in which HTTP shows it; version 1 had its text. */
class ResultVersionTest {
    private static final Path FROZEN = Path.of("src/test/resources/golden/v2");

    @ParameterizedTest
    @ValueSource(strings = {"result.payment-authorized", "result.order-failed"})
    void versionOne_answerAsText_isReadAsTheSameResult(String name) {
        assertThat(GoldenFiles.tree(name).get("answer").isTextual()).isTrue();

        Result read = Codecs.RESULT.decode(GoldenFiles.bytes(name));

        assertThat(read).isEqualTo(Samples.all().get(name).message());
        assertThat(read.answer().isObject()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"result.payment-authorized", "result.order-failed", "result.bare"})
    void versionTwo_frozenFile_isTheSampleAndIsWrittenSo(String name) throws Exception {
        byte[] frozen = Files.readAllBytes(FROZEN.resolve(name + ".json"));
        JsonNode tree = Json.MAPPER.readTree(frozen);

        assertThat(Codecs.RESULT.decode(frozen))
                .isEqualTo(Samples.all().get(name).message());
        assertThat(Json.MAPPER.readTree(Samples.all().get(name).encoded())).isEqualTo(tree);
        assertThat(SchemaFiles.errors("result", tree)).isEmpty();
        assertThat(new String(Samples.all().get(name).encoded(), UTF_8)).startsWith("{\"v\":2,\"");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"a\":{\"b\":1.50}}       | object",
                "  {\"a\":1}                | object",
                "{\"a\":\"cut he            | text",
                "{\"a\":1} and more         | text",
                "[{\"a\":1}]                | text",
                "\"a word\"                 | text",
                "OK                         | text",
                "17                         | text",
            })
    void answer_asItCame_isAnObjectOrItsOwnText(String excerpt, String shape) throws Exception {
        JsonNode shown = AnswerText.shown(excerpt);

        assertThat(shown.isObject()).isEqualTo(shape.equals("object"));
        if (shape.equals("text")) {
            assertThat(shown.textValue()).isEqualTo(excerpt);
        }
        ObjectNode message = (ObjectNode)
                Json.MAPPER.readTree(Samples.all().get("result.order-failed").encoded());
        message.set("answer", shown);
        Result result = Codecs.RESULT.decode(Json.MAPPER.writeValueAsBytes(message));
        assertThat(result.answer()).isEqualTo(shown);
        assertThat(Codecs.RESULT.decode(Codecs.RESULT.encode(result))).isEqualTo(result);
    }

    @Test
    void answer_none_isNone() {
        assertThat(AnswerText.shown(null)).isNull();
    }
}
