package dev.kakutei.schemas.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.schemas.RequestKind;

/**
 * Whether a gateway that is asked by our id ever receives it: else every answer is "not found".
 *
 * @param gateway one that can be asked
 */
record RequestIdCheck(Section section, Gateway gateway) {
    void check() {
        gateway.statusQuery().paths().forEach((kind, path) -> {
            if (gateway.paths().containsKey(kind)
                    && PathsReader.holes(path).contains(ReferenceNames.REQUEST_ID)
                    && !carries(kind)) {
                section.section("status_query")
                        .section("paths")
                        .warning(
                                kind.wire(),
                                "asks by {request_id}, which no post carries, so that the gateway cannot know it: put"
                                        + " {request_id} into request.bodies." + kind.wire()
                                        + ", a header or the path, or ask by {gateway_reference}");
            }
        });
    }

    /** The idempotency header carries our id, and so does our own form of a body. */
    private boolean carries(RequestKind kind) {
        JsonNode body = gateway.callSettings().bodies().get(kind);
        return gateway.idempotencyHeader() != null
                || PathsReader.holes(gateway.paths().get(kind)).contains(ReferenceNames.REQUEST_ID)
                || body == null
                || inTree(body)
                || gateway.callSettings().headers().values().stream()
                        .anyMatch(value -> value.text() != null && inText(value.text()));
    }

    private static boolean inTree(JsonNode node) {
        if (node.isTextual()) {
            return inText(node.asText());
        }
        for (JsonNode inner : node) {
            if (inTree(inner)) {
                return true;
            }
        }
        return false;
    }

    private static boolean inText(String text) {
        try {
            // An id is written in small letters: in capitals it would be another one.
            return Template.of(text)
                    .holes()
                    .anyMatch(hole ->
                            hole.placeholder() == Placeholder.REQUEST_ID && hole.filter() != Placeholder.Filter.UPPER);
        } catch (IllegalArgumentException e) {
            // A mistake of its own, and reported as one.
            return true;
        }
    }
}
