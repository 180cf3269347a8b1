package dev.kakutei.schemas.request;

import static java.util.Objects.requireNonNull;

/**
 * One fault of a request.
 *
 * @param field where it is, as a JSON pointer: {@code /quantity}
 * @param message what is wrong and what would be right
 */
public record Violation(String field, String message) {
    public Violation {
        requireNonNull(field, "field");
        requireNonNull(message, "message");
    }
}
