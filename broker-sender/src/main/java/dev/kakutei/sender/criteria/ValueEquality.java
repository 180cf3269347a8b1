package dev.kakutei.sender.criteria;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.Optional;

/**
 * Whether two values are the same: numbers as decimals, everything else as it is written. It descends as deep as both
 * go, which the answer's reader has bounded.
 */
final class ValueEquality {
    /** Asked of each pair of single values; 0 for the same. */
    private static final Comparator<JsonNode> NUMBERS_AS_DECIMALS = (one, other) -> {
        boolean same = one.isNumber() && other.isNumber()
                ? one.decimalValue().compareTo(other.decimalValue()) == 0
                : one.equals(other);
        return same ? 0 : 1;
    };

    private ValueEquality() {}

    static Verdict of(JsonNode one, JsonNode other) {
        if (one.isNumber() && other.isNumber()) {
            return Verdict.of(one.decimalValue().compareTo(other.decimalValue()) == 0);
        }
        if (one.isTextual() && other.isTextual()) {
            return Verdict.of(one.textValue().equals(other.textValue()));
        }
        if (one.isBoolean() && other.isBoolean()) {
            return Verdict.of(one.booleanValue() == other.booleanValue());
        }
        if (one.isContainerNode() || other.isContainerNode()) {
            return Verdict.of(one.equals(NUMBERS_AS_DECIMALS, other));
        }
        return lookAlike(one, other) ? Verdict.NOT_APPLICABLE : Verdict.FAILS;
    }

    /** {@code "0"} and {@code 0}: not the same, but the author of the condition did not mean to say that they differ. */
    private static boolean lookAlike(JsonNode one, JsonNode other) {
        if (one.isNumber() == other.isNumber()) {
            return false;
        }
        Optional<BigDecimal> first = Decimal.of(one);
        Optional<BigDecimal> second = Decimal.of(other);
        return first.isPresent() && second.isPresent() && first.get().compareTo(second.get()) == 0;
    }
}
