package dev.kakutei.http;

import dev.kakutei.schemas.request.Submission;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An idempotency key as a header spells it: bare, or as the IETF draft asks, a string in quotes (RFC 9651). {@code abc}
 * and {@code "abc"} are one key. What begins with a quote is always read as a string, so that no value has two readings.
 */
public final class KeyHeader {
    public static final String NAME = "Idempotency-Key";
    static final String RULE = Submission.KEY_RULE + ", bare or as a string in quotes";

    private KeyHeader() {}

    /** The one key that all of these headers name; empty where there is none of them. */
    public static Optional<String> only(List<String> headers) throws Refused {
        List<String> keys = new ArrayList<>();
        for (String header : headers) {
            keys.add(key(header).orElseThrow(() -> new Refused(Problem.invalid(NAME, "must be " + RULE))));
        }
        if (keys.stream().distinct().count() > 1) {
            throw new Refused(Problem.invalid(NAME, "is given more than once, with different values"));
        }
        return keys.stream().findFirst();
    }

    /** Empty for what is no key. */
    public static Optional<String> key(String header) {
        String value = header.strip();
        return (value.startsWith("\"") ? unquoted(value) : Optional.of(value)).filter(Submission::isIdempotencyKey);
    }

    private static Optional<String> unquoted(String value) {
        StringBuilder text = new StringBuilder(value.length());
        for (int i = 1; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"') {
                // Only the last character may close it: parameters have no meaning here, and a list is no key.
                return i == value.length() - 1 ? Optional.of(text.toString()) : Optional.empty();
            }
            if (c == '\\') {
                i++;
                if (i == value.length() || (value.charAt(i) != '"' && value.charAt(i) != '\\')) {
                    return Optional.empty();
                }
            }
            text.append(value.charAt(i));
        }
        return Optional.empty();
    }
}
