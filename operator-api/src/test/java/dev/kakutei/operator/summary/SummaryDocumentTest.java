package dev.kakutei.operator.summary;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.ledger.Entry;
import dev.kakutei.schemas.ApprovalFact;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.codec.Json;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class SummaryDocumentTest {
    private static final RequestId ID = new RequestId(new UUID(1, 1));
    private static final Instant NOW = Instant.parse("2026-11-18T10:00:00Z");
    private static final String CARD = "4111 1111 1111 1111";

    @Test
    void document_hasWhatAnApproverSees() throws Exception {
        JsonNode sent = sent("{\"amount\":\"5000\",\"payment_method\":\"tok_visa\",\"reference\":\"INV-1\"}", "a flat");

        assertThat(sent)
                .isEqualTo(Json.MAPPER.readTree("{\"v\":1,\"request_id\":\"" + ID + "\",\"event_id\":1,\"version\":1,"
                        + "\"kind\":\"payment\",\"gateway\":\"simulator\",\"amount\":\"5000\",\"currency\":\"JPY\","
                        + "\"note\":\"a flat\",\"document\":{\"amount\":\"5000\",\"payment_method\":\"***\","
                        + "\"reference\":\"INV-1\"},\"max_characters\":2000}"));
    }

    @Test
    void document_withCardsAndSecretsAnywhere_hasNoneOfThem() throws Exception {
        String text = sent(
                        "{\"payment_method\":\"tok_secret_1\",\"reference\":\"paid with " + CARD + "\",\"metadata\":"
                                + "{\"card_number\":\"4111111111111111\",\"cvv\":123,\"api_token\":\"abcdef\","
                                + "\"deep\":[{\"password\":\"hunter2\"},4111111111111111]}}",
                        "my card is " + CARD + ", and Bearer abcdefghij")
                .toString();

        assertThat(text)
                .doesNotContain("tok_secret_1", CARD, "4111111111111111", "123", "abcdef", "hunter2", "shop", "key-1")
                .contains("paid with", "my card is", "***");
    }

    @Test
    void document_ofAnEventThatBroughtNoVersion_isNone() {
        LedgerEvent accepted = accepted("{}", null);
        LedgerEvent held = new LedgerEvent(
                ID, 2, NOW, "verifier", new ApprovalFact.Requested("large", 1, null, ApprovalFact.Lapse.ALERT));

        assertThat(SummaryDocument.of(Entry.begin(accepted).apply(held), held)).isEmpty();
    }

    private static JsonNode sent(String request, String note) throws Exception {
        LedgerEvent accepted = accepted(request, note);
        byte[] document = SummaryDocument.of(Entry.begin(accepted), accepted).orElseThrow();
        return Json.MAPPER.readTree(new String(document, UTF_8));
    }

    private static LedgerEvent accepted(String request, String note) {
        try {
            return new LedgerEvent(
                    ID,
                    1,
                    NOW,
                    "client:shop",
                    new Fact.Accepted(
                            RequestKind.PAYMENT,
                            "shop",
                            "key-1",
                            "ab".repeat(32),
                            "simulator",
                            new BigDecimal("5000"),
                            "JPY",
                            NOW,
                            null,
                            null,
                            Json.MAPPER.readTree(request),
                            note));
        } catch (Exception e) {
            throw new IllegalArgumentException(e);
        }
    }
}
