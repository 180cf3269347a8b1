package dev.kakutei.ingest.http;

import static dev.kakutei.ingest.http.KeyedListeners.ORDER;
import static dev.kakutei.ingest.http.KeyedListeners.PAYMENT;
import static dev.kakutei.ingest.http.KeyedListeners.STRANGER;
import static dev.kakutei.ingest.http.KeyedListeners.get;
import static dev.kakutei.ingest.http.KeyedListeners.post;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.testkit.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** SPEC G3 row by row, through real HTTP: who is let in, and what they may. */
class AccessExchangesTest {
    private static KeyedListeners listeners;

    @BeforeAll
    static void start() throws Exception {
        listeners = new KeyedListeners(1);
        assertThat(listeners.pay(0, "shop", "s-1").status()).isEqualTo(202);
        assertThat(listeners.pay(0, "rival", "r-1").status()).isEqualTo(202);
    }

    @AfterAll
    static void stop() {
        listeners.close();
    }

    /** What is sent, and what must come back; {@code says} is a piece of the body. */
    private record Row(String name, KeyedListeners.Ask ask, int status, String says) {}

    private static Row row(String name, KeyedListeners.Ask ask, int status, String says) {
        return new Row(name, ask, status, says);
    }

    private static KeyedListeners.Ask look(String... headers) {
        return get("/requests/s-1", headers);
    }

    private static Stream<Row> headerForms() {
        String key = listeners.key("shop");
        return Stream.of(
                row("bearer", look("Authorization", "Bearer " + key), 200, "s-1"),
                row("bearer in capitals", look("Authorization", "BEARER " + key), 200, "s-1"),
                row("x-api-key", look("X-Api-Key", key), 200, "s-1"),
                row("the same key twice", look("X-Api-Key", key, "Authorization", "Bearer " + key), 200, "s-1"),
                row("basic beside a key", look("X-Api-Key", key, "Authorization", "Basic eDp5"), 200, "s-1"),
                row("second key of a client", look(listeners.bearer("shop-2")), 200, "s-1"),
                row("no key", look(), 401, "key-missing"),
                row("basic alone", look("Authorization", "Basic eDp5"), 401, "key-missing"),
                row("digest", look("Authorization", "Digest username=\"x\""), 401, "key-missing"),
                row("key without a scheme", look("Authorization", key), 401, "key-missing"),
                row("key in the address", get("/requests/s-1?api_key=" + key), 401, "key-missing"),
                row("two keys", look("X-Api-Key", key, "X-Api-Key", listeners.key("shop-2")), 401, "key-invalid"),
                row(
                        "two keys in two headers",
                        look("X-Api-Key", listeners.key("helpdesk"), "Authorization", "Bearer " + key),
                        401,
                        "key-invalid"),
                row("key and garbage", look("X-Api-Key", "?", "Authorization", "Bearer " + key), 401, "key-invalid"),
                row("bearer of nothing", look("Authorization", "Bearer"), 401, "key-invalid"),
                row("bearer of garbage", look("Authorization", "Bearer garbage"), 401, "key-invalid"),
                row("empty x-api-key", look("X-Api-Key", ""), 401, "key-invalid"),
                row("key in capitals", look("X-Api-Key", key.toUpperCase(Locale.ROOT)), 401, "key-invalid"),
                row("key cut short", look("X-Api-Key", key.substring(0, 80)), 401, "key-invalid"),
                row("stranger", look("X-Api-Key", STRANGER), 401, "key-invalid"),
                row("wrong secret", look(listeners.bearer("shop-wrong")), 401, "key-invalid"),
                row("expired", look(listeners.bearer("shop-expired")), 401, "key-invalid"),
                row("revoked", look(listeners.bearer("shop-revoked")), 401, "key-invalid"),
                row("client removed", look(listeners.bearer("gone")), 401, "key-invalid"));
    }

    /** A caller that is refused cannot make us read its body, or find out what is wrong with it. */
    private static Stream<Row> beforeTheBody() {
        return Stream.of(
                row("stranger submits", post("/payments", PAYMENT, "X-Api-Key", STRANGER), 401, "key-invalid"),
                row("no key, submits garbage", post("/payments", "{garbage"), 401, "key-missing"),
                row("no key, submits too much", post("/payments", " ".repeat(300_000)), 401, "key-missing"),
                row("no key, submits without a key of either kind", post("/do/order", ORDER), 401, "key-missing"),
                row(
                        "viewer submits garbage",
                        post("/payments", "{garbage", listeners.bearer("helpdesk")),
                        403,
                        "submitter"),
                row("unknown path", get("/nothing"), 404, "not-found"),
                row("wrong method", get("/payments"), 405, "method-not-allowed"));
    }

