package dev.kakutei.schemas.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.codec.Json;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SubmissionTest {
    /** The two bodies of the specification's appendix, word for word. */
    static final String ORDER = """
            {"account":"ACC-1","instrument":"7203.T","side":"buy","quantity":"100","order_type":"limit","limit_price":"2500.5","currency":"JPY",
             "gateway":"simulator","expires_at":"2027-12-01T00:00:00Z","metadata":{"branch":"tokyo"}}
            """;

    static final String PAYMENT = """
            {"amount":"1200.00","currency":"JPY","payment_method":"tok_visa","reference":"INV-1","gateway":"simulator","metadata":{}}
            """;

    /** Field, its value as JSON ("-" leaves it out), and the one place that must be named. */
    @ParameterizedTest
    @MethodSource("dev.kakutei.schemas.request.SubmissionTable#orderFaults")
    void order_oneFault_namesThePlace(String field, String value, String pointer) {
        assertOneFault(RequestKind.ORDER, ORDER, field, value, pointer);
    }

    @ParameterizedTest
    @MethodSource("dev.kakutei.schemas.request.SubmissionTable#paymentFaults")
    void payment_oneFault_namesThePlace(String field, String value, String pointer) {
        assertOneFault(RequestKind.PAYMENT, PAYMENT, field, value, pointer);
    }

    @ParameterizedTest
    @MethodSource("dev.kakutei.schemas.request.SubmissionTable#orderVariants")
    void order_allowedVariant_isTaken(String field, String value) throws Exception {
        assertThat(Submission.of(RequestKind.ORDER, with(ORDER, field, value))).isNotNull();
    }

    @ParameterizedTest
    @MethodSource("dev.kakutei.schemas.request.SubmissionTable#paymentVariants")
    void payment_allowedVariant_isTaken(String field, String value) throws Exception {
        assertThat(Submission.of(RequestKind.PAYMENT, with(PAYMENT, field, value)))
                .isNotNull();
    }

    @Test
    void order_ofTheAppendix_isUnderstood() throws Exception {
        Submission order = Submission.of(RequestKind.ORDER, json(ORDER));
        assertThat(order.amount()).isEqualByComparingTo(new BigDecimal("250050.0"));
        assertThat(order.currency()).isEqualTo("JPY");
        assertThat(order.gateway()).isEqualTo("simulator");
        assertThat(order.expiresAt()).isEqualTo(Instant.parse("2027-12-01T00:00:00Z"));
        assertThat(order.idempotencyKey()).isNull();
        assertThat(order.document()).isEqualTo(json(ORDER));
    }

    @Test
    void payment_ofTheAppendix_isUnderstood() throws Exception {
        Submission payment = Submission.of(RequestKind.PAYMENT, json(PAYMENT));
        assertThat(payment.amount()).isEqualTo(new BigDecimal("1200.00"));
        assertThat(payment.expiresAt()).isNull();
        assertThat(payment.canonical())
                .isEqualTo("{\"amount\":\"1200.00\",\"currency\":\"JPY\",\"gateway\":\"simulator\",\"metadata\":{},"
                        + "\"payment_method\":\"tok_visa\",\"reference\":\"INV-1\"}");
        assertThat(payment.digest()).matches("[0-9a-f]{64}");
    }

    @Test
    void marketOrder_withoutPrice_hasNoAmount() throws Exception {
        ObjectNode body = with(ORDER, "order_type", "\"market\"");
        body.remove("limit_price");
        assertThat(Submission.of(RequestKind.ORDER, body).amount()).isNull();
    }

    @Test
    void key_inTheBody_isReadAndNotPartOfTheDocument() throws Exception {
        Submission with = Submission.of(RequestKind.PAYMENT, with(PAYMENT, "idempotency_key", "\"k-1\""));
        assertThat(with.idempotencyKey()).isEqualTo("k-1");
        assertThat(with.document().has("idempotency_key")).isFalse();
        assertThat(with.digest())
                .isEqualTo(Submission.of(RequestKind.PAYMENT, json(PAYMENT)).digest());
    }

    @Test
    void document_afterwards_isACopyOfTheBody() throws Exception {
        ObjectNode body = with(PAYMENT, "idempotency_key", "\"k-1\"");
        Submission submission = Submission.of(RequestKind.PAYMENT, body);
        body.put("amount", "9");
        assertThat(submission.document().get("amount").textValue()).isEqualTo("1200.00");
        assertThat(body.has("idempotency_key")).isTrue();
    }

    @Test
    void faults_manyAtOnce_areAllReportedInOrder() throws Exception {
        JsonNode body = json("{\"side\":\"up\",\"quantity\":100,\"order_type\":\"market\",\"limit_price\":\"1\","
                + "\"colour\":\"red\",\"metadata\":[]}");
        assertThatThrownBy(() -> Submission.of(RequestKind.ORDER, body))
                .isInstanceOfSatisfying(
                        InvalidRequest.class,
                        e -> assertThat(places(e))
                                .containsExactly(
                                        "/account",
                                        "/colour",
                                        "/currency",
                                        "/instrument",
                                        "/limit_price",
                                        "/metadata",
                                        "/quantity",
                                        "/side"))
                .hasMessageContaining("/side: must be one of [buy, sell]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "null", "7", "\"text\"", "true"})
    void body_notAnObject_isOneFaultAtTheRoot(String text) {
        for (RequestKind kind : RequestKind.values()) {
            assertThatThrownBy(() -> Submission.of(kind, json(text)))
                    .isInstanceOfSatisfying(
                            InvalidRequest.class, e -> assertThat(places(e)).containsExactly(""));
        }
    }

    @Test
    void body_nothingAtAll_isOneFaultAtTheRoot() {
        for (JsonNode nothing : new JsonNode[] {null, MissingNode.getInstance()}) {
            assertThatThrownBy(() -> Submission.of(RequestKind.ORDER, nothing))
                    .isInstanceOfSatisfying(
                            InvalidRequest.class, e -> assertThat(places(e)).containsExactly(""));
        }
    }

    @Test
    void metadata_fiftyEntries_isTheLimit() throws Exception {
        assertThat(Submission.of(RequestKind.PAYMENT, withMetadata(50))).isNotNull();
        assertThatThrownBy(() -> Submission.of(RequestKind.PAYMENT, withMetadata(51)))
                .isInstanceOfSatisfying(
                        InvalidRequest.class, e -> assertThat(places(e)).containsExactly("/metadata"));
    }

    @Test
    void metadata_text2000_isTheLimit() throws Exception {
        String text = "x".repeat(2000);
        assertThat(Submission.of(RequestKind.PAYMENT, with(PAYMENT, "metadata", "{\"a\":\"" + text + "\"}")))
                .isNotNull();
        assertOneFault(RequestKind.PAYMENT, PAYMENT, "metadata", "{\"a\":[\"" + text + "x\"]}", "/metadata/a/0");
    }

    /** Jackson refuses such names in text; a document that was made in another way must not get past either. */
    @Test
    void metadata_nameWithHalfAPair_isRefused() throws Exception {
        ObjectNode body = (ObjectNode) json(PAYMENT);
        body.putObject("metadata").putObject("a").put("x\uD800", 1);
        assertThatThrownBy(() -> Submission.of(RequestKind.PAYMENT, body))
                .isInstanceOfSatisfying(
                        InvalidRequest.class, e -> assertThat(places(e)).containsExactly("/metadata/a/x\uFFFD"));
    }

    @Test
    void unknownField_hostileName_isCutInTheReport() {
        assertOneFault(RequestKind.PAYMENT, PAYMENT, "x".repeat(100_000), "1", "/" + "x".repeat(100) + "…");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            k-1        | true
            !~#%&      | true
            ''         | false
            'a b'      | false
            schlüssel  | false
            """)
    void key_besideTheBody_hasTheSameShape(String key, boolean allowed) {
        assertThat(Submission.isIdempotencyKey(key)).isEqualTo(allowed);
    }

    @Test
    void key_255Characters_isTheLimit() {
        assertThat(Submission.isIdempotencyKey("k".repeat(255))).isTrue();
        assertThat(Submission.isIdempotencyKey("k".repeat(256))).isFalse();
        assertThat(Submission.isIdempotencyKey("k\n")).isFalse();
        assertThat(Submission.isIdempotencyKey("k\u0000")).isFalse();
    }

    private static ObjectNode withMetadata(int entries) throws JsonProcessingException {
        ObjectNode body = (ObjectNode) json(PAYMENT);
        ObjectNode metadata = body.putObject("metadata");
        IntStream.range(0, entries).forEach(i -> metadata.put("k" + i, i));
        return body;
    }

    private static void assertOneFault(RequestKind kind, String base, String field, String value, String pointer) {
        assertThatThrownBy(() -> Submission.of(kind, with(base, field, value)))
                .isInstanceOfSatisfying(
                        InvalidRequest.class, e -> assertThat(places(e)).containsExactly(pointer));
    }

    private static List<String> places(InvalidRequest e) {
        return e.violations().stream().map(Violation::field).toList();
    }

    static ObjectNode with(String base, String field, String value) throws JsonProcessingException {
        ObjectNode body = (ObjectNode) json(base);
        if (value.equals("-")) {
            body.remove(field);
        } else {
            body.set(field, json(value));
        }
        return body;
    }

    static JsonNode json(String text) throws JsonProcessingException {
        return Json.MAPPER.readTree(text);
    }
}
