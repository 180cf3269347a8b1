package dev.kakutei.schemas.request;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.schemas.WireText;
import dev.kakutei.schemas.codec.CanonicalJson;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads the fields of one body, remembers which were asked for, and gathers what is wrong with them. */
final class Fields {
    /** Identifiers: simple on purpose, so that they are safe in a path, a header and a log line. */
    static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:/-]{0,99}");

    static final Pattern LINE = Pattern.compile("[^\\p{Cntrl}]{1,200}");
    static final Pattern CURRENCY = Pattern.compile("[A-Z]{3}");
    private static final Pattern KEY =
            Pattern.compile("(?!\\.{1,2}\\z)[\\x21-\\x7e]{1," + Submission.MAX_KEY_LENGTH + "}");
    private static final Pattern DECIMAL = Pattern.compile("(0|[1-9][0-9]{0,17})(\\.[0-9]{1,18})?");
    private static final int MAX_METADATA = 50;
    private static final int MAX_DEPTH = 8;
    private static final int MAX_TEXT = 2000;
    private static final String UNSOUND = "has U+0000 or half a surrogate pair, which cannot be carried as UTF-8";

    private final JsonNode body;
    private final Set<String> known = new HashSet<>();
    private final List<Violation> violations = new ArrayList<>();

    Fields(JsonNode body) {
        this.body = body;
        if (body == null || !body.isObject()) {
            violations.add(new Violation("", "the body must be a JSON object"));
        }
    }

    static boolean isKey(String text) {
        return KEY.matcher(text).matches();
    }

    String text(String name, Pattern pattern, String expected) {
        return require(name) ? optionalText(name, pattern, expected) : null;
    }

    String optionalText(String name, Pattern pattern, String expected) {
        JsonNode value = value(name);
        if (value == null) {
            return null;
        }
        if (!value.isTextual() || !pattern.matcher(value.textValue()).matches()) {
            fault(name, "must be " + expected);
            return null;
        }
        if (!WireText.isSound(value.textValue())) {
            fault(name, UNSOUND);
            return null;
        }
        return value.textValue();
    }

    String optionalKey(String name) {
        return optionalText(name, KEY, Submission.KEY_RULE);
    }

    /** Free words: any line, or several. */
    String optionalNote(String name) {
        JsonNode value = value(name);
        if (value == null) {
            return null;
        }
        String text = value.isTextual() ? value.textValue() : "";
        if (text.isBlank() || text.length() > Submission.MAX_NOTE) {
            fault(name, "must be a text of 1 to " + Submission.MAX_NOTE + " characters");
            return null;
        }
        if (!WireText.isSound(text)) {
            fault(name, UNSOUND);
            return null;
        }
        return text;
    }

    String oneOf(String name, Set<String> words) {
        if (!require(name)) {
            return null;
        }
        JsonNode value = value(name);
        if (!value.isTextual() || !words.contains(value.textValue())) {
            fault(name, "must be one of " + words.stream().sorted().toList());
            return null;
        }
        return value.textValue();
    }

    BigDecimal positiveDecimal(String name) {
        if (!require(name)) {
            return null;
        }
        JsonNode value = value(name);
        if (!value.isTextual() || !DECIMAL.matcher(value.textValue()).matches()) {
            fault(name, "must be a decimal in a string, at most 18 digits on either side of the point: \"1200.00\"");
            return null;
        }
        BigDecimal decimal = new BigDecimal(value.textValue());
        if (decimal.signum() <= 0) {
            fault(name, "must be greater than 0");
            return null;
        }
        return decimal;
    }

    Instant optionalInstant(String name) {
        JsonNode value = value(name);
        if (value == null) {
            return null;
        }
        try {
            Instant instant = OffsetDateTime.parse(value.isTextual() ? value.textValue() : "")
                    .toInstant();
            if (instant.isAfter(Instant.parse("9999-12-31T23:59:59Z")) || instant.isBefore(Instant.EPOCH)) {
                throw new DateTimeException("out of range");
            }
            return instant;
        } catch (DateTimeException e) {
            fault(name, "must be an RFC 3339 date and time: \"2027-12-01T00:00:00Z\"");
            return null;
        }
    }

    void optionalMetadata(String name) {
        JsonNode value = value(name);
        if (value == null) {
            return;
        }
        if (!value.isObject()) {
            fault(name, "must be a JSON object");
        } else if (value.size() > MAX_METADATA) {
            fault(name, "must have at most " + MAX_METADATA + " entries");
        } else {
            checkFree(value, "/" + name, 1);
        }
    }

    /** Records a missing field, and answers whether it is there. */
    boolean require(String name) {
        known.add(name);
        if (value(name) == null) {
            fault(name, "is missing");
            return false;
        }
        return true;
    }

    /** Records that a field may be there, without a look at it. */
    void expect(String name) {
        known.add(name);
    }

    void forbid(String name, String why) {
        if (value(name) != null) {
            fault(name, why);
        }
    }

    void refuseUnknown() {
        if (body == null || !body.isObject()) {
            return;
        }
        body.fieldNames().forEachRemaining(name -> {
            if (!known.contains(name)) {
                violations.add(new Violation(
                        pointer("", name), "is not a field of this request; put your own data in metadata"));
            }
        });
    }

    void orThrow() throws InvalidRequest {
        if (!violations.isEmpty()) {
            if (body == null || !body.isObject()) {
                throw new InvalidRequest(violations.subList(0, 1));
            }
            violations.sort(Comparator.comparing(Violation::field));
            throw new InvalidRequest(violations);
        }
    }

    /** A null is the same as nothing: both say that the caller asks for nothing. */
    private JsonNode value(String name) {
        known.add(name);
        JsonNode value = body == null ? null : body.get(name);
        return value == null || value.isNull() ? null : value;
    }

    private void checkFree(JsonNode node, String path, int depth) {
        if (depth > MAX_DEPTH) {
            violations.add(new Violation(path, "is nested deeper than " + MAX_DEPTH + " levels"));
        } else if (node.isNumber() && !CanonicalJson.survives(node.decimalValue())) {
            violations.add(new Violation(path, "has no exact double; write the number as a string"));
        } else if (node.isTextual() && node.textValue().length() > MAX_TEXT) {
            violations.add(new Violation(path, "is longer than " + MAX_TEXT + " characters"));
        } else if (node.isTextual() && !WireText.isSound(node.textValue())) {
            violations.add(new Violation(path, UNSOUND));
        } else if (node.isObject()) {
            node.properties().forEach(entry -> {
                String place = pointer(path, entry.getKey());
                if (!WireText.isSound(entry.getKey())) {
                    violations.add(new Violation(place, "the name " + UNSOUND));
                }
                checkFree(entry.getValue(), place, depth + 1);
            });
        } else if (node.isArray()) {
            for (int i = 0; i < node.size(); i++) {
                checkFree(node.get(i), path + "/" + i, depth + 1);
            }
        }
    }

    private void fault(String name, String message) {
        violations.add(new Violation("/" + name, message));
    }

    /** RFC 6901; a hostile name is cut and made sound, so that an error can be reported and carries no megabyte. */
    private static String pointer(String path, String name) {
        String cut = WireText.sound(name, 100) + (name.length() > 100 ? "…" : "");
        return path + "/" + cut.replace("~", "~0").replace("/", "~1");
    }
}
