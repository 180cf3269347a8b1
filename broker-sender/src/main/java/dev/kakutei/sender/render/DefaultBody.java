package dev.kakutei.sender.render;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakutei.schemas.Command;
import java.util.List;

/** The body of a request for a gateway that has no template: our own names, and the request's id as its reference. */
final class DefaultBody {
    private static final List<String> ORDER =
            List.of("account", "instrument", "side", "quantity", "order_type", "limit_price", "currency", "metadata");
    private static final List<String> PAYMENT = List.of("amount", "currency", "payment_method", "metadata");

    private DefaultBody() {}

    static ObjectNode of(Command.Send command) {
        JsonNode document = command.request();
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.put("reference", command.requestId().toString());
        List<String> fields = switch (command.kind()) {
            case ORDER -> ORDER;
            case PAYMENT -> {
                copy(document, "reference", body, "merchant_reference");
                yield PAYMENT;
            }
        };
        fields.forEach(field -> copy(document, field, body, field));
        return body;
    }

    private static void copy(JsonNode from, String name, ObjectNode to, String as) {
        if (from.hasNonNull(name)) {
            to.set(as, from.get(name));
        }
    }
}
