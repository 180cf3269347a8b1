package dev.kakutei.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** SPEC A1: the key's header, bare and as the IETF draft writes it. */
class KeyHeaderTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "abc | abc",
                "\"abc\" | abc",
                "  \"abc\"   | abc",
                "a\"b | a\"b",
                "abc\" | abc\"",
                "\"a\\\"b\" | a\"b",
                "\"a\\\\b\" | a\\b",
                "a\\b | a\\b",
                "... | ...",
                "a,b;c=1 | a,b;c=1",
            })
    void key_bareOrQuoted_isRead(String header, String key) {
        assertThat(KeyHeader.key(header)).contains(key);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "   ",
                "\"\"",
                "\"",
                "\"abc",
                "\"a\"b\"",
                "\"a\";p=1",
                "\"a\", \"b\"",
                "\"a\\nb\"",
                "\"abc\\\"",
                "\"a b\"",
                "a b",
                "clé",
                ".",
                "..",
                "\"..\"",
                "a\u0000b",
            })
    void key_whatIsNone_isEmpty(String header) {
        assertThat(KeyHeader.key(header)).isEmpty();
    }

    @Test
    void key_tooLong_isEmptyInEitherForm() {
        assertThat(KeyHeader.key("k".repeat(255))).isPresent();
        assertThat(KeyHeader.key("\"" + "k".repeat(255) + "\"")).isPresent();
        assertThat(KeyHeader.key("k".repeat(256))).isEmpty();
        assertThat(KeyHeader.key("\"" + "k".repeat(256) + "\"")).isEmpty();
    }

    /** Every key can be written as a string, and different keys never as the same one. */
    @Test
    void key_everyPairOfCharacters_hasOneQuotedFormOfItsOwn() {
        Set<String> quoted = new HashSet<>();
        for (char a = '!'; a <= '~'; a++) {
            for (char b = '!'; b <= '~'; b++) {
                String key = "" + a + b;
                String form = "\"" + key.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
                if (!key.equals("..")) {
                    assertThat(KeyHeader.key(form)).as(form).contains(key);
                    assertThat(quoted.add(form)).isTrue();
                }
            }
        }
    }
}
