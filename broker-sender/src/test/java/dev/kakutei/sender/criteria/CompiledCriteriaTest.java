package dev.kakutei.sender.criteria;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.schemas.codec.Json;
import dev.kakutei.schemas.gateway.Condition;
import dev.kakutei.schemas.gateway.Criteria;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;

/** SPEC D2: the twelve operations, each where it holds, where it fails, and where it is not applicable. */
class CompiledCriteriaTest {
    private static final Map<String, String> HEADERS =
            Map.of("x-left", "0", "x-word", "Gone", "x-price", "1.50", "x-empty", "");

    private final List<String> counted = new ArrayList<>();

    private static Condition condition(String path, String operation, String value) {
        return new Condition(
                path,
                Condition.Operation.valueOf(operation.toUpperCase(Locale.ROOT)),
                value == null ? null : json(value));
    }

    private static JsonNode json(String text) {
        try {
            return Json.MAPPER.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    private static AnswerFields fields(String body) {
        return new AnswerFields(429, HEADERS, AnswerJson.read(body.getBytes(UTF_8), UTF_8));
    }

    private CompiledCriteria compiled(Criteria.MatchMode mode, Condition... conditions) {
        return CompiledCriteria.compile(
                new Criteria(List.of(conditions), mode),
                "bank",
                "response_refused_criteria",
                (gateway, list) -> counted.add(gateway + " " + list));
    }

    @ParameterizedTest(name = "{0} {1} {2} of {3} -> {4}")
    @CsvFileSource(
            resources = "operations.csv",
            delimiter = '|',
            nullValues = "-",
            numLinesToSkip = 1,
            quoteCharacter = '~')
    void judge_oneCondition_isReadAsTheTableSays(
            String path, String operation, String value, String body, String expected) {
        boolean unreadable = expected.equals("UNREADABLE");
        Verdict verdict = unreadable ? Verdict.NOT_APPLICABLE : Verdict.valueOf(expected);

        assertThat(compiled(Criteria.MatchMode.ALL, condition(path, operation, value))
                        .judge(fields(body == null ? "" : body))
                        .verdict())
                .isEqualTo(verdict);
        assertThat(counted).hasSize(verdict == Verdict.NOT_APPLICABLE && !unreadable ? 1 : 0);
    }

    @ParameterizedTest(name = "{0} {1}{2}{3} -> {4}")
    @CsvSource({
        "ALL, h, h, h, HOLDS",
        "ALL, h, f, h, FAILS",
        "ALL, h, s, h, NOT_APPLICABLE",
        "ALL, s, f, h, FAILS",
        "ALL, f, s, h, FAILS",
        "ANY, f, f, f, FAILS",
        "ANY, f, h, f, HOLDS",
        "ANY, f, s, f, NOT_APPLICABLE",
        "ANY, s, h, f, HOLDS",
        "ANY, s, s, s, NOT_APPLICABLE",
    })
    void judge_severalConditions_areJoinedByTheirMode(
            Criteria.MatchMode mode, String first, String second, String third, Verdict expected) {
        CompiledCriteria criteria = compiled(mode, made(first), made(second), made(third));

        assertThat(criteria.judge(fields("{\"n\":\"word\"}")).verdict()).isEqualTo(expected);
    }

    private static Condition made(String kind) {
        return switch (kind) {
            case "h" -> condition("$.n", "eq", "\"word\"");
            case "f" -> condition("$.n", "eq", "\"other\"");
            default -> condition("$.n", "gt", "5");
        };
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ANY|{\"a\":1,\"b\":2}|response_refused_criteria: $.a eq 1",
                "ANY|{\"a\":0,\"b\":2}|response_refused_criteria: $.b gte 2",
                "ANY|{\"a\":0,\"b\":0}|response_refused_criteria not met: $.a eq 1 or $.b gte 2",
                "ANY|{\"a\":0,\"b\":\"x\"}|response_refused_criteria not applicable: $.b gte 2",
                "ALL|{\"a\":1,\"b\":2}|response_refused_criteria: $.a eq 1 and $.b gte 2",
                "ALL|{\"a\":1,\"b\":0}|response_refused_criteria not met: $.b gte 2",
            })
    void judge_anyAnswer_saysWhatDecided(Criteria.MatchMode mode, String body, String because) {
        CompiledCriteria criteria = compiled(mode, condition("$.a", "eq", "1"), condition("$.b", "gte", "2"));

        assertThat(criteria.judge(fields(body)).because()).isEqualTo(because);
    }

    @Test
    void judge_noConditions_holdForEveryAnswer() {
        for (Criteria.MatchMode mode : Criteria.MatchMode.values()) {
            assertThat(compiled(mode).judge(fields("{}")).verdict()).isEqualTo(Verdict.HOLDS);
            assertThat(compiled(mode).judge(fields("")).because())
                    .isEqualTo("response_refused_criteria: no conditions");
        }
    }

    @Test
    void judge_conditionNotApplicable_isCountedByGatewayAndList() {
        compiled(Criteria.MatchMode.ANY, made("s"), made("s")).judge(fields("{\"n\":\"word\"}"));

        assertThat(counted).containsExactly("bank response_refused_criteria", "bank response_refused_criteria");
    }

    @Test
    void judge_longText_isNoTextForARegex() {
        CompiledCriteria criteria = compiled(Criteria.MatchMode.ALL, condition("$.n", "regex", "\"a\""));

        assertThat(criteria.judge(fields("{\"n\":\"" + "a".repeat(16_384) + "\"}"))
                        .verdict())
                .isEqualTo(Verdict.HOLDS);
        assertThat(criteria.judge(fields("{\"n\":\"" + "a".repeat(16_385) + "\"}"))
                        .verdict())
                .isEqualTo(Verdict.NOT_APPLICABLE);
        assertThat(counted).hasSize(1);
    }

    @Test
    void judge_moreThanAThousandValues_isNotApplicableUnlessDecidedBefore() {
        CompiledCriteria first = compiled(Criteria.MatchMode.ALL, condition("$[*]", "in", "[0,7]"));
        CompiledCriteria last = compiled(Criteria.MatchMode.ALL, condition("$[*]", "eq", "1"));
        String many = "[" + "0,".repeat(1000) + "1]";

        assertThat(first.judge(fields(many)).verdict()).isEqualTo(Verdict.HOLDS);
        assertThat(last.judge(fields(many)).verdict()).isEqualTo(Verdict.NOT_APPLICABLE);
    }

    @ParameterizedTest(name = "{0} {1} {2}")
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            quoteCharacter = '~',
            value = {
                "$..a          | exists   | -       | not a path of names",
                "$.a[?(@.b)]   | exists   | -       | not a path of names",
                "$.a.length()  | exists   | -       | not a path of names",
                "$.a[0:2]      | exists   | -       | not a path of names",
                "$.a[0,1]      | exists   | -       | not a path of names",
                "$['a','b']    | exists   | -       | not a path of names",
                "$.a[-1]       | exists   | -       | not a path of names",
                "$.a[(@.x)]    | exists   | -       | not a path of names",
                "a.b           | exists   | -       | not a path of names",
                "@.a           | exists   | -       | not a path of names",
                "header:       | exists   | -       | names no header",
                "$.a           | exists   | true    | takes no value",
                "$.a           | missing  | 1       | takes no value",
                "$.a           | gt       | -       | needs a number",
                "$.a           | lte      | ~\"x\"~ | needs a number",
                "$.a           | gte      | null    | needs a number",
                "$.a           | in       | 5       | needs a list",
                "$.a           | nin      | []      | needs a list",
                "$.a           | contains | -       | needs a single value",
                "$.a           | contains | [1]     | needs a single value",
                "$.a           | regex    | 5       | needs a regex",
                "$.a           | regex    | ~\"(\"~ | is not a pattern",
                "$.a           | regex    | ~\"((a{1000}){1000}){1000}\"~ | repeats too much",
            })
    void compile_conditionThatCannotBe_isRefusedWithItsName(
            String path, String operation, String value, String complaint) {
        assertThatThrownBy(() -> compiled(Criteria.MatchMode.ALL, made("h"), condition(path, operation, value)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("bank: response_refused_criteria[1], " + path + " " + operation)
                .hasMessageContaining(complaint);
    }

    @Test
    void asksFor_conditions_namesTheirPlaces() {
        assertThat(compiled(Criteria.MatchMode.ALL, condition("status", "eq", "200"))
                        .asksForStatus())
                .isTrue();
        assertThat(compiled(Criteria.MatchMode.ALL, condition("status", "eq", "200"))
                        .asksForBody())
                .isFalse();
        assertThat(compiled(Criteria.MatchMode.ALL, made("h")).asksForBody()).isTrue();
        assertThat(compiled(Criteria.MatchMode.ALL, made("h")).asksForStatus()).isFalse();
    }
}
