package dev.kakutei.boot.redact;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** A document as it may be shown: what is named like a secret or looks like one is masked, the rest is as it was. */
public final class RedactedJson {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private RedactedJson() {}

    public static JsonNode of(JsonNode document) {
        if (document instanceof ObjectNode object) {
            ObjectNode shown = NODES.objectNode();
            object.properties()
                    .forEach(field -> shown.set(
                            field.getKey(),
                            SecretNames.has(field.getKey()) && field.getValue().isValueNode()
                                    ? NODES.textNode(Redaction.MASK)
                                    : of(field.getValue())));
            return shown;
        }
        if (document instanceof ArrayNode array) {
            ArrayNode shown = NODES.arrayNode();
            array.forEach(element -> shown.add(of(element)));
            return shown;
        }
        if (!document.isTextual() && !document.isNumber()) {
            return document;
        }
        String text = document.asText();
        String clean = Redaction.PLAIN.redact(text);
        return clean.equals(text) ? document : NODES.textNode(clean);
    }
}
