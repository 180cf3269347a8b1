package dev.kakutei.schemas.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CanonicalJsonTest {
    /** RFC 8785, section 3.2.2, without its first number: see the test after this one. */
    @Test
    void sampleOfTheRfc_isSpeltAsThere() throws Exception {
        String input = """
                {
                  "numbers": [1E30, 4.50, 2e-3, 0.000000000000000000000000001],
                  "string": "\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\"\\/",
                  "literals": [null, true, false]
                }
                """;
        assertThat(CanonicalJson.of(json(input)))
                .isEqualTo("{\"literals\":[null,true,false],\"numbers\":[1e+30,4.5,0.002,1e-27],"
                        + "\"string\":\"€$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\"}");
    }

    /** The RFC rounds it to 333333333.3333333. Two requests that differ must not become one, so it is refused here. */
    @Test
    void numberThatTheRfcRounds_isRefused() throws Exception {
        JsonNode number = json("333333333.33333329");
        assertThatThrownBy(() -> CanonicalJson.of(number))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("333333333.33333329");
    }

    /** RFC 8785, section 3.2.3: by UTF-16 code units. */
    @Test
    void keys_ofTheRfc_areSortedAsThere() throws Exception {
        String input = """
                {
                  "\\u20ac": "Euro Sign",
                  "\\r": "Carriage Return",
                  "\\ufb33": "Hebrew Letter Dalet With Dagesh",
                  "1": "One",
                  "\\ud83d\\ude00": "Emoji: Grinning Face",
                  "\\u0080": "Control",
                  "\\u00f6": "Latin Small Letter O With Diaeresis"
                }
                """;
        assertThat(json(CanonicalJson.of(json(input))).elements())
                .toIterable()
                .extracting(JsonNode::textValue)
                .containsExactly(
                        "Carriage Return",
                        "One",
                        "Control",
                        "Latin Small Letter O With Diaeresis",
                        "Euro Sign",
                        "Emoji: Grinning Face",
                        "Hebrew Letter Dalet With Dagesh");
    }

    /** RFC 8785, appendix B. */
    @ParameterizedTest
    @CsvSource(textBlock = """
            0000000000000000, 0
            8000000000000000, 0
            0000000000000001, 5e-324
            8000000000000001, -5e-324
            7fefffffffffffff, 1.7976931348623157e+308
            ffefffffffffffff, -1.7976931348623157e+308
            4340000000000000, 9007199254740992
            c340000000000000, -9007199254740992
            4430000000000000, 295147905179352830000
            44b52d02c7e14af5, 9.999999999999997e+22
            44b52d02c7e14af6, 1e+23
            44b52d02c7e14af7, 1.0000000000000001e+23
            444b1ae4d6e2ef4e, 999999999999999700000
            444b1ae4d6e2ef4f, 999999999999999900000
            444b1ae4d6e2ef50, 1e+21
            3eb0c6f7a0b5ed8c, 9.999999999999997e-7
            3eb0c6f7a0b5ed8d, 0.000001
            41b3de4355555553, 333333333.3333332
            41b3de4355555554, 333333333.33333325
            41b3de4355555555, 333333333.3333333
            41b3de4355555556, 333333333.3333334
            41b3de4355555557, 333333333.33333343
            becbf647612f3696, -0.0000033333333333333333
            43143ff3c1cb0959, 1424953923781206.2
            """)
    void numbers_ofTheRfc_areSpeltAsThere(String bits, String expected) throws Exception {
        double value = Double.longBitsToDouble(Long.parseUnsignedLong(bits, 16));
        assertThat(CanonicalJson.of(json(expected))).isEqualTo(expected);
        assertThat(Double.parseDouble(expected)).isEqualTo(value == 0 ? 0.0 : value);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            1                     | 1.0
            1                     | 1e0
            1                     | 10E-1
            1                     | 1.000000000000000000000000000000
            -0                    | 0
            100                   | 1e2
            0.1                   | 1e-1
            8.41e21               | 8410000000000000000000
            "A"                   | "\\u0041"
            "/"                   | "\\/"
            "é"                   | "\\u00e9"
            "\\n"                 | "\\u000A"
            {"a":1,"b":[1,2]}     | { "b" : [ 1 , 2.0 ] , "a" : 1 }
            {"a":{"x":1,"y":2}}   | {"a":{"y":2,"x":1}}
            """)
    void twoSpellings_ofOneDocument_haveOneDigest(String one, String other) throws Exception {
        assertThat(digest(one)).isEqualTo(digest(other));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            1             | "1"
            1             | 1.0000000000000002
            "1.0"         | "1"
            null          | "null"
            {}            | []
            {"a":null}    | {}
            [1,2]         | [2,1]
            "é"           | "e\\u0301"
            "a"           | "A"
            ""            | " "
            {"a":"b,c"}   | {"a":"b","c":""}
            0             | 5e-324
            """)
    void twoDocuments_thatDiffer_haveTwoDigests(String one, String other) throws Exception {
        assertThat(digest(one)).isNotEqualTo(digest(other));
    }

    @ParameterizedTest
    @ValueSource(strings = {"9007199254740993", "1e400", "1e-400", "0.10000000000000000555", "123456789.123456789123"})
    void number_withoutAnExactDouble_isRefused(String number) throws Exception {
        JsonNode tree = json("{\"n\":[" + number + "]}");
        assertThat(CanonicalJson.survives(new BigDecimal(number))).isFalse();
        assertThatThrownBy(() -> CanonicalJson.of(tree))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("write it as a string");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\uD800", "a\uDC00", "\uDC00\uD800", "x\uD83D", "\u0000"})
    void text_withoutAForm_isRefused(String text) {
        assertThatThrownBy(() -> CanonicalJson.of(TextNode.valueOf(text))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void notANumber_isRefused() {
        assertThatThrownBy(() -> CanonicalJson.of(DoubleNode.valueOf(Double.NaN)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void digest_ofAKnownText_isItsSha256() {
        assertThat(CanonicalJson.digest("abc"))
                .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

    private static String digest(String text) throws Exception {
        return CanonicalJson.digest(CanonicalJson.of(json(text)));
    }

    private static JsonNode json(String text) throws Exception {
        return Json.MAPPER.readTree(text);
    }
}