    /** Each role at each route; who sees all names the other client, who submits sees its own alone. */
    private static Stream<Row> roles() {
        List<Row> rows = new ArrayList<>();
        for (String client : List.of("shop", "helpdesk", "boss", "judge", "both")) {
            boolean submits = client.equals("shop") || client.equals("both");
            String key = "role-" + client;
            String said = submits ? key : "needs the role submitter";
            int submitted = submits ? 202 : 403;
            rows.add(row(
                    client + " pays", post("/payments", PAYMENT, listeners.submitting(client, key)), submitted, said));
            rows.add(row(
                    client + " orders",
                    post("/do/order", ORDER, listeners.submitting(client, key + "-o")),
                    submitted,
                    said));

            boolean all = !client.equals("shop");
            int seen = all ? 200 : 403;
            String[] bearer = listeners.bearer(client);
            String denied = "needs the role approver or operator or viewer";
            rows.add(row(client + " looks", get("/requests/r-1?client=rival", bearer), seen, all ? "r-1" : denied));
            rows.add(row(
                    client + " looks at a timeline",
                    get("/requests/r-1/events?client=rival", bearer),
                    seen,
                    all ? "client:rival" : denied));
            rows.add(row(
                    client + " asks with HEAD",
                    new KeyedListeners.Ask("HEAD", "/requests/r-1?client=rival", null, List.of(bearer)),
                    seen,
                    ""));
            boolean acts = client.equals("boss");
            rows.add(row(
                    client + " requests an action",
                    post("/requests/none/actions?client=shop", ActionsTest.body("hold", "r", 1), bearer),
                    acts ? 404 : 403,
                    acts ? "unknown-request" : "needs the role operator"));
            rows.add(row(
                    client + " makes a job",
                    post("/bulk-actions", "{}", bearer),
                    acts ? 400 : 403,
                    acts ? "/action" : "needs the role operator"));
            rows.add(row(
                    client + " looks at jobs",
                    get("/bulk-actions", bearer),
                    all ? 200 : 403,
                    all ? "bulk_actions" : "needs the role approver or operator or viewer"));
            rows.add(row(
                    client + " looks over all",
                    get("/overview", bearer),
                    200,
                    all ? "\"name\":\"simulator\"" : "\"gateways\":[],\"services\":[]"));
            rows.add(row(client + " asks who it is", get("/me", bearer), 200, "\"client\":\"" + client));
            rows.add(row(client + " names no client", get("/requests/r-1", bearer), 404, "unknown-request"));
            rows.add(row(
                    client + " names no client, timeline",
                    get("/requests/r-1/events", bearer),
                    404,
                    "unknown-request"));
        }
        return rows.stream();
    }

    private static Stream<Row> clientParameter() {
        String[] shop = listeners.bearer("shop");
        String[] helpdesk = listeners.bearer("helpdesk");
        return Stream.of(
                row("own name", get("/requests/s-1?client=shop", shop), 200, "s-1"),
                row("own name twice", get("/requests/s-1?client=shop&client=shop", shop), 200, "s-1"),
                row("two names", get("/requests/s-1?client=shop&client=rival", helpdesk), 400, "more than once"),
                row("empty name", get("/requests/s-1?client=", helpdesk), 400, "small letters"),
                row("no client's name", get("/requests/s-1?client=No%20Name", helpdesk), 400, "small letters"),
                row(
                        "unknown client, for a viewer",
                        get("/requests/s-1?client=unknown", helpdesk),
                        404,
                        "unknown-request"),
                row("unknown client, for a submitter", get("/requests/s-1?client=unknown", shop), 403, "role-missing"),
                row(
                        "the client of open access",
                        get("/requests/s-1?client=default", helpdesk),
                        404,
                        "unknown-request"));
    }

