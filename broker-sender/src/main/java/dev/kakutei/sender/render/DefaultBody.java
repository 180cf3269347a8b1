package dev.kakutei.sender.render;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakutei.schemas.Command;
import dev.kakutei.schemas.request.Submission;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The body of a request for a gateway that has no template: a copy of the document under our own names, without what is
 * said to Kakutei, and with the request's id as its reference.
 */
final class DefaultBody {
    private static final String REFERENCE = "reference";

    private DefaultBody() {}

    static ObjectNode of(Command.Send command) {
        JsonNode document = command.request();
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.put(REFERENCE, command.requestId().toString());
        // The known fields first, in an order that never changes; a field is sent also where nothing here names it.
        Set<String> fields = new LinkedHashSet<>(command.kind().fields());
        document.fieldNames().forEachRemaining(fields::add);
        fields.removeAll(Submission.FIELDS_FOR_KAKUTEI);
        fields.forEach(field -> copy(document, field, body, field.equals(REFERENCE) ? "merchant_reference" : field));
        return body;
    }

    private static void copy(JsonNode from, String name, ObjectNode to, String as) {
        if (from.hasNonNull(name)) {
            to.set(as, from.get(name));
        }
    }
}
