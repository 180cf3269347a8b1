package dev.kakutei.schemas.gateway;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * One thing that an answer is asked (SPEC D2).
 *
 * @param path a JSONPath into the body ({@code $.error.code}), {@code status} for the HTTP status, or
 *     {@code header:NAME} for a header; what is not there is null
 * @param value what is compared with; null where the operation needs none
 */
public record Condition(String path, Operation operation, JsonNode value) {
    public static final String STATUS = "status";
    public static final String HEADER = "header:";

    public Condition {
        requireNonNull(path, "path");
        requireNonNull(operation, "operation");
    }

    /** The operations of SPEC D2, by the words of the file. */
    public enum Operation {
        EQ,
        NE,
        GT,
        GTE,
        LT,
        LTE,
        IN,
        NIN,
        EXISTS,
        MISSING,
        CONTAINS,
        REGEX
    }
}
