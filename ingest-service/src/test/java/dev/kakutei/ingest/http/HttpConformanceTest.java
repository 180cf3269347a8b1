package dev.kakutei.ingest.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.ingest.IngestConfig;
import dev.kakutei.ingest.IngestService;
import dev.kakutei.ingest.TestService;
import dev.kakutei.operator.http.RequestView;
import dev.kakutei.schemas.codec.Json;
import dev.kakutei.testkit.RealPostgres;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** SPEC A1, A4, A7, A9 row by row, through real HTTP. */
class HttpConformanceTest {
    static final String ORDER = "{\"account\":\"ACC-1\",\"instrument\":\"7203.T\",\"side\":\"buy\","
            + "\"quantity\":\"100\",\"order_type\":\"limit\",\"limit_price\":\"2500.5\",\"currency\":\"JPY\","
            + "\"gateway\":\"simulator\",\"expires_at\":\"2097-12-01T00:00:00Z\",\"metadata\":{\"desk\":\"tokyo\"}}";
    static final String PAYMENT = "{\"amount\":\"1200.00\",\"currency\":\"JPY\",\"payment_method\":\"tok_visa\","
            + "\"reference\":\"INV-1\",\"gateway\":\"simulator\",\"metadata\":{}}";

    private static RealPostgres.Database database;
    private static IngestService service;
    private static HttpClient client;

    @BeforeAll
    static void start() {
        database = RealPostgres.freshDatabase();
        IngestConfig config = TestService.config(TestService.settings(database));
        service = TestService.start(config);
        client = HttpClient.newHttpClient();
    }

