package dev.kakutei.ingest.http;

import static dev.kakutei.ingest.http.HttpConformanceTest.ORDER;
import static dev.kakutei.ingest.http.HttpConformanceTest.PAYMENT;
import static dev.kakutei.ingest.http.HttpConformanceTest.get;
import static dev.kakutei.ingest.http.HttpConformanceTest.method;
import static dev.kakutei.ingest.http.HttpConformanceTest.order;
import static dev.kakutei.ingest.http.HttpConformanceTest.pay;
import static dev.kakutei.ingest.http.HttpConformanceTest.post;
import static dev.kakutei.ingest.http.HttpConformanceTest.replaced;
import static dev.kakutei.ingest.http.HttpConformanceTest.row;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kakutei.ingest.http.HttpConformanceTest.Ask;
import dev.kakutei.ingest.http.HttpConformanceTest.Row;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Rows of the conformance table: what is sent, and what must come back (SPEC A1, A2, A4, A5, A9). */
final class SubmissionRows {
    private static final String KEY = "Idempotency-Key";

    private SubmissionRows() {}

    /** The IETF draft's header, and this service's own rules. */
    static List<Row> keys() {
        return List.of(
                row("quoted key", pay("\"q-1\"", PAYMENT), 202, "key\":\"q-1\"", "< location: /requests/q-1"),
                row("the same key, bare", pay("q-1", PAYMENT), 200, "\"q-1\""),
                row("the same key, in the body", inBody("\"q-1\"", PAYMENT), 200, "\"q-1\""),
                row("the same key, quoted, other payment", pay("\"q-1\"", amount("9")), 409),
                row("quoted and bare, equal", pay("\"q-2\"", PAYMENT).with(KEY, "q-2"), 202),
                row("quoted and bare, different", pay("\"q-3\"", PAYMENT).with(KEY, "q-4"), 400, "more than once"),
                row("quoted, with an escaped quote", pay("\"q\\\"5\"", PAYMENT), 202, "key\":\"q\\\"5\""),
                row("the same, bare", pay("q\"5", PAYMENT), 200),
                row("quoted, with an escaped backslash", pay("\"q\\\\6\"", PAYMENT), 202, "key\":\"q\\\\6\""),
                row("the same, bare", pay("q\\6", PAYMENT), 200),
                row("quotes in the body are part of the key", inBody("\"\\\"q-1\\\"\"", PAYMENT), 202, "\\\"q-1\\\""),
                row("the same, as a string of a string", pay("\"\\\"q-1\\\"\"", PAYMENT), 200),
                row("quoted, empty", pay("\"\"", PAYMENT), 400, KEY),
                row("quoted, not closed", pay("\"q-7", PAYMENT), 400, KEY, "quotes"),
                row("quoted, closed too early", pay("\"q\"7\"", PAYMENT), 400, KEY),
                row("quoted, with parameters", pay("\"q-7\";a=1", PAYMENT), 400, KEY),
                row("a list of two strings", pay("\"q-7\", \"q-8\"", PAYMENT), 400, KEY),
                row("quoted, with a bad escape", pay("\"q\\n\"", PAYMENT), 400, KEY),
                row("quoted, with a space", pay("\"q 7\"", PAYMENT), 400, KEY),
                row("quoted, too long", pay("\"" + "k".repeat(256) + "\"", PAYMENT), 400, "255"),
                row("a comma in a bare key", pay("q,9", PAYMENT), 202, "\"q,9\""),
                row("a bare key as long as may be", pay("k".repeat(255), PAYMENT), 202),
                row("one dot", pay(".", PAYMENT), 400, KEY, "not . or .."),
                row("two dots", pay("..", PAYMENT), 400, KEY),
                row("two dots, quoted", pay("\"..\"", PAYMENT), 400, KEY),
                row("two dots in the body", inBody("\"..\"", PAYMENT), 400, "/idempotency_key"),
                row("three dots", pay("...", PAYMENT), 202, "< location: /requests/..."),
                row("a plus and a percent", pay("a+b%2Bc", PAYMENT), 202, "< location: /requests/a%2Bb%252Bc"),
                row("keys differ by case", pay("Q-1", PAYMENT), 202, "\"Q-1\""),
                row("empty key in the body", inBody("\"\"", PAYMENT), 400, "/idempotency_key"),
                row("number as a key in the body", inBody("7", PAYMENT), 400, "/idempotency_key"),
                row("null as a key in the body", inBody("null", PAYMENT), 400, "/idempotency_key", "is missing"),
                row(
                        "null in the body, key in the header",
                        inBody("null", PAYMENT).with(KEY, "q-10"),
                        202,
                        "q-10"));
    }

