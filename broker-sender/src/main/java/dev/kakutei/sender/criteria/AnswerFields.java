package dev.kakutei.sender.criteria;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;

/**
 * An answer as conditions see it.
 *
 * @param headers names in lower case
 * @param body a missing node where the body is not JSON, or not all of it was read
 */
public record AnswerFields(int status, Map<String, String> headers, JsonNode body) {
    public AnswerFields {
        headers = Map.copyOf(headers);
        requireNonNull(body, "body");
    }
}
