package dev.kakutei.sender.render;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.kakutei.schemas.gateway.Template;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The template of a body: a tree whose texts have holes.
 *
 * <p>A text that is one hole and nothing else becomes what fills it, in its own type: {@code {metadata}} an object,
 * {@code {amount|number}} a number. Where the request lacks a value, the key (or the element of a list) is left out, also
 * when the value is only a part of the text. Objects stay, even when all of their keys are left out.
 */
public final class BodyTemplate {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    /** A part of the tree; null where it is left out. */
    private interface Part {
        JsonNode render(Values values) throws NotRenderable;
    }

    private final Part root;

    private BodyTemplate(Part root) {
        this.root = root;
    }

    /** @param template as it was checked when the gateway file was read */
    public static BodyTemplate of(JsonNode template) {
        return new BodyTemplate(part(template));
    }

    public JsonNode render(Values values) throws NotRenderable {
        JsonNode body = root.render(values);
        return body == null ? NODES.objectNode() : body;
    }

    private static Part part(JsonNode node) {
        if (node.isObject()) {
            return object(node);
        }
        if (node.isArray()) {
            return array(node);
        }
        return node.isTextual() ? text(Template.of(node.asText())) : values -> node;
    }

    private static Part object(JsonNode node) {
        Map<String, Part> fields = new LinkedHashMap<>();
        node.properties().forEach(field -> fields.put(field.getKey(), part(field.getValue())));
        return values -> {
            ObjectNode object = NODES.objectNode();
            for (Map.Entry<String, Part> field : fields.entrySet()) {
                JsonNode value = field.getValue().render(values);
                if (value != null) {
                    object.set(field.getKey(), value);
                }
            }
            return object;
        };
    }

    private static Part array(JsonNode node) {
        List<Part> elements = new ArrayList<>();
        node.forEach(element -> elements.add(part(element)));
        return values -> {
            ArrayNode array = NODES.arrayNode();
            for (Part element : elements) {
                JsonNode value = element.render(values);
                if (value != null) {
                    array.add(value);
                }
            }
            return array;
        };
    }

    private static Part text(Template template) {
        Optional<Template.Hole> only = template.onlyHole();
        if (only.isPresent()) {
            return values -> values.value(only.get());
        }
        return values -> {
            String text = values.text(template);
            return text == null ? null : TextNode.valueOf(text);
        };
    }
}
