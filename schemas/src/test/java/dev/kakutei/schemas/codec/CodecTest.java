package dev.kakutei.schemas.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.Category;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.GoldenFiles;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.Samples;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class CodecTest {
    private static final Set<String> DATA = Set.of("request", "headers");

    static Set<String> names() {
        return Samples.all().keySet();
    }

    @ParameterizedTest
    @MethodSource("names")
    void decode_unknownFieldsAnywhere_areSkipped(String name) throws Exception {
        ObjectNode tree = GoldenFiles.tree(name);
        addUnknown(tree);
        Samples.Sample<?> sample = Samples.all().get(name);
        assertThat((Object) sample.codec().decode(Json.MAPPER.writeValueAsBytes(tree)))
                .isEqualTo(sample.message());
    }

    @ParameterizedTest
    @MethodSource("names")
    void decode_truncatedAnywhere_isUndecodable(String name) {
        Samples.Sample<?> sample = Samples.all().get(name);
        byte[] whole = sample.encoded();
        for (int length = 0; length < whole.length; length++) {
            byte[] part = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> sample.codec().decode(part))
                    .isInstanceOf(Undecodable.class)
                    .hasMessageContaining(sample.codec().type().getSimpleName());
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"v":2,"id":"a"}                  | a Alert of version 2; this service reads up to version 1
            {"v":0,"id":"a"}                  | a Alert of version 0; this service reads up to version 1
            {"v":"1","id":"a"}                | a Alert of version -1
            {"v":1.5,"id":"a"}                | a Alert of version -1
            {"v":99999999999,"id":"a"}        | not a Alert
            {"id":"a","v":1}                  | it does not begin with its version
            {"id":"a"}                        | it does not begin with its version
            {}                                | it does not begin with its version
            null                              | it does not begin with its version
            []                                | it does not begin with its version
            7                                 | it does not begin with its version
            "text"                            | it does not begin with its version
            not json                          | not a Alert
            {"v":1}                           | id
            {"v":1,"id":{}}                   | not a Alert
            {"v":1,"id":"a","severity":"ODD"} | ODD
            """)
    void decode_notTheMessage_saysWhy(String text, String reason) {
        assertThatThrownBy(() -> Codecs.ALERT.decode(text.getBytes(UTF_8)))
                .isInstanceOf(Undecodable.class)
                .hasMessageContaining(reason);
    }

    @Test
    void decode_noBytes_isUndecodable() {
        assertThatThrownBy(() -> Codecs.ALERT.decode(null)).isInstanceOf(Undecodable.class);
        assertThatThrownBy(() -> Codecs.ALERT.decode(new byte[0])).isInstanceOf(Undecodable.class);
    }

    @Test
    void decode_twoMessagesInOne_isUndecodable() {
        byte[] one = Samples.all().get("alert").encoded();
        byte[] two = Arrays.copyOf(one, one.length * 2);
        System.arraycopy(one, 0, two, one.length, one.length);
        assertThatThrownBy(() -> Codecs.ALERT.decode(two)).isInstanceOf(Undecodable.class);
    }

    @Test
    void decode_unknownFact_namesIt() {
        String text = new String(GoldenFiles.bytes("ledger-event.contradicted"), UTF_8)
                .replace("\"contradicted\"", "\"teleported\"");
        assertThatThrownBy(() -> Codecs.LEDGER_EVENT.decode(text.getBytes(UTF_8)))
                .isInstanceOf(Undecodable.class)
                .hasMessageContaining("teleported");
    }

    @Test
    void decode_impossibleRecord_isUndecodable() {
        String text = new String(GoldenFiles.bytes("ledger-event.attempt-started"), UTF_8)
                .replaceFirst("\"attempt\" : 1", "\"attempt\" : 0");
        assertThatThrownBy(() -> Codecs.LEDGER_EVENT.decode(text.getBytes(UTF_8)))
                .isInstanceOf(Undecodable.class)
                .hasMessageContaining("counted from 1");
    }

    /** A gateway's words are cut to length; the cut must not leave half a character that no encoder can write. */
    @Test
    void encode_answerCutInsideACharacter_canBeWrittenAndRead() {
        String face = "\uD83D\uDE00";
        String odd = "a" + face.repeat(Answer.MAX_EXCERPT);
        Answer answer = new Answer(Category.OK, 200, odd, "\uD83D \u0000", 1, Map.of(), odd, odd);
        LedgerEvent event =
                new LedgerEvent(Samples.ID, 1, Samples.T0, "test", new Fact.Contradicted(1, "reason", answer));

        LedgerEvent back = Codecs.LEDGER_EVENT.decode(Codecs.LEDGER_EVENT.encode(event));

        assertThat(back).isEqualTo(event);
        assertThat(answer.excerpt()).endsWith(face).hasSize(Answer.MAX_EXCERPT - 1);
        assertThat(answer.message()).isEqualTo("\uFFFD \uFFFD");
    }

    private static void addUnknown(JsonNode node) {
        if (node instanceof ObjectNode object) {
            // what a caller wrote, and a map of headers, have no unknown fields: all is data there
            object.properties().stream()
                    .filter(entry -> !DATA.contains(entry.getKey()))
                    .forEach(entry -> addUnknown(entry.getValue()));
            object.putObject("from_the_future").put("x", 1);
        }
    }
}