    /** SPEC A2: what is the same request. */
    static List<Row> digests() {
        String nulls = PAYMENT.replace("\"gateway\":\"simulator\"", "\"gateway\":null,\"expires_at\":null");
        String without = PAYMENT.replace("\"gateway\":\"simulator\",", "");
        return List.of(
                row("a payment", pay("s-1", PAYMENT), 202),
                row("fields in another order", pay("s-1", reversed()), 200),
                row("letters escaped", pay("s-1", PAYMENT.replace("INV-1", "\\u0049NV\\u002d1")), 200),
                row("names escaped", pay("s-1", PAYMENT.replace("amount", "\\u0061mount")), 200),
                row("another amount of the same value", pay("s-1", amount("1200.0")), 409, "idempotency-conflict"),
                row("a conflict has no place to follow", pay("s-1", amount("1")), 409, "<! location"),
                row("a letter more", pay("s-1", PAYMENT.replace("INV-1", "INV-1 ")), 409),
                row("another metadata", pay("s-1", replaced(PAYMENT, "metadata", "{\"a\":null}")), 409),
                row("fields that are null", pay("s-2", nulls), 202),
                row("the same without them", pay("s-2", without), 200),
                row("composed letter", pay("s-3", PAYMENT.replace("INV-1", "caf\u00e9")), 202),
                row("decomposed letter", pay("s-3", PAYMENT.replace("INV-1", "cafe\u0301")), 409),
                row("order", order("s-4", ORDER), 202),
                row("order, another spelling of its expiry", order("s-4", ORDER.replace("0Z", "0.0Z")), 409));
    }

    static List<Row> preferences() {
        String async = "< preference-applied: respond-async";
        Ask plain = pay("w-1", PAYMENT).without("Prefer").with("Connect-Timeout-Ms", "1");
        return List.of(
                row("respond-async", pay("w-0", PAYMENT), 202, async, "< retry-after: 1"),
                row("respond-async, again", pay("w-0", PAYMENT), 200, async, "< location: /requests/w-0"),
                row("respond-async, conflict", pay("w-0", amount("9")), 409, "<! preference-applied"),
                row("no preference, no time", plain, 202, "<! preference-applied", "< retry-after: 1"),
                row("no preference, again", plain, 200, "<! preference-applied", "\"PENDING\""),
                row("another preference", plain.with("Prefer", "wait=1"), 200, "<! preference-applied"),
                row("among others, with parameters", plain.with("Prefer", "x=1, RESPOND-ASYNC;y"), 200, async),
                row("in a second header", plain.with("Prefer", "x=1").with("Prefer", "respond-async"), 200, async),
                row("shown with a time to look again", get("/requests/w-1"), 200, "< retry-after: 1", "<! location"),
                row("no such deadline: zero", deadline("0"), 202),
                row("no such deadline: negative", deadline("-1"), 202),
                row("no such deadline: exponent", deadline("1e3"), 202),
                row("no such deadline: spaces", deadline("   "), 202),
                row("a deadline beyond the cap", deadline("99999999"), 202),
                row("two deadlines", deadline("1").with("Connect-Timeout-Ms", "2"), 202));
    }

    /** What is JSON, and what only looks like it. */
    static List<Row> spellings() {
        return List.of(
                row("byte order mark", pay("j-1", "\uFEFF" + PAYMENT), 400, "malformed-body"),
                row("single quotes", pay("j-1", PAYMENT.replace('"', '\'')), 400, "line 1"),
                row("trailing comma", pay("j-1", PAYMENT.replace("}}", "},}")), 400, "malformed-body"),
                row("names without quotes", pay("j-1", PAYMENT.replace("\"amount\"", "amount")), 400, "malformed"),
                row("line break in a text", pay("j-1", PAYMENT.replace("INV-1", "INV\n1")), 400, "malformed-body"),
                row("leading zero", pay("j-1", metadata("{\"n\":01}")), 400, "malformed-body"),
                row("leading plus", pay("j-1", metadata("{\"n\":+1}")), 400, "malformed-body"),
                row("leading point", pay("j-1", metadata("{\"n\":.5}")), 400, "malformed-body"),
                row("hexadecimal", pay("j-1", metadata("{\"n\":0x10}")), 400, "malformed-body"),
                row("infinity", pay("j-1", metadata("{\"n\":Infinity}")), 400, "malformed-body"),
                row("exponent beyond everything", pay("j-1", metadata("{\"n\":1e99999999999}")), 400, "/metadata/n"),
                row("zero with a large exponent", pay("j-2", metadata("{\"n\":0e99999}")), 202),
                row("bad escape", pay("j-1", PAYMENT.replace("INV", "\\x")), 400, "malformed-body"),
                row("name twice, once escaped", pay("j-1", "{\"amount\":1,\"\\u0061mount\":2}"), 400, "\"/amount\""),
                row("U+0000 in a text", pay("j-1", PAYMENT.replace("INV", "\\u0000")), 400, "/reference"),
                row("bytes after the end", pay("j-1", PAYMENT + "\0"), 400, "malformed-body"),
                row("overlong UTF-8", bytes(0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x7d), 400, "UTF-8"),
                row("surrogates as UTF-8", bytes(0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x7d), 400, "UTF-8"),
                row("white space around", pay("j-3", "\r\n\t " + PAYMENT + " \n"), 202),
                row("a smile", pay("j-4", PAYMENT.replace("INV-1", "\uD83D\uDE00")), 202));
    }

