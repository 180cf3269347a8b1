package dev.kakutei.relay.route;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.codec.Codecs;
import dev.kakutei.schemas.codec.Json;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class RouterTest {
    private static final String ID = "0190a1b2-0000-7000-8000-000000000001";
    private static final String DIGEST = "ab".repeat(32);

    @Test
    void route_fullPayment_isTheFirstEventValueByValue() throws Exception {
        Routed routed = Router.route(row(Map.of()));

        LedgerEvent expected = new LedgerEvent(
                RequestId.of(ID),
                1,
                Instant.parse("2026-01-02T03:04:05.678Z"),
                "client:shop",
                new Fact.Accepted(
                        RequestKind.PAYMENT,
                        "shop",
                        "p-1",
                        DIGEST,
                        "simulator",
                        new BigDecimal("1200.00"),
                        "JPY",
                        Instant.parse("2026-01-02T03:04:35.678Z"),
                        Instant.parse("2027-12-01T00:00:00Z"),
                        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
                        Json.MAPPER.readTree("{\"amount\":\"1200.00\"}"),
                        "for the new flat"));
        assertThat(routed).isEqualTo(new Routed.Message(row(Map.of()), expected));
        assertThat(((Routed.Message) routed).key()).isEqualTo(ID);
        byte[] bytes = Codecs.LEDGER_EVENT.encode(expected);
        assertThat(Codecs.LEDGER_EVENT.encode(((Routed.Message) routed).event()))
                .isEqualTo(bytes);
    }

    @ParameterizedTest
    @CsvSource({"amount", "currency", "expiresAt", "traceparent", "note"})
    void route_optionalColumnNull_isStillAMessage(String column) {
        assertThat(Router.route(row(nulled(column)))).isInstanceOf(Routed.Message.class);
    }

    @ParameterizedTest
    @CsvSource({
        "2026-01-02T03:04:05.678999Z,       2026-01-02T03:04:05.678Z",
        "2026-01-02T12:04:05.678+09:00,     2026-01-02T03:04:05.678Z",
        "2026-01-02T03:04:05Z,              2026-01-02T03:04:05Z"
    })
    void route_createdAtInAnyOffset_isTheInstantToTheMillisecond(String createdAt, Instant at) {
        Routed.Message message = (Routed.Message) Router.route(row(Map.of("createdAt", createdAt)));

        assertThat(message.event().at()).isEqualTo(at);
    }

    @ParameterizedTest
    @CsvSource({"0", "0.10", "100", "12345678901234567890.123456789", "1E+3"})
    void route_amountText_keepsItsDigits(String amount) {
        Routed.Message message = (Routed.Message) Router.route(row(Map.of("amount", amount)));

        assertThat(((Fact.Accepted) message.event().fact()).amount()).isEqualTo(new BigDecimal(amount));
    }

    @ParameterizedTest
    @MethodSource("invalid")
    void route_invalidRow_isUnroutableAndSaysWhy(Map<String, String> change, String reason) {
        assertThat(Router.route(row(change)))
                .isInstanceOfSatisfying(
                        Routed.Unroutable.class,
                        unroutable -> assertThat(unroutable.reason()).contains(reason));
    }

    static Stream<Arguments> invalid() {
        return Stream.of(
                Arguments.of(nulled("id"), "id is missing"),
                Arguments.of(Map.of("id", "not-a-uuid"), "UUID"),
                Arguments.of(nulled("createdAt"), "created_at is missing"),
                Arguments.of(Map.of("createdAt", "yesterday"), "created_at is not an instant"),
                Arguments.of(nulled("client"), "client is missing"),
                Arguments.of(nulled("idempotencyKey"), "idempotency_key is missing"),
                Arguments.of(nulled("kind"), "kind is missing"),
                Arguments.of(Map.of("kind", "refund"), "no such kind"),
                Arguments.of(nulled("gateway"), "gateway is missing"),
                Arguments.of(Map.of("amount", "a lot"), "amount is not a decimal number"),
                Arguments.of(nulled("requestJson"), "order_request_json is missing"),
                Arguments.of(Map.of("requestJson", "{"), "order_request_json is not JSON"),
                Arguments.of(Map.of("requestJson", "[]"), "not a JSON object"),
                Arguments.of(nulled("digest"), "request_digest is missing"),
                Arguments.of(Map.of("digest", "abc"), "SHA-256"),
                Arguments.of(nulled("deadlineAt"), "deadline_at is missing"),
                Arguments.of(Map.of("expiresAt", "never"), "expires_at is not an instant"));
    }

    @Test
    void outboxRow_toString_saysNothingOfTheRequest() {
        assertThat(row(Map.of()).toString()).contains(ID).doesNotContain("1200");
    }

    private static Map<String, String> nulled(String column) {
        Map<String, String> change = new LinkedHashMap<>();
        change.put(column, null);
        return change;
    }

    private static CapturedRow row(Map<String, String> change) {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("id", ID);
        all.put("createdAt", "2026-01-02T03:04:05.678Z");
        all.put("client", "shop");
        all.put("idempotencyKey", "p-1");
        all.put("kind", "payment");
        all.put("gateway", "simulator");
        all.put("amount", "1200.00");
        all.put("currency", "JPY");
        all.put("requestJson", "{\"amount\":\"1200.00\"}");
        all.put("digest", DIGEST);
        all.put("deadlineAt", "2026-01-02T03:04:35.678Z");
        all.put("expiresAt", "2027-12-01T00:00:00Z");
        all.put("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
        all.put("note", "for the new flat");
        assertThat(all.keySet()).containsAll(change.keySet());
        all.putAll(change);
        String[] v = all.values().toArray(String[]::new);
        CapturedRow.Times times = new CapturedRow.Times(v[1], v[10], v[11]);
        return new CapturedRow(v[0], v[2], v[3], v[4], v[5], v[6], v[7], v[8], v[9], times, v[12], v[13]);
    }
}
