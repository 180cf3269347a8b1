package dev.kakutei.sender.criteria;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.Optional;

/**
 * Numbers as decimals. They are only ever compared: {@link BigDecimal#compareTo} looks at the sizes first and writes
 * nothing out, so that a number with an exponent of a billion costs no more than another.
 */
public final class Decimal {
    /** Amounts are shorter; reading a number takes time that grows with the square of its length. */
    private static final int MAX_LENGTH = 128;

    private Decimal() {}

    /** A number, or a text that is one in the form of the wire: {@code -12.50}. */
    public static Optional<BigDecimal> of(JsonNode node) {
        if (node.isNumber()) {
            return Optional.of(node.decimalValue());
        }
        return node.isTextual() ? of(node.textValue()) : Optional.empty();
    }

    public static Optional<BigDecimal> of(String text) {
        return isPlain(text) ? Optional.of(new BigDecimal(text)) : Optional.empty();
    }

    private static boolean isPlain(String text) {
        int from = text.startsWith("-") || text.startsWith("+") ? 1 : 0;
        if (text.length() > MAX_LENGTH || text.length() == from) {
            return false;
        }
        int point = text.indexOf('.');
        String whole = text.substring(from, point < 0 ? text.length() : point);
        return digits(whole) && (point < 0 || digits(text.substring(point + 1)));
    }

    private static boolean digits(String text) {
        return !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
    }
}
