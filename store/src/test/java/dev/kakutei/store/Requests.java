package dev.kakutei.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.f4b6a3.uuid.UuidCreator;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.codec.CanonicalJson;
import dev.kakutei.schemas.codec.Json;
import dev.kakutei.store.accept.NewRequest;
import java.math.BigDecimal;
import java.time.Instant;

/** Requests for tests. */
public final class Requests {
    public static final Instant T0 = Instant.parse("2026-11-01T10:00:00.123Z");

    private Requests() {}

    public static NewRequest payment(String key) {
        return payment("default", key, "1200.00");
    }

    public static NewRequest payment(String client, String key, String amount) {
        ObjectNode document =
                Json.MAPPER.createObjectNode().put("amount", amount).put("reference", "INV-1 \"é\" ✓");
        return of(RequestKind.PAYMENT, client, key, amount, "simulator", document);
    }

    /** For a gateway that does not recognise a repetition, and cannot be asked. */
    public static NewRequest blindPayment(String client, String key) {
        ObjectNode document = Json.MAPPER.createObjectNode().put("amount", "1").put("gateway", "blind");
        return of(RequestKind.PAYMENT, client, key, "1", "blind", document);
    }

    public static NewRequest order(String key) {
        ObjectNode document = Json.MAPPER.createObjectNode().put("instrument", "7203.T");
        return of(RequestKind.ORDER, "default", key, null, "simulator", document);
    }

    private static NewRequest of(
            RequestKind kind, String client, String key, String amount, String gateway, JsonNode document) {
        String canonical = CanonicalJson.of(document);
        Fact.Accepted fact = new Fact.Accepted(
                kind,
                client,
                key,
                CanonicalJson.digest(canonical),
                gateway,
                amount == null ? null : new BigDecimal(amount),
                "JPY",
                T0.plusSeconds(30),
                null,
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
                document,
                null);
        return NewRequest.of(new RequestId(UuidCreator.getTimeOrderedEpoch()), T0, fact, canonical);
    }
}
