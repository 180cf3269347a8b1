package dev.kakutei.schemas.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.schemas.RequestKind;
import java.util.EnumMap;
import java.util.Map;

/** Reads the templates of bodies: a tree whose texts have placeholders. */
final class BodyReader {
    static final int MAX_DEPTH = 10;
    static final int MAX_NODES = 500;
    static final int MAX_TEXT = 4096;

    private final Section section;
    private final RequestKind kind;
    private int nodes;

    private BodyReader(Section section, RequestKind kind) {
        this.section = section;
        this.kind = kind;
    }

    static Map<RequestKind, JsonNode> read(Section section, CallSettings.BodyFormat format) {
        Map<RequestKind, JsonNode> bodies = new EnumMap<>(RequestKind.class);
        for (RequestKind kind : RequestKind.values()) {
            if (section.has(kind.wire())) {
                JsonNode body = section.node(kind.wire());
                if (body.isObject() || (body.isArray() && format == CallSettings.BodyFormat.JSON)) {
                    new BodyReader(section, kind).check(kind.wire(), body, 1);
                } else {
                    section.mistake(kind.wire(), "must be a mapping: {amount: \"{amount}\"}");
                }
                bodies.put(kind, body);
            }
        }
        section.refuseUnknown();
        return bodies;
    }

    private void check(String path, JsonNode node, int depth) {
        nodes++;
        if (nodes == MAX_NODES + 1) {
            section.mistake(kind.wire(), "must have at most " + MAX_NODES + " values");
        }
        if (nodes > MAX_NODES) {
            return;
        }
        if (depth > MAX_DEPTH) {
            section.mistake(path, "must be nested at most " + MAX_DEPTH + " deep");
        } else if (node.isObject()) {
            for (Map.Entry<String, JsonNode> field : node.properties()) {
                check(path + "." + field.getKey(), field.getValue(), depth + 1);
            }
        } else if (node.isArray()) {
            for (int i = 0; i < node.size(); i++) {
                check(path + "[" + i + "]", node.get(i), depth + 1);
            }
        } else if (node.isTextual()) {
            text(path, node.asText());
        }
    }

    private void text(String path, String text) {
        if (text.length() > MAX_TEXT) {
            section.mistake(path, "must have at most " + MAX_TEXT + " characters, not " + text.length());
            return;
        }
        Template template;
        try {
            template = Template.of(text);
        } catch (IllegalArgumentException e) {
            section.mistake(path, e.getMessage());
            return;
        }
        template.holes().forEach(hole -> {
            if (!hole.placeholder().kinds().contains(kind)) {
                section.mistake(path, "{" + hole.placeholder().spelling() + "} is no field of " + kind.one());
            }
            boolean mapping = hole.placeholder() == Placeholder.METADATA && hole.entry() == null;
            if (mapping && template.onlyHole().isEmpty()) {
                section.mistake(path, "{metadata} is a mapping and must be alone; one entry is {metadata.NAME}");
            }
        });
    }
}
