package dev.kakutei.sender.criteria;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.schemas.gateway.Condition;
import dev.kakutei.schemas.gateway.Criteria;
import dev.kakutei.schemas.gateway.GatewayFile;
import dev.kakutei.schemas.gateway.InvalidGatewayFile;
import dev.kakutei.testkit.GuidePage;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** SPEC D2: the table of operations in docs/guides/gateways.md, each example asked as the sender asks it. */
class OperationsGuideTest {
    private record Example(String operation, String condition, String fits, String other) {}

    static Stream<Example> examples() {
        return GuidePage.of("guides/gateways.md").table("4. What answers mean", "operation").stream()
                .map(row -> new Example(code(row.get(0)), code(row.get(2)), code(row.get(3)), code(row.get(4))));
    }

    private static String code(String cell) {
        assertThat(cell).startsWith("`").endsWith("`");
        return cell.substring(1, cell.length() - 1);
    }

    @Test
    void table_inTheGuide_explainsEveryOperation() {
        List<String> all = Stream.of(Condition.Operation.values())
                .map(operation -> operation.name().toLowerCase(Locale.ROOT))
                .toList();
        assertThat(examples().map(Example::operation)).containsExactlyElementsOf(all);
    }

    @ParameterizedTest
    @MethodSource("examples")
    void example_inTheGuide_holdsWhereItSaysSo(Example example) throws Exception {
        Criteria criteria = read(example.condition());
        assertThat(criteria.conditions())
                .hasSize(1)
                .allSatisfy(condition -> assertThat(condition.operation().name().toLowerCase(Locale.ROOT))
                        .isEqualTo(example.operation()));
        assertThat(verdict(criteria, example.fits())).isEqualTo(Verdict.HOLDS);
        assertThat(verdict(criteria, example.other())).isEqualTo(Verdict.FAILS);
    }

    private static Criteria read(String condition) throws InvalidGatewayFile {
        String file = """
                gateways:
                  acme:
                    class: neither
                    url: https://acme.example
                    paths: {payment: /charges}
                    response_refused_criteria:
                      conditions:
                        - %s
                """.formatted(condition);
        return GatewayFile.read(file).byName().get("acme").answerRules().refused();
    }

    private static Verdict verdict(Criteria criteria, String body) {
        AnswerFields fields = new AnswerFields(200, Map.of(), AnswerJson.read(body.getBytes(UTF_8), UTF_8));
        return CompiledCriteria.compile(criteria, "acme", "response_refused_criteria", CriteriaEvents.NONE)
                .judge(fields)
                .verdict();
    }
}
