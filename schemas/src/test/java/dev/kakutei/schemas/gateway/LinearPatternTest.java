package dev.kakutei.schemas.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.google.re2j.Pattern;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** SPEC D4: a linear-time engine, with limits. */
class LinearPatternTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "^ok$",
                "[0-9]{8}-[0-9]{4}-[0-9]{4}-[0-9]{4}-[0-9]{12}",
                "(?i)insufficient (funds|balance)",
                "(.*a){18}",
                "a{1000}",
                "[]a]{3}",
                "[[:alpha:]]{3,}",
                "\\p{Greek}{2}",
                "\\x{10FFFF}?",
                "\\Q(a{1000}){1000}\\E",
                "x{",
                "x{,5}",
                "[{]5}",
            })
    void compile_ordinaryPattern_isTaken(String regex) {
        assertThat(LinearPattern.compile(regex).pattern()).isEqualTo(regex);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "((a{1000}){1000}){1000}",
                "((((a{100}){100}){100}){100})",
                "(a{0,1000}){0,1000}",
                "(?:a{50,}){50,}",
                "(((x{13}){13}){13})",
                "([]a]{100}){100}",
                "([^]a]{100}){100}",
                "([[:alpha:]]{100}){100}",
                "([a\\]]{100}){100}",
                "(\\p{Greek}{100}){100}",
                "(\\Q(\\E{100}){100}",
                "(\\({100}){100}",
                "(a|b{100}){100}",
            })
    void compile_repetitionOfRepetition_isRefusedBeforeItTakesMemory(String regex) {
        assertTimeoutPreemptively(
                Duration.ofSeconds(60),
                () -> assertThatThrownBy(() -> LinearPattern.compile(regex))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("repeats too much"));
    }

    @Test
    void compile_tooLongOrWrong_isRefusedWithItsReason() {
        assertThat(LinearPattern.compile("a".repeat(512))).isNotNull();
        assertThatThrownBy(() -> LinearPattern.compile("a".repeat(513))).hasMessageContaining("at most 512");
        assertThatThrownBy(() -> LinearPattern.compile("(a")).hasMessageContaining("is not a pattern");
        assertThatThrownBy(() -> LinearPattern.compile("a(?=b)")).hasMessageContaining("is not a pattern");
        assertThatThrownBy(() -> LinearPattern.compile("(a)\\1")).hasMessageContaining("is not a pattern");
    }

    /** The reckoning reads regexes by itself; where it took one for smaller than it is, a bomb could pass. */
    @Test
    void compile_anyPatternThatIsTaken_isNotMuchLargerThanReckoned() {
        String[] pieces = {
            "a",
            "(",
            ")",
            "[",
            "]",
            "^",
            "{3}",
            "{9}",
            "{2,7}",
            "{4,}",
            "\\",
            "Q",
            "E",
            "p",
            "{L}",
            "|",
            "*",
            "?",
            "-",
            "[:alpha:]",
            "x",
            "{41}",
            "\\]",
            "\\[",
            "\\Q",
            "\\E",
            "(?:",
            "(?i)",
            ":]",
            "[:"
        };
        Random random = new Random(11);
        int taken = 0;
        for (int i = 0; i < 60_000; i++) {
            StringBuilder regex = new StringBuilder();
            for (int piece = random.nextInt(14); piece >= 0; piece--) {
                regex.append(pieces[random.nextInt(pieces.length)]);
            }
            try {
                Pattern pattern = LinearPattern.compile(regex.toString());
                taken++;
                assertThat(pattern.programSize()).as("%s", regex).isLessThanOrEqualTo(3 * LinearPattern.MAX_SIZE);
            } catch (IllegalArgumentException e) {
                continue;
            }
        }
        assertThat(taken).isGreaterThan(2000);
    }
}
