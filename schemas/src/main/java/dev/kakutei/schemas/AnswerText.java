package dev.kakutei.schemas;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.kakutei.schemas.codec.Json;

/** A gateway's answer as everybody is shown it, over HTTP and on the result topics: an object where it is one. */
public final class AnswerText {
    private AnswerText() {}

    /**
     * @param excerpt the beginning of the answer's body; null where there was none
     * @return the object that it is; any other answer, and an object that was cut, as text; null for null
     */
    public static JsonNode shown(String excerpt) {
        if (excerpt == null) {
            return null;
        }
        if (excerpt.stripLeading().startsWith("{")) {
            try {
                JsonNode tree = Json.MAPPER.readTree(excerpt);
                if (tree.isObject()) {
                    return tree;
                }
            } catch (JsonProcessingException e) {
                // It was cut, or only looks like JSON: shown as the text that it is.
                return TextNode.valueOf(excerpt);
            }
        }
        return TextNode.valueOf(excerpt);
    }
}
