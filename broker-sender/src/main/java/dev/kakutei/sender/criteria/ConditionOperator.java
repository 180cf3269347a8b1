package dev.kakutei.sender.criteria;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.re2j.Pattern;
import dev.kakutei.schemas.gateway.Condition;
import dev.kakutei.schemas.gateway.LinearPattern;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntPredicate;

/** How the values of a field are compared: one of the operations with its own value (SPEC D2). */
@FunctionalInterface
interface ConditionOperator {
    /** The longest text that a regex is matched against. */
    int MAX_REGEX_INPUT = 16 * 1024;

    /** Of values that are compared, in the file and in the answer. */
    int MAX_LIST = 1000;

    Set<Condition.Operation> WITHOUT_VALUE = Set.of(Condition.Operation.EXISTS, Condition.Operation.MISSING);

    Verdict of(List<JsonNode> values);

    /** @throws IllegalArgumentException which says what is wrong with the condition */
    static ConditionOperator of(Condition condition) {
        JsonNode value = condition.value();
        if (WITHOUT_VALUE.contains(condition.operation()) && value != null && !value.isNull()) {
            throw new IllegalArgumentException("takes no value");
        }
        return switch (condition.operation()) {
            case EXISTS -> values -> Verdict.of(!values.isEmpty());
            case MISSING -> values -> Verdict.of(values.isEmpty());
            case EQ -> equal(value);
            case NE -> negated(equal(value));
            case IN -> in(value);
            case NIN -> negated(in(value));
            case GT -> ordered(value, order -> order > 0);
            case GTE -> ordered(value, order -> order >= 0);
            case LT -> ordered(value, order -> order < 0);
            case LTE -> ordered(value, order -> order <= 0);
            case CONTAINS -> contains(value);
            case REGEX -> regex(value);
        };
    }

    private static ConditionOperator equal(JsonNode expected) {
        if (expected == null || expected.isNull()) {
            return values -> Verdict.of(values.isEmpty());
        }
        return any(actual -> ValueEquality.of(actual, expected));
    }

    private static ConditionOperator in(JsonNode list) {
        if (list == null || !list.isArray() || list.isEmpty() || list.size() > MAX_LIST) {
            throw new IllegalArgumentException("needs a list of 1 to " + MAX_LIST + " values");
        }
        List<ConditionOperator> operators = new ArrayList<>();
        list.forEach(expected -> operators.add(equal(expected)));
        return values -> firstOf(operators, operator -> operator.of(values));
    }

    private static ConditionOperator ordered(JsonNode value, IntPredicate wanted) {
        BigDecimal expected = Optional.ofNullable(value)
                .flatMap(Decimal::of)
                .orElseThrow(() -> new IllegalArgumentException("needs a number"));
        return any(actual -> Decimal.of(actual)
                .map(number -> Verdict.of(wanted.test(number.compareTo(expected))))
                .orElse(Verdict.NOT_APPLICABLE));
    }

    private static ConditionOperator contains(JsonNode expected) {
        if (expected == null || expected.isNull() || !expected.isValueNode()) {
            throw new IllegalArgumentException("needs a single value");
        }
        return any(actual -> {
            if (actual.isArray()) {
                return firstOf(actual, element -> ValueEquality.of(element, expected));
            }
            return actual.isTextual() && expected.isTextual()
                    ? Verdict.of(actual.textValue().contains(expected.textValue()))
                    : Verdict.NOT_APPLICABLE;
        });
    }

    private static ConditionOperator regex(JsonNode value) {
        if (value == null || !value.isTextual()) {
            throw new IllegalArgumentException("needs a regex");
        }
        Pattern pattern = LinearPattern.compile(value.textValue());
        return any(actual -> {
            boolean readable = actual.isTextual() || actual.isIntegralNumber();
            String text = readable ? actual.asText() : null;
            return text == null || text.length() > MAX_REGEX_INPUT
                    ? Verdict.NOT_APPLICABLE
                    : Verdict.of(pattern.matcher(text).find());
        });
    }

    private static ConditionOperator negated(ConditionOperator operator) {
        return values -> operator.of(values).negated();
    }

    private static ConditionOperator any(Function<JsonNode, Verdict> one) {
        return values -> firstOf(values, one);
    }

    /** Holds where one does; fails only where all do. Never looks at more than {@link #MAX_LIST} values. */
    private static <T> Verdict firstOf(Iterable<T> all, Function<T, Verdict> one) {
        Verdict verdict = Verdict.FAILS;
        int seen = 0;
        for (T each : all) {
            Verdict next = ++seen > MAX_LIST ? Verdict.NOT_APPLICABLE : one.apply(each);
            if (next == Verdict.HOLDS || seen > MAX_LIST) {
                return next;
            }
            verdict = next == Verdict.NOT_APPLICABLE ? next : verdict;
        }
        return verdict;
    }
}
