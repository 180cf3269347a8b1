package dev.kakutei.sender.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.kakutei.schemas.codec.Json;
import java.io.IOException;

/**
 * The body of an answer as far as it can be understood. A body that is not a JSON object has no fields, and that is all:
 * it is a clear outcome, not an exception (SPEC D2).
 */
final class AnswerBody {
    /** What is looked at before it is shortened to the excerpt, so that redaction sees a card number whole. */
    private static final int WINDOW = 4096;

    private final JsonNode tree;
    private final String beginning;

    private AnswerBody(JsonNode tree, String beginning) {
        this.tree = tree;
        this.beginning = beginning;
    }

    static AnswerBody of(Reply.Answered reply) {
        String beginning = new String(reply.body(), 0, Math.min(reply.body().length, WINDOW), UTF_8);
        return new AnswerBody(reply.extent() == Reply.Extent.WHOLE ? tree(reply.body()) : none(), beginning);
    }

    boolean isObject() {
        return tree.isObject();
    }

    /** The text or number at this place; null where there is none. */
    String text(String... path) {
        JsonNode node = tree;
        for (String name : path) {
            node = node.path(name);
        }
        return node.isTextual() || node.isNumber() ? node.asText() : null;
    }

    String firstText(String... names) {
        for (String name : names) {
            String text = text(name);
            if (text != null) {
                return text;
            }
        }
        return null;
    }

    String errorCode() {
        String code = text("code");
        String nested = code == null ? text("error", "code") : code;
        return nested == null ? text("error_code") : nested;
    }

    String message() {
        String message = firstText("message", "detail", "reason");
        String nested = message == null ? text("error", "message") : message;
        return Redaction.redact(nested == null ? text("error") : nested);
    }

    String excerpt() {
        return beginning.isEmpty() ? null : Redaction.redact(beginning);
    }

    private static JsonNode tree(byte[] body) {
        try {
            JsonNode tree = body.length == 0 ? null : Json.MAPPER.readTree(body);
            return tree == null || !tree.isObject() ? none() : tree;
        } catch (IOException e) {
            return none();
        }
    }

    private static JsonNode none() {
        return MissingNode.getInstance();
    }
}
