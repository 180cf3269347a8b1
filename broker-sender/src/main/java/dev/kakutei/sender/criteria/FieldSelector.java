package dev.kakutei.sender.criteria;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.kakutei.schemas.gateway.Condition;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Which field of an answer a condition reads. */
sealed interface FieldSelector {
    /** The values of the field, without nulls; empty where the answer cannot be read. */
    Optional<List<JsonNode>> values(AnswerFields fields);

    static FieldSelector of(Condition condition) {
        String path = condition.path();
        if (path.equals(Condition.STATUS)) {
            return new Status();
        }
        if (!path.startsWith(Condition.HEADER)) {
            return new Body(BodyPath.compile(path));
        }
        String name = path.substring(Condition.HEADER.length()).toLowerCase(Locale.ROOT);
        if (name.isBlank()) {
            throw new IllegalArgumentException("\"" + path + "\" names no header");
        }
        return asksForNumbers(condition.value()) ? new NumberHeader(name) : new Header(name);
    }

    private static boolean asksForNumbers(JsonNode value) {
        if (value == null) {
            return false;
        }
        if (value.isNumber()) {
            return true;
        }
        for (JsonNode element : value) {
            if (element.isNumber()) {
                return true;
            }
        }
        return false;
    }

    /** The HTTP status, a number. */
    record Status() implements FieldSelector {
        @Override
        public Optional<List<JsonNode>> values(AnswerFields fields) {
            return Optional.of(List.of(IntNode.valueOf(fields.status())));
        }
    }

    /** A header, as text. */
    record Header(String name) implements FieldSelector {
        @Override
        public Optional<List<JsonNode>> values(AnswerFields fields) {
            String value = fields.headers().get(name);
            return Optional.of(value == null ? List.of() : List.of(TextNode.valueOf(value)));
        }
    }

    /** A header that is compared with a number: headers have no types, so what looks like a number is one. */
    record NumberHeader(String name) implements FieldSelector {
        @Override
        public Optional<List<JsonNode>> values(AnswerFields fields) {
            String value = fields.headers().get(name);
            if (value == null) {
                return Optional.of(List.of());
            }
            JsonNode node = Decimal.of(value.trim())
                    .map(number -> (JsonNode) DecimalNode.valueOf(number))
                    .orElseGet(() -> TextNode.valueOf(value));
            return Optional.of(List.of(node));
        }
    }

    /** A path in the body. */
    record Body(BodyPath path) implements FieldSelector {
        @Override
        public Optional<List<JsonNode>> values(AnswerFields fields) {
            return path.fits(fields.body()) ? Optional.of(path.values(fields.body())) : Optional.empty();
        }
    }
}