    /** The same holds where requests are searched and followed. */
    private static Stream<Row> searchingAndFollowing() {
        String[] shop = listeners.bearer("shop");
        String[] helpdesk = listeners.bearer("helpdesk");
        return Stream.of(
                row("search, no key", get("/requests"), 401, "key-missing"),
                row("search, stranger", get("/requests", "X-Api-Key", STRANGER), 401, "key-invalid"),
                row("search, own", get("/requests", shop), 200, "s-1"),
                row("search, own by name", get("/requests?client=shop", shop), 200, "s-1"),
                row("search, another's", get("/requests?client=rival", shop), 403, "role-missing"),
                row("search, unknown client", get("/requests?client=unknown", shop), 403, "role-missing"),
                row("search, viewer", get("/requests?client=rival", helpdesk), 200, "r-1"),
                row("stream, no key", get("/requests/s-1/stream"), 401, "key-missing"),
                row("stream, another's", get("/requests/r-1/stream", shop), 404, "unknown-request"),
                row("stream, another's by name", get("/requests/r-1/stream?client=rival", shop), 403, "role-missing"));
    }

    @TestFactory
    Stream<DynamicTest> listener_everyRow_answersAsPinned() {
        return Stream.of(headerForms(), beforeTheBody(), roles(), clientParameter(), searchingAndFollowing())
                .flatMap(rows -> rows)
                .map(row -> DynamicTest.dynamicTest(row.name(), () -> check(row)));
    }

    private static void check(Row row) {
        KeyedListeners.Answer answer = listeners.send(0, row.ask());

        assertThat(answer.status()).as(answer.body()).isEqualTo(row.status());
        if (!row.ask().method().equals("HEAD")) {
            assertThat(answer.body()).contains(row.says());
            assertThat(answer.headers().get("content-type"))
                    .isEqualTo(row.status() < 400 ? "application/json" : "application/problem+json");
        }
        if (row.status() == 401) {
            assertThat(answer.headers().get("www-authenticate")).startsWith("Bearer realm=\"kakutei\"");
        }
        listeners.secrets().forEach(secret -> assertThat(answer.body()).doesNotContain(secret));
    }

    @Test
    void search_ofASubmitter_findsItsOwnAloneAndOfAViewerEverybodys() {
        assertThat(listeners
                        .send(0, get("/requests", listeners.bearer("rival")))
                        .body())
                .contains("r-1")
                .doesNotContain("s-1")
                .doesNotContain("shop");
        assertThat(listeners
                        .send(0, get("/requests?limit=100", listeners.bearer("helpdesk")))
                        .body())
                .contains("r-1", "s-1", "\"client\":\"rival\"", "\"client\":\"shop\"");
    }

    @Test
    void stream_ofAnothersRequest_isOpenedForWhoSeesAll() {
        for (String key : List.of("helpdesk", "rival")) {
            KeyedListeners.Ask ask = new KeyedListeners.Ask(
                    "HEAD", "/requests/r-1/stream?client=rival", null, List.of(listeners.bearer(key)));
            KeyedListeners.Answer answer = listeners.send(0, ask);

            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.headers().get("content-type")).isEqualTo("text/event-stream");
        }
    }

    @Test
    void refusal_ofAnyBadKey_isTheSameToTheLastByte() {
        Set<String> answers = Stream.of("shop-wrong", "shop-expired", "shop-revoked", "gone", "stranger")
                .map(key -> listeners.send(0, look(listeners.bearer(key))))
                .map(answer -> {
                    Map<String, String> headers = new TreeMap<>(answer.headers());
                    headers.remove("date");
                    return answer.status() + answer.body() + headers;
                })
                .collect(Collectors.toSet());

        assertThat(answers).hasSize(1);
    }

    @Test
    void stranger_announcesABody_isAnsweredBeforeItCame() throws Exception {
        for (String key : List.of("", "Authorization: Bearer " + STRANGER + "\r\n")) {
            HttpConformanceTest.Answer answer = Raw.send(
                    listeners.instance(0).address(),
                    "POST /payments HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" + key
                            + "Content-Length: 200000\r\nConnection: close\r\n\r\n{");

            assertThat(answer.status()).isEqualTo(401);
        }
    }

    @Test
    void keys_sentInEveryWay_areInNoLogAndNoTable() {
        Stream.of(headerForms(), beforeTheBody()).flatMap(rows -> rows).forEach(row -> listeners.send(0, row.ask()));
        Await.until("a refusal is logged", () -> {
            listeners.send(0, look());
            return listeners.log().lines().stream()
                    .anyMatch(line -> line.contains("Access refused") && line.contains("remote=127.0.0.1"));
        });

        listeners.assertNoSecretIsKept();
    }
}
