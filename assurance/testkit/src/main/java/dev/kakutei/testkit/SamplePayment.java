package dev.kakutei.testkit;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.codec.CanonicalJson;
import java.math.BigDecimal;
import java.time.Instant;

/** A payment in yen as it is accepted, for tests of what comes afterwards. */
public final class SamplePayment {
    private SamplePayment() {}

    /** @param document with the amount */
    public static Fact.Accepted accepted(
            String client, String key, String gateway, JsonNode document, Instant deadline) {
        return new Fact.Accepted(
                RequestKind.PAYMENT,
                client,
                key,
                CanonicalJson.digest(CanonicalJson.of(document)),
                gateway,
                new BigDecimal(document.path("amount").asText()),
                "JPY",
                deadline,
                null,
                null,
                document,
                null);
    }
}
