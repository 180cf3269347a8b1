package dev.kakutei.ingest.http;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;

/**
 * Refuses half a surrogate pair, which JSON can spell ({@code "\ud800"}) and UTF-8 cannot: two different requests would
 * be stored, and digested, as the same one.
 */
final class SurrogateCheck {
    private SurrogateCheck() {}

    static void check(JsonNode body) throws Refused {
        check(body, "");
    }

    private static void check(JsonNode node, String path) throws Refused {
        if (node.isTextual() && !whole(node.textValue())) {
            throw new Refused(Problem.invalid(path, "has half a surrogate pair, which is not a character"));
        }
        if (node.isArray()) {
            for (int i = 0; i < node.size(); i++) {
                check(node.get(i), path + "/" + i);
            }
        }
        if (node.isObject()) {
            for (Map.Entry<String, JsonNode> field : node.properties()) {
                if (!whole(field.getKey())) {
                    throw new Refused(Problem.invalid(path, "has a field whose name is not made of characters"));
                }
                check(
                        field.getValue(),
                        path + "/" + field.getKey().replace("~", "~0").replace("/", "~1"));
            }
        }
    }

    private static boolean whole(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                if (i + 1 == text.length() || !Character.isSurrogatePair(text.charAt(i), text.charAt(i + 1))) {
                    return false;
                }
                i++;
            }
        }
        return true;
    }
}
