package dev.kakutei.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.kakutei.schemas.WireText;
import dev.kakutei.schemas.request.Violation;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The fields of a body, each read once; collects every mistake in them. */
public final class BodyFields {
    private static final int LONGEST_NAME = 50;

    private final JsonNode body;
    private final String at;
    private final Set<String> asked = new LinkedHashSet<>();
    private final List<Violation> violations;

    public BodyFields(JsonNode body) throws Refused {
        this(body, "", new ArrayList<>());
        if (!body.isObject()) {
            throw new Refused(Problem.malformed("The body must be a JSON object."));
        }
    }

    private BodyFields(JsonNode body, String at, List<Violation> violations) {
        this.body = body;
        this.at = at;
        this.violations = violations;
    }

    /** An object inside; an empty one where there is none. Its mistakes are reported with those of the whole. */
    public BodyFields inner(String name) {
        JsonNode value = given(name);
        if (value != null && !value.isObject()) {
            mistake(name, "must be an object");
        }
        return new BodyFields(
                value == null || !value.isObject() ? JsonNodeFactory.instance.objectNode() : value,
                pointer(name),
                violations);
    }

    /** Text that a person wrote: neither blank nor too long. */
    public String requiredText(String name, int longest) {
        String text = text(name, longest).orElse(null);
        if (text == null && !has(name)) {
            mistake(name, "is missing");
        } else if (text != null && text.isBlank()) {
            mistake(name, "must not be blank");
        }
        return text;
    }

    public Optional<String> text(String name, int longest) {
        JsonNode value = given(name);
        if (value == null) {
            return Optional.empty();
        }
        if (!value.isTextual()) {
            mistake(name, "must be a string");
            return Optional.empty();
        }
        if (value.textValue().length() > longest) {
            mistake(name, "must have at most " + longest + " characters");
            return Optional.empty();
        }
        if (!WireText.isSound(value.textValue())) {
            mistake(name, "has a character that is not allowed: U+0000, or half of a surrogate pair");
            return Optional.empty();
        }
        return Optional.of(value.textValue());
    }

    /** Null where it is missing or none of them, which is reported as a mistake. */
    public <T> T requiredWord(String name, Map<String, T> words) {
        JsonNode value = given(name);
        T word = value != null && value.isTextual() ? words.get(value.textValue()) : null;
        if (word == null) {
            mistake(
                    name,
                    (value == null ? "is missing; it is one of " : "must be one of ")
                            + String.join(", ", words.keySet()));
        }
        return word;
    }

    /** Zero where it is missing or invalid, which is reported as a mistake. */
    public int requiredNumber(String name, int min, int max) {
        JsonNode value = given(name);
        if (value == null) {
            mistake(name, "is missing");
            return 0;
        }
        return number(name, value, min, max);
    }

    public int number(String name, int fallback, int min, int max) {
        JsonNode value = given(name);
        return value == null ? fallback : number(name, value, min, max);
    }

    public boolean truth(String name) {
        JsonNode value = given(name);
        if (value != null && !value.isBoolean()) {
            mistake(name, "must be true or false");
        }
        return value != null && value.booleanValue();
    }

    public boolean has(String name) {
        return given(name) != null;
    }

    public void mistake(String name, String message) {
        violations.add(new Violation(pointer(name), message));
    }

    /** What was not asked for is unknown. */
    public void nothingElse() {
        body.fieldNames().forEachRemaining(name -> {
            if (!asked.contains(name)) {
                violations.add(new Violation(
                        at + "/"
                                + WireText.sound(name, LONGEST_NAME)
                                        .replace("~", "~0")
                                        .replace("/", "~1"),
                        "is not a field here; there are: " + String.join(", ", asked)));
            }
        });
    }

    /** Call when everything was asked for. */
    public void check() throws Refused {
        nothingElse();
        if (!violations.isEmpty()) {
            throw new Refused(Problem.invalid(violations));
        }
    }

    /** A field that is null is not given. */
    private JsonNode given(String name) {
        asked.add(name);
        JsonNode value = body.get(name);
        return value == null || value.isNull() ? null : value;
    }

    private int number(String name, JsonNode value, int min, int max) {
        BigDecimal number = value.isNumber() ? value.decimalValue() : null;
        if (!value.isIntegralNumber()
                || number.compareTo(BigDecimal.valueOf(min)) < 0
                || number.compareTo(BigDecimal.valueOf(max)) > 0) {
            mistake(name, "must be a whole number from " + min + " to " + max);
            return 0;
        }
        return number.intValueExact();
    }

    private String pointer(String name) {
        return at + "/" + name;
    }
}
