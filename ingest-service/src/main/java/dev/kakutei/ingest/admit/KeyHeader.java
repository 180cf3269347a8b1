package dev.kakutei.ingest.admit;

import dev.kakutei.schemas.request.Submission;
import java.util.Optional;

/**
 * An idempotency key as a header spells it: bare, or as the IETF draft asks, a string in quotes (RFC 9651). {@code abc}
 * and {@code "abc"} are one key. What begins with a quote is always read as a string, so that no value has two readings.
 */
final class KeyHeader {
    static final String RULE = Submission.KEY_RULE + ", bare or as a string in quotes";

    private KeyHeader() {}

    /** Empty for what is no key. */
    static Optional<String> key(String header) {
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
