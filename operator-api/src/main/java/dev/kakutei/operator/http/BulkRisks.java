package dev.kakutei.operator.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakutei.ledger.Entry;
import dev.kakutei.schemas.codec.Json;

/** In a preview: for which requests a gateway may act twice, how many at each gateway, and some of them. */
final class BulkRisks {
    private static final int MAX_EXAMPLES = 5;
    private static final int MAX_GATEWAYS = 50;
    private static final String OTHERS = "other gateways";

    private final ObjectNode gateways = Json.MAPPER.createObjectNode();
    private int count;

    void add(Entry entry, String why) {
        count++;
        boolean listed = gateways.has(entry.gateway()) || gateways.size() < MAX_GATEWAYS;
        ObjectNode gateway = gateways.withObjectProperty(listed ? entry.gateway() : OTHERS);
        gateway.put("count", gateway.path("count").asInt() + 1);
        if (!gateway.has("why")) {
            gateway.put("why", why);
        }
        ArrayNode examples = gateway.withArrayProperty("examples");
        if (examples.size() < MAX_EXAMPLES) {
            examples.addObject()
                    .put("client", entry.client())
                    .put("idempotency_key", entry.idempotencyKey())
                    .put("attempts", entry.attempts().count());
        }
    }

    ObjectNode shown() {
        ObjectNode shown = Json.MAPPER.createObjectNode();
        shown.put("count", count);
        shown.set("gateways", gateways);
        return shown;
    }
}