    @AfterAll
    static void stop() throws Exception {
        service.close();
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("select pg_drop_replication_slot('slot_" + database.name() + "')");
        }
    }

    /**
     * One row: what is sent, and what must come back. {@code says} are pieces of the body; those that begin with
     * {@code "< "} are headers ({@code "< retry-after: 1"}), those that begin with {@code "<! "} headers that must not
     * be there.
     */
    record Row(String name, Ask ask, int status, List<String> says) {}

    record Ask(String method, String path, byte[] body, List<String> headers) {
        Ask with(String name, String value) {
            List<String> more = new ArrayList<>(headers);
            more.add(name);
            more.add(value);
            return new Ask(method, path, body, more);
        }

        Ask without(String name) {
            List<String> fewer = new ArrayList<>();
            for (int i = 0; i < headers.size(); i += 2) {
                if (!headers.get(i).equals(name)) {
                    fewer.add(headers.get(i));
                    fewer.add(headers.get(i + 1));
                }
            }
            return new Ask(method, path, body, fewer);
        }
    }

    static Ask pay(String key, String body) {
        return post("/payments", key, body.getBytes(StandardCharsets.UTF_8));
    }

    static Ask order(String key, String body) {
        return post("/do/order", key, body.getBytes(StandardCharsets.UTF_8));
    }

    static Ask post(String path, String key, byte[] body) {
        return new Ask(
                "POST",
                path,
                body,
                List.of("Content-Type", "application/json", "Idempotency-Key", key, "Prefer", "respond-async"));
    }

    static Ask get(String path) {
        return new Ask("GET", path, null, List.of());
    }

    static Ask method(String method, String path) {
        return new Ask(method, path, null, List.of());
    }

    static Row row(String name, Ask ask, int status, String... says) {
        return new Row(name, ask, status, List.of(says));
    }

    static String replaced(String body, String field, String value) {
        assertThat(body).contains("\"" + field + "\":");
        return body.replaceFirst("\"" + field + "\":(\"[^\"]*\"|\\{[^}]*})", "\"" + field + "\":" + value);
    }

    private static List<Row> taken() {
        return List.of(
                row("order of the appendix", order("o-1", ORDER), 202, "\"status\":\"PENDING\"", "\"kind\":\"order\""),
                row("payment of the appendix", pay("p-1", PAYMENT), 202, "\"verificationRequired\":false"),
                row("same payment again", pay("p-1", PAYMENT), 200, "\"state\":\"accepted\""),
                row("same payment, other spelling", pay("p-1", " " + PAYMENT.replace(",", " ,\n")), 200),
                row("same key, other payment", pay("p-1", replaced(PAYMENT, "amount", "\"9\"")), 409, "conflict"),
                row("same key, other kind", order("p-1", ORDER), 409, "/idempotency_key"),
                row(
                        "key in the body",
                        pay("", PAYMENT.replace("{\"amount", "{\"idempotency_key\":\"b-1\",\"amount"))
                                .without("Idempotency-Key"),
                        202,
                        "\"b-1\""),
                row("same key in the header", pay("b-1", PAYMENT), 200, "\"b-1\""),
                row(
                        "key in both, equal",
                        pay("b-2", PAYMENT.replace("{\"amount", "{\"idempotency_key\":\"b-2\",\"amount")),
                        202),
                row("header twice, equal", pay("h-1", PAYMENT).with("Idempotency-Key", "h-1"), 202),
                row("key with odd characters", pay("a/b?c=1&d%20#;~\"", PAYMENT), 202),
                row(
                        "no gateway",
                        pay("g-1", PAYMENT.replace("\"gateway\":\"simulator\",", "")),
                        202,
                        "\"gateway\":\"simulator\""),
                row(
                        "charset utf-8",
                        pay("c-1", PAYMENT)
                                .without("Content-Type")
                                .with("Content-Type", "application/json; charset=\"UTF-8\""),
                        202),
                row("numbers in metadata", pay("m-1", replaced(PAYMENT, "metadata", "{\"n\":1.50,\"big\":1e21}")), 202),
                row(
                        "the same numbers, other spelling",
                        pay("m-1", replaced(PAYMENT, "metadata", "{\"big\":1000000000000000000000,\"n\":1.5}")),
                        200),
                row(
                        "market order",
                        order(
                                "o-2",
                                ORDER.replace(
                                        "\"order_type\":\"limit\",\"limit_price\":\"2500.5\"",
                                        "\"order_type\":\"market\"")),
                        202),
                row("odd deadline is no error", pay("d-1", PAYMENT).with("Connect-Timeout-Ms", "soon"), 202),
                row("odd trace is no error", pay("t-1", PAYMENT).with("traceparent", "00-zz"), 202));
    }

    private static List<Row> fieldsAtFault() {
        return List.of(
                row("no key", pay("", PAYMENT).without("Idempotency-Key"), 400, "/idempotency_key", "is missing"),
                row("empty key", pay("", PAYMENT), 400, "Idempotency-Key"),
                row("key with a space", pay("a b", PAYMENT), 400, "visible ASCII"),
                row("key too long", pay("k".repeat(256), PAYMENT), 400, "255"),
                row(
                        "key differs from the body's",
                        pay("x-1", PAYMENT.replace("{\"amount", "{\"idempotency_key\":\"x-2\",\"amount")),
                        400,
                        "differs"),
                row(
                        "header twice, different",
                        pay("x-3", PAYMENT).with("Idempotency-Key", "x-4"),
                        400,
                        "more than once"),
                row(
                        "unknown field",
                        pay("f-1", PAYMENT.replace("{\"amount", "{\"surprise\":1,\"amount")),
                        400,
                        "\"/surprise\""),
                row(
                        "two faults at once",
                        pay("f-2", replaced(replaced(PAYMENT, "amount", "\"x\""), "currency", "\"yen\"")),
                        400,
                        "/amount",
                        "/currency"),
                row("amount as a number", pay("f-3", replaced(PAYMENT, "amount", "12")), 400, "/amount"),
                row("amount of zero", pay("f-4", replaced(PAYMENT, "amount", "\"0.00\"")), 400, "greater than 0"),
                row(
                        "amount too long",
                        pay("f-5", replaced(PAYMENT, "amount", "\"" + "9".repeat(19) + "\"")),
                        400,
                        "/amount"),
                row(
                        "missing reference",
                        pay("f-6", PAYMENT.replace("\"reference\":\"INV-1\",", "")),
                        400,
                        "/reference"),
                row("unknown gateway", pay("f-7", replaced(PAYMENT, "gateway", "\"nowhere\"")), 400, "/gateway"),
                row(
                        "gateway that takes no orders",
                        order("f-8", replaced(ORDER, "gateway", "\"cards-only\"")),
                        400,
                        "takes no orders"),
                row(
                        "expired",
                        order("f-9", replaced(ORDER, "expires_at", "\"2020-01-01T00:00:00Z\"")),
                        400,
                        "/expires_at",
                        "in the past"),
                row(
                        "expiry that is no time",
                        order("f-10", replaced(ORDER, "expires_at", "\"tomorrow\"")),
                        400,
                        "RFC 3339"),
                row(
                        "number that no double holds",
                        pay("f-11", replaced(PAYMENT, "metadata", "{\"n\":9007199254740993}")),
                        400,
                        "/metadata/n"),
                row(
                        "number out of range",
                        pay("f-12", replaced(PAYMENT, "metadata", "{\"n\":1e999999}")),
                        400,
                        "/metadata/n"),
                row(
                        "long text in metadata",
                        pay("f-13", replaced(PAYMENT, "metadata", "{\"s\":\"" + "x".repeat(2001) + "\"}")),
                        400,
                        "/metadata/s"),
                row(
                        "metadata too deep",
                        pay("f-14", replaced(PAYMENT, "metadata", "{\"a\":[[[[[[[[1]]]]]]]]}")),
                        400,
                        "deeper than 8"),
                row(
                        "half a surrogate pair",
                        pay("f-15", replaced(PAYMENT, "reference", "\"x\\\\ud800\"")),
                        400,
                        "/reference"),
                row(
                        "limit price of a market order",
                        order("f-16", replaced(ORDER, "order_type", "\"market\"")),
                        400,
                        "/limit_price"),
                row("side that is none", order("f-17", replaced(ORDER, "side", "\"hold\"")), 400, "/side"));
    }

    private static List<Row> unreadable() {
        return List.of(
                row("empty body", pay("u-1", ""), 400, "empty"),
                row("blank body", pay("u-2", "  \n"), 400, "empty"),
                row("not JSON", pay("u-3", "{\"amount\":\n  oops}"), 400, "line 2, column"),
                row("cut off", pay("u-4", PAYMENT.substring(0, 20)), 400, "line 1"),
                row("something after it", pay("u-5", PAYMENT + " {}"), 400, "follows"),
                row("field twice", pay("u-6", "{\"amount\":\"1\",\"amount\":\"2\"}"), 400, "\"/amount\"", "twice"),
                row(
                        "inner field twice",
                        pay("u-7", replaced(PAYMENT, "metadata", "{\"a\":1,\"a\":2}")),
                        400,
                        "\"/metadata/a\""),
                row("too deep", pay("u-8", "[".repeat(40) + "]".repeat(40)), 400, "deeper than 32"),
                row("an array", pay("u-9", "[]"), 400, "must be a JSON object"),
                row("a null", pay("u-10", "null"), 400, "must be a JSON object"),
                row("a string", pay("u-11", "\"x\""), 400, "must be a JSON object"),
                row(
                        "number with too many digits",
                        pay("u-12", "{\"n\":" + "1".repeat(101) + "}"),
                        400,
                        "100 characters"),
                row("string too long", pay("u-13", "{\"s\":\"" + "x".repeat(20_000) + "\"}"), 400, "A string"),
                row("name too long", pay("u-14", "{\"" + "x".repeat(300) + "\":1}"), 400, "name"),
                row("not a number", pay("u-15", "{\"n\":NaN}"), 400, "line 1"),
                row("comment", pay("u-16", "{/* hi */}"), 400, "line 1"),
                row(
                        "invalid UTF-8",
                        post("/payments", "u-17", new byte[] {'{', '"', (byte) 0xc3, (byte) 0x28, '"', '}'}),
                        400,
                        "UTF-8"),
                row("UTF-16", post("/payments", "u-18", PAYMENT.getBytes(StandardCharsets.UTF_16)), 400, "UTF-8"),
                row("too large", pay("u-19", " ".repeat(256 * 1024) + PAYMENT), 413, "262144"),
                row("no content type", pay("u-20", PAYMENT).without("Content-Type"), 415, "application/json"),
                row(
                        "a form",
                        pay("u-21", PAYMENT)
                                .without("Content-Type")
                                .with("Content-Type", "application/x-www-form-urlencoded"),
                        415),
                row(
                        "latin-1",
                        pay("u-22", PAYMENT)
                                .without("Content-Type")
                                .with("Content-Type", "application/json;charset=latin1"),
                        415,
                        "UTF-8"),
                row("packed", pay("u-23", PAYMENT).with("Content-Encoding", "gzip"), 415, "Content-Encoding"));
    }

    private static List<Row> places() {
        return List.of(
                row("shown", get("/requests/p-1"), 200, "\"idempotency_key\":\"p-1\"", "\"attempts\":0"),
                row(
                        "shown to an operator",
                        get("/requests/p-1"),
                        200,
                        "\"last_event_id\":1",
                        "\"allowed\":[\"comment\",\"attach_summary\"]"),
                row(
                        "who one is",
                        get("/me"),
                        200,
                        "\"client\":\"default\"",
                        "\"mode\":\"open\"",
                        "[\"submitter\",\"approver\",\"operator\",\"viewer\",\"summariser\"]"),
                row(
                        "what gateways there are",
                        get("/gateways"),
                        200,
                        "\"default\":\"simulator\"",
                        "{\"name\":\"cards-only\",\"class\":\"idempotent\",\"can_be_asked\":false,\"kinds\":[\"payment\"]}"),
                row(
                        "what is happening",
                        get("/overview"),
                        200,
                        "\"states\":{\"accepted\":",
                        "\"settled_last_minute\":{\"succeeded\":0",
                        "{\"name\":\"simulator\",\"class\":\"idempotent\",\"breaker\":\"unknown\"",
                        "\"waiting_for_person\":0"),
                row("where work waits", get("/lag"), 200, "\"kept_bytes\":", "\"groups\":[", "\"problems\":[]"),
                row("by the ledger's words", get("/requests?state=accepted&limit=1"), 200, "\"state\":\"accepted\""),
                row("a word that is none", get("/requests?state=PENDING"), 400, "must be one of accepted"),
                row("no caller waits", get("/requests?waiting_for_person=true"), 200, "\"requests\":[]"),
                row("shown, odd key", get(RequestView.location("a/b?c=1&d%20#;~\"")), 200, "a/b?c=1&d%20#;~\\\""),
                row(
                        "timeline",
                        get("/requests/p-1/events"),
                        200,
                        "\"type\":\"accepted\"",
                        "\"by\":\"client:default\"",
                        "\"event_id\":1"),
                row("unknown request", get("/requests/none"), 404, "unknown-request"),
                row("unknown request's timeline", get("/requests/none/events"), 404, "unknown-request"),
                row("unknown path", get("/nothing"), 404, "not-found"),
                row("root", get("/"), 404, "not-found"),
                row("get of a post", get("/payments"), 405, "POST"),
                row("put", method("PUT", "/do/order"), 405, "POST"),
                row("delete of a request", method("DELETE", "/requests/p-1"), 405, "GET"),
                row("made-up method", method("BREW", "/payments"), 405, "POST"),
                row("head", method("HEAD", "/requests/p-1"), 200),
                row("head of an unknown request", method("HEAD", "/requests/none"), 404),
                row("bad percent in a path", get("/requests/%zz"), 400, "bad-request"));
    }

    @TestFactory
    Stream<DynamicTest> listener_everyRow_answersAsPinned() {
        return Stream.of(
                        taken(),
                        fieldsAtFault(),
                        unreadable(),
                        places(),
                        SubmissionRows.keys(),
                        SubmissionRows.digests(),
                        SubmissionRows.preferences(),
                        SubmissionRows.spellings(),
                        SubmissionRows.limits(),
                        SubmissionRows.paths())
                .flatMap(List::stream)
                .map(row -> DynamicTest.dynamicTest(row.name(), () -> check(row)));
    }

    private static void check(Row row) throws Exception {
        Answer answer = row.name().startsWith("bad percent")
                ? Raw.get(service.address(), row.ask().path())
                : send(row.ask());

        assertThat(answer.status()).as(answer.body()).isEqualTo(row.status());
        row.says().forEach(piece -> says(answer, piece));
        assertThat(answer.header("cache-control")).contains("no-store");
        if (!row.ask().method().equals("HEAD")) {
            JsonNode body = Json.MAPPER.readTree(answer.body());
            if (row.status() >= 400) {
                assertThat(answer.header("content-type")).isEqualTo("application/problem+json");
                assertThat(body.get("status").intValue()).isEqualTo(row.status());
                assertThat(body.get("type").textValue()).startsWith("urn:kakutei:problem:");
                assertThat(body.get("title").textValue()).isNotBlank();
                assertThat(body.get("detail").textValue()).isNotBlank();
                assertThat(body.get("errors").isArray()).isTrue();
                assertThat(answer.body()).doesNotContain("tok_visa", "oops", "Exception", "dev.kakutei");
            } else {
                assertThat(answer.header("content-type")).isEqualTo("application/json");
            }
        }
        if (row.status() == 405 && !row.says().get(0).startsWith("<")) {
            assertThat(answer.header("allow")).contains(row.says().get(0));
        }
        if (row.status() == 202) {
            String location = answer.header("location");
            assertThat(location).startsWith("/requests/");
            assertThat(send(get(location)).status()).isEqualTo(200);
        }
    }

    private static void says(Answer answer, String piece) {
        if (piece.startsWith("<! ")) {
            assertThat(answer.headers()).doesNotContainKey(piece.substring(3));
        } else if (piece.startsWith("< ")) {
            String[] header = piece.substring(2).split(": ", 2);
            assertThat(answer.header(header[0])).isEqualTo(header[1]);
        } else {
            assertThat(answer.body()).contains(piece);
        }
    }

    private static Answer send(Ask ask) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(service.address() + ask.path()))
                .method(
                        ask.method(),
                        ask.body() == null
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofByteArray(ask.body()));
        if (!ask.headers().isEmpty()) {
            request.headers(ask.headers().toArray(String[]::new));
        }
        HttpResponse<String> response = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        return new Answer(response.statusCode(), response.body(), Map.copyOf(flat(response)));
    }

    private static Map<String, String> flat(HttpResponse<String> response) {
        Map<String, String> headers = new HashMap<>();
        response.headers().map().forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values.get(0)));
        return headers;
    }

    record Answer(int status, String body, Map<String, String> headers) {
        String header(String name) {
            return headers.get(name);
        }
    }
}
