package dev.kakutei.sender.criteria;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.nio.charset.Charset;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** SPEC D2: a body that is not JSON is a clear outcome, and nothing that is sent costs more than it is long. */
class AnswerJsonTest {
    private static JsonNode read(String text) {
        return AnswerJson.read(text.getBytes(UTF_8), UTF_8);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "OK",
                "<html>",
                "{",
                "{\"a\":1",
                "{\"a\":1}x",
                "{} {}",
                "{\"a\":1,\"a\":2}",
                "{\"a\":{\"b\":1,\"b\":2}}",
                "{'a':1}",
                "{\"a\":NaN}",
                "{\"a\":01}",
                "{\"a\":1,}",
                "// x\n{}",
                "{\"a\":1e99999999999}",
                "{\"a\":1e-99999999999}",
                "{\"a\":\"\u0001\"}",
                "\uFEFF\uFEFF{}",
            })
    void read_anythingElse_isNoJson(String text) {
        assertThat(read(text).isMissingNode()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", " [] ", "null", "5", "\"x\"", "\uFEFF{\"a\":1}"})
    void read_json_isJson(String text) {
        assertThat(read(text).isMissingNode()).isFalse();
    }

    @Test
    void read_otherEncoding_isTakenAsSaid() {
        String text = "{\"m\":\"größer 足りない\"}";

        assertThat(AnswerJson.read(text.getBytes(Charset.forName("GB18030")), Charset.forName("GB18030"))
                        .path("m")
                        .textValue())
                .isEqualTo("größer 足りない");
        assertThat(AnswerJson.read(text.getBytes(UTF_16), UTF_16).path("m").textValue())
                .isEqualTo("größer 足りない");
        assertThat(AnswerJson.read("{\"m\":\"größer\"}".getBytes(ISO_8859_1), UTF_8)
                        .isMissingNode())
                .isTrue();
    }

    @Test
    void read_depth_isBounded() {
        assertThat(read("[".repeat(100) + "]".repeat(100)).isArray()).isTrue();
        assertThat(read("[".repeat(101) + "]".repeat(101)).isMissingNode()).isTrue();
        assertThat(read("[".repeat(1_000_000)).isMissingNode()).isTrue();
        assertThat(read("{\"a\":".repeat(200_000)).isMissingNode()).isTrue();
    }

    @Test
    void read_numberOfTokens_isBounded() {
        assertThat(read("[" + "1,".repeat(99_000) + "1]").isArray()).isTrue();
        assertThat(read("[" + "1,".repeat(101_000) + "1]").isMissingNode()).isTrue();
    }

    @Test
    void read_hugeNumbers_areComparedAndNotWrittenOut() {
        assertTimeoutPreemptively(Duration.ofSeconds(60), () -> {
            JsonNode numbers = read("[1e999999999, -1e999999999, 1e-999999999, 0e999999999, 10e2147483646]");
            assertThat(Decimal.of(numbers.get(0)).orElseThrow()).isGreaterThan(BigDecimal.TEN);
            assertThat(Decimal.of(numbers.get(1)).orElseThrow()).isLessThan(BigDecimal.TEN);
            assertThat(Decimal.of(numbers.get(2)).orElseThrow()).isBetween(BigDecimal.ZERO, BigDecimal.ONE);
            assertThat(Decimal.of(numbers.get(3)).orElseThrow()).isEqualByComparingTo("0");
            assertThat(numbers.get(0).asText()).hasSizeLessThan(20);
        });
        assertThat(read("[" + "9".repeat(1000) + "]").isArray()).isTrue();
        assertThat(read("[" + "9".repeat(1001) + "]").isMissingNode()).isTrue();
    }

    @Test
    void read_exponentsAtTheEdgeOfADecimal_neverThrow() {
        for (String digits : new String[] {"1", "10", "1000", "1.000", "0", "0.0", "9".repeat(900)}) {
            for (long exponent = 2_147_483_640L; exponent < 2_147_483_656L; exponent++) {
                JsonNode high = read("[" + digits + "e" + exponent + ",1]");
                JsonNode low = read("[" + digits + "e-" + exponent + ",1]");
                high.forEach(one -> low.forEach(other -> ValueEquality.of(one, other)));
            }
        }
    }

    @Test
    void read_randomBytes_neverThrow() {
        Random random = new Random(7);
        for (int i = 0; i < 3000; i++) {
            byte[] bytes = new byte[random.nextInt(200)];
            random.nextBytes(bytes);
            AnswerJson.read(bytes, i % 2 == 0 ? UTF_8 : UTF_16);
        }
    }
}
