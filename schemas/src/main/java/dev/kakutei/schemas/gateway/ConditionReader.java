package dev.kakutei.schemas.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/** Reads one condition: where to look, what to do, and what to compare with (SPEC D2, D4). */
final class ConditionReader {
    static final int MAX_LIST = 1000;
    private static final int MAX_VALUE = 10_000;
    /** No exponent: 1e999999999 would be a short text and a long number. */
    private static final java.util.regex.Pattern DECIMAL =
            java.util.regex.Pattern.compile("[+-]?[0-9]{1,40}(\\.[0-9]{1,40})?");

    private ConditionReader() {}

    /** Null where it cannot be made. */
    static Condition read(Section section) {
        String path = section.required("path", "where to look: $.status, status, or header:NAME");
        if (path != null) {
            complaint(path).ifPresent(text -> section.mistake("path", text));
        }
        Condition.Operation operation = section.word("operation", Condition.Operation.class, null);
        if (operation == null && !section.has("operation")) {
            section.mistake("operation", "is missing: one of " + Section.words(Condition.Operation.class));
        }
        // asked for in any case, so that it counts as known
        JsonNode value = section.node("value");
        if (operation != null) {
            check(section, operation, value);
        }
        section.refuseUnknown();
        return path == null || operation == null
                ? null
                : new Condition(path, operation, value.isMissingNode() ? null : value);
    }

    private static Optional<String> complaint(String path) {
        if (path.equals(Condition.STATUS)) {
            return Optional.empty();
        }
        if (path.startsWith(Condition.HEADER)) {
            String header = path.substring(Condition.HEADER.length());
            return HeaderNames.isToken(header)
                    ? Optional.empty()
                    : Optional.of("\"" + header + "\" is not a header's name: header:NAME");
        }
        return JsonPathSyntax.complaint(path)
                .map(text -> text + "; or status for the HTTP status, header:NAME for a header");
    }

    private static void check(Section section, Condition.Operation operation, JsonNode value) {
        mistake(operation, value).ifPresent(text -> section.mistake("value", text));
    }

    private static Optional<String> mistake(Condition.Operation operation, JsonNode value) {
        String word = "\"" + operation.name().toLowerCase(java.util.Locale.ROOT) + "\" ";
        return switch (operation) {
            case EXISTS, MISSING -> unless(value.isMissingNode(), word + "compares with nothing: leave the value out");
            case EQ, NE ->
                value.isMissingNode()
                        ? Optional.of("is missing: " + word + "compares with it")
                        : unless(
                                value.toString().length() <= MAX_VALUE,
                                "must have at most " + MAX_VALUE + " characters");
            case GT, GTE, LT, LTE ->
                unless(isNumber(value), word + "needs a number, such as 100 or \"99.95\"" + but(value));
            case IN, NIN ->
                unless(
                        isListOfSingles(value),
                        word + "needs a list of 1 to " + MAX_LIST + " single values: [ok, done]" + but(value));
            case CONTAINS ->
                unless(
                        value.isValueNode() && !value.isNull() && value.asText().length() <= MAX_VALUE,
                        word + "needs a single value of at most " + MAX_VALUE + " characters" + but(value));
            case REGEX -> ofPattern(value);
        };
    }

    private static Optional<String> unless(boolean right, String mistake) {
        return right ? Optional.empty() : Optional.of(mistake);
    }

    private static Optional<String> ofPattern(JsonNode value) {
        if (!value.isTextual() || value.asText().isEmpty()) {
            return Optional.of("\"regex\" needs a pattern in quotes: \"^ok\"" + but(value));
        }
        try {
            LinearPattern.compile(value.asText());
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.of(e.getMessage());
        }
    }

    private static boolean isNumber(JsonNode value) {
        return value.isNumber()
                || (value.isTextual() && DECIMAL.matcher(value.asText()).matches());
    }

    private static boolean isListOfSingles(JsonNode value) {
        if (!value.isArray() || value.isEmpty() || value.size() > MAX_LIST) {
            return false;
        }
        for (JsonNode each : value) {
            if (!each.isValueNode()) {
                return false;
            }
        }
        return true;
    }

    private static String but(JsonNode value) {
        if (value.isMissingNode()) {
            return ", and none is given";
        }
        String text = value.toString();
        return ", not " + (text.length() <= 60 ? text : text.substring(0, 60) + "…");
    }
}