    /** The limits of SPEC A9, on both sides of each. */
    static List<Row> limits() {
        String digits = "9".repeat(18);
        String max = IntStream.range(0, 50).mapToObj(i -> "\"k" + i + "\":1").collect(Collectors.joining(","));
        String deep = "{\"a\":[[[[[[1]]]]]]}";
        return List.of(
                row("body as large as may be", pay("l-1", " ".repeat(262_144 - PAYMENT.length()) + PAYMENT), 202),
                row("amount as long as may be", pay("l-2", amount(digits + "." + digits)), 202),
                row("amount with an exponent", pay("l-3", amount("1e3")), 400, "/amount"),
                row("negative amount", pay("l-3", amount("-1")), 400, "/amount"),
                row("amount with a leading zero", pay("l-3", amount("01")), 400, "/amount"),
                row("amount that ends in a point", pay("l-3", amount("1.")), 400, "/amount"),
                row("amount in other digits", pay("l-3", amount("\uFF11")), 400, "/amount"),
                row(
                        "currency in small letters",
                        pay("l-3", replaced(PAYMENT, "currency", "\"jpy\"")),
                        400,
                        "/currency"),
                row("reference as long as may be", pay("l-4", PAYMENT.replace("INV-1", "x".repeat(200))), 202),
                row("reference too long", pay("l-3", PAYMENT.replace("INV-1", "x".repeat(201))), 400, "/reference"),
                row("metadata as many as may be", pay("l-5", metadata("{" + max + "}")), 202),
                row("metadata, one too many", pay("l-3", metadata("{" + max + ",\"z\":1}")), 400, "/metadata", "50"),
                row("metadata as deep as may be", pay("l-6", metadata(deep)), 202),
                row("metadata of another kind", pay("l-3", metadata("[]")), 400, "/metadata"),
                row("expiry with an offset", order("l-7", ORDER.replace("0Z", "0+09:00")), 202),
                row("expiry before time began", order("l-3", ORDER.replace("2097", "1907")), 400, "RFC 3339"),
                row("many faults, some listed", pay("l-3", faults(500)), 400, "500 fields", "\"/f049\""));
    }

    static List<Row> paths() {
        return List.of(
                row("a query is ignored", post("/payments?x=1", "a-1", PAYMENT.getBytes(UTF_8)), 202),
                row("JSON, whatever is accepted", pay("a-2", PAYMENT).with("Accept", "text/html"), 202),
                row("content type in capitals", typed("a-3", "APPLICATION/JSON;CHARSET=UTF-8"), 202),
                row("content type of text", typed("a-4", "text/json"), 415),
                row("content type with a suffix", typed("a-4", "application/merge-patch+json"), 415),
                row("content type of UTF-16", typed("a-4", "application/json; charset=utf-16"), 415, "UTF-8"),
                row("not packed, and says so", pay("a-5", PAYMENT).with("Content-Encoding", "identity"), 202),
                row("packed twice", pay("a-4", PAYMENT).with("Content-Encoding", "identity, gzip"), 415),
                row("a path in capitals", post("/PAYMENTS", "a-4", PAYMENT.getBytes(UTF_8)), 404),
                row("options", method("OPTIONS", "/payments"), 405, "POST"),
                row("patch", method("PATCH", "/requests/p-1"), 405, "GET"),
                row("head of a post", method("HEAD", "/payments"), 405, "< allow: POST"),
                row("post to a request", method("POST", "/requests/p-1"), 405, "GET"),
                row("put to a timeline", method("PUT", "/requests/p-1/events"), 405, "GET"));
    }

    private static Ask inBody(String key, String body) {
        return pay("", body.replaceFirst("\\{", "{\"idempotency_key\":" + key.replace("\\", "\\\\") + ","))
                .without(KEY);
    }

    private static String amount(String amount) {
        return replaced(PAYMENT, "amount", "\"" + amount + "\"");
    }

    private static String metadata(String value) {
        return replaced(PAYMENT, "metadata", value.replace("\\", "\\\\"));
    }

    private static Ask deadline(String value) {
        return pay("d-" + value.strip() + "-x", PAYMENT).with("Connect-Timeout-Ms", value);
    }

    private static Ask typed(String key, String type) {
        return pay(key, PAYMENT).without("Content-Type").with("Content-Type", type);
    }

    private static Ask bytes(int... values) {
        byte[] body = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            body[i] = (byte) values[i];
        }
        return post("/payments", "j-1", body);
    }

    /** The payment of the appendix, its fields from the last to the first. */
    private static String reversed() {
        return "{\"metadata\":{},\"gateway\":\"simulator\",\"reference\":\"INV-1\",\"payment_method\":\"tok_visa\","
                + "\"currency\":\"JPY\",\"amount\":\"1200.00\"}";
    }

    private static String faults(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "\"f%03d\":1".formatted(i))
                .collect(Collectors.joining(",", "{", "," + PAYMENT.substring(1)));
    }
}
