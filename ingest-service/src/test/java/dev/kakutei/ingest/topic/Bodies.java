package dev.kakutei.ingest.topic;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;

/** Records of the request topic, good and bad. */
final class Bodies {
    static final String PAYMENT =
            "{\"amount\":\"1200.00\",\"currency\":\"JPY\",\"payment_method\":\"tok_visa\",\"reference\":\"r\"}";
    static final String ORDER = "{\"account\":\"A\",\"instrument\":\"I\",\"side\":\"buy\",\"quantity\":\"1\","
            + "\"order_type\":\"market\",\"currency\":\"JPY\"}";

    private Bodies() {}

    /** A record, and what must become of it: nothing for a good one, else the type of the problem and the field at fault. */
    record Row(String name, byte[] value, List<Header> headers, String problem, String field) {
        ProducerRecord<byte[], byte[]> record(String topic, Integer partition, String key) {
            return new ProducerRecord<>(topic, partition, key.getBytes(UTF_8), value, headers);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static Row payment(String key, String body) {
        return good("payment " + key, body, Map.of("kind", "payment", "idempotency-key", key));
    }

    static Row good(String name, String body, Map<String, String> headers) {
        return new Row(name, body.getBytes(UTF_8), headers(headers), null, null);
    }

    static Row bad(String name, byte[] value, Map<String, String> headers, String problem, String field) {
        return new Row(name, value, headers(headers), problem, field);
    }

    private static Row bad(String name, String body, String problem, String field) {
        return bad(name, body.getBytes(UTF_8), Map.of("kind", "payment", "idempotency-key", "bad"), problem, field);
    }

    /** Everything that can be wrong with a record by itself. */
    static List<Row> poison() {
        Map<String, String> plain = Map.of("kind", "payment", "idempotency-key", "bad");
        String malformed = "malformed-body";
        String invalid = "invalid-request";
        List<Row> rows = new ArrayList<>(List.of(
                bad("no value", (byte[]) null, plain, malformed, null),
                bad("empty value", new byte[0], plain, malformed, null),
                bad("invalid UTF-8", new byte[] {'{', (byte) 0xff, (byte) 0xfe, '}'}, plain, malformed, null),
                bad("random bytes", new byte[] {0, 1, 2, (byte) 0x80, 0x7f}, plain, malformed, null),
                bad("a megabyte", filled(1_000_000), plain, "body-too-large", null),
                bad("deep", "[".repeat(5_000) + "]".repeat(5_000), malformed, null),
                bad("cut off", PAYMENT.substring(0, 30), malformed, null),
                bad("two documents", PAYMENT + PAYMENT, malformed, null),
                bad("field twice", "{\"amount\":\"1\",\"amount\":\"2\"}", "duplicate-field", "/amount"),
                bad("half a surrogate, twice", "{\"\\ud800\":1,\"\\ud800\":2}", malformed, null),
                bad("half a surrogate as a name", "{\"\\ud800\":1}", malformed, null),
                bad("half a surrogate", PAYMENT.replace("\"r\"", "\"\\ud800\""), invalid, "/reference"),
                bad("name with U+0000, twice", "{\"\\u0000\":1,\"\\u0000\":2}", "duplicate-field", "/\uFFFD"),
                bad("an array", "[1]", invalid, ""),
                bad("null", "null", invalid, ""),
                bad("a field missing", PAYMENT.replace("\"currency\":\"JPY\",", ""), invalid, "/currency"),
                bad("amount as a number", PAYMENT.replace("\"1200.00\"", "1200"), invalid, "/amount"),
                bad(
                        "no such number",
                        PAYMENT.replace("{", "{\"metadata\":{\"n\":1e99999999999},"),
                        invalid,
                        "/metadata/n"),
                bad("unknown field", PAYMENT.replace("{", "{\"x\":1,"), invalid, "/x"),
                bad("unknown gateway", PAYMENT.replace("{", "{\"gateway\":\"nowhere\","), invalid, "/gateway"),
                bad(
                        "expired",
                        PAYMENT.replace("{", "{\"expires_at\":\"2020-01-01T00:00:00Z\","),
                        invalid,
                        "/expires_at"),
                bad(
                        "another key in the body",
                        PAYMENT.replace("{", "{\"idempotency_key\":\"k\","),
                        invalid,
                        "/idempotency_key")));
        rows.add(bad("no key", PAYMENT.getBytes(UTF_8), Map.of("kind", "payment"), invalid, "/idempotency_key"));
        rows.add(header("key with a space", "idempotency-key", "a b", invalid, "Idempotency-Key"));
        rows.add(header("key of dots", "idempotency-key", "..", invalid, "Idempotency-Key"));
        rows.add(header("key not in ASCII", "idempotency-key", "clé", invalid, "Idempotency-Key"));
        rows.add(header("unknown kind", "kind", "refund", invalid, "kind"));
        rows.add(header("kind in capitals", "kind", "PAYMENT", invalid, "kind"));
        rows.add(header("client that is none", "client", "Not A Client", invalid, "client"));
        rows.add(bad("no headers at all", PAYMENT.getBytes(UTF_8), Map.of(), invalid, "kind"));
        rows.add(new Row(
                "kind twice",
                PAYMENT.getBytes(UTF_8),
                List.of(text("kind", "payment"), text("Kind", "order"), text("idempotency-key", "bad")),
                invalid,
                "kind"));
        rows.add(new Row(
                "kind without a value",
                PAYMENT.getBytes(UTF_8),
                List.of(new RecordHeader("kind", (byte[]) null), text("idempotency-key", "bad")),
                invalid,
                "kind"));
        return rows;
    }

    private static Row header(String name, String header, String value, String problem, String field) {
        List<Header> headers = new ArrayList<>(headers(Map.of("kind", "payment", "idempotency-key", "bad")));
        headers.removeIf(other -> other.key().equals(header));
        headers.add(text(header, value));
        return new Row(name, PAYMENT.getBytes(UTF_8), headers, problem, field);
    }

    private static List<Header> headers(Map<String, String> values) {
        return values.entrySet().stream()
                .map(entry -> text(entry.getKey(), entry.getValue()))
                .toList();
    }

    private static Header text(String name, String value) {
        return new RecordHeader(name, value.getBytes(UTF_8));
    }

    private static byte[] filled(int size) {
        byte[] bytes = new byte[size];
        Arrays.fill(bytes, (byte) ' ');
        return bytes;
    }
}
