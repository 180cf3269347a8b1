package dev.kakutei.ingest.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakutei.access.ClientRegistry;
import dev.kakutei.access.ClientRole;
import dev.kakutei.ingest.IngestConfig;
import dev.kakutei.ingest.IngestService;
import dev.kakutei.ingest.TestLedger;
import dev.kakutei.ingest.TestService;
import dev.kakutei.ledger.Entry;
import dev.kakutei.schemas.ApprovalFact;
import dev.kakutei.schemas.codec.Json;
import dev.kakutei.store.TestStore;
import dev.kakutei.store.accept.LedgerTable;
import dev.kakutei.testkit.Await;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** SPEC C9 over HTTP: two persons, versions, and the key of a request that was resubmitted. */
class ApprovalsTest {
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final Map<String, String> KEYS = new HashMap<>();
    private static TestStore store;
    private static IngestConfig config;
    private static IngestService service;
    private static TestLedger ledger;

    private record Answer(int status, JsonNode body) {}

    @BeforeAll
    static void start() throws Exception {
        store = TestStore.open();
        ClientRegistry clients = new ClientRegistry(store.database()::connection, "cli:tester");
        client(clients, "shop", ClientRole.SUBMITTER, ClientRole.APPROVER);
        client(clients, "rival", ClientRole.SUBMITTER, ClientRole.VIEWER);
        client(clients, "judge", ClientRole.APPROVER);
        client(clients, "helpdesk", ClientRole.VIEWER);
        config = TestService.config(settings("keys"));
        service = TestService.start(config);
        ledger = new TestLedger(config, store);
    }

    private static Map<String, String> settings(String access) throws Exception {
        Map<String, String> settings = TestService.settings(store.raw());
        Path file = Path.of(settings.get("gateways.file"));
        Files.writeString(file, Files.readString(file) + "approvals: [{name: large, at_least: {JPY: 1000}}]\n");
        settings.put("ingest.access", access);
        return settings;
    }

    private static void client(ClientRegistry clients, String name, ClientRole... roles) throws Exception {
        clients.add(name, Set.of(roles), OptionalInt.empty());
        KEYS.put(name, clients.addKey(name, Optional.empty()).key().reveal());
    }

    @AfterAll
    static void stop() {
        ledger.close();
        service.close();
        store.close();
    }

    @Test
    void approve_byASecondPerson_isSentAndTheFirstIsRefused() throws Exception {
        Entry entry = held("a-1", "5000");
        assertThat(get("judge", "/requests/a-1?client=shop")
                        .body()
                        .get("allowed")
                        .toString())
                .contains("approve", "return", "comment")
                .doesNotContain("resubmit", "hold");
        assertThat(get("shop", "/requests/a-1").body().get("allowed").toString())
                .isEqualTo("[\"comment\"]");

        Answer own = post("shop", "/requests/a-1/approve", "{\"based_on\":2}");
        assertThat(own.status()).isEqualTo(403);
        assertThat(own.body().toString())
                .contains("four-eyes", "shop submitted it")
                .doesNotContain("access is open");
        assertThat(post("helpdesk", "/requests/a-1/approve?client=shop", "{\"based_on\":2}")
                        .body()
                        .toString())
                .contains("role-missing");

        Answer approved = post("judge", "/requests/a-1/approve?client=shop", "{\"based_on\":2,\"comment\":\"yes\"}");
        assertThat(approved.status()).as(approved.body().toString()).isEqualTo(200);
        assertThat(approved.body().get("state").textValue()).isEqualTo("sending");
        JsonNode approval = approved.body().get("approval");
        assertThat(approval.get("approved_by").textValue()).isEqualTo("approver:judge");
        assertThat(approval.get("policy").textValue()).isEqualTo("large");
        assertThat(approval.get("note").textValue()).isEqualTo("please");
        assertThat(approval.get("submitted_by").textValue()).isEqualTo("shop");
        assertThat(post("judge", "/requests/a-1/approve?client=shop", "{\"based_on\":2}")
                        .status())
                .as("it has moved on")
                .isEqualTo(409);
        assertThat(ledger.entry(entry.id()).attempts().count()).isEqualTo(1);
    }

    @Test
    void openAccess_everyCallerIsTheSameClient_isShownHowToTurnKeysOn() throws Exception {
        Map<String, String> settings = settings("open");
        settings.put("topics.prefix", config.kafka().topics().prefix());
        try (IngestService open = TestService.start(TestService.config(settings))) {
            String address = open.address().toString();
            send(
                    address,
                    "unknown",
                    "/payments",
                    payment("5000"),
                    "Idempotency-Key",
                    "open-1",
                    "Prefer",
                    "respond-async");
            Entry entry = found("default", "open-1");
            ledger.knows(entry);
            ledger.shown(
                    ledger.record(entry.id(), new ApprovalFact.Requested("large", 1, null, ApprovalFact.Lapse.ALERT)));

            Answer answer = send(address, "unknown", "/requests/open-1/approve", "{\"based_on\":2}");

            assertThat(answer.status()).isEqualTo(403);
            assertThat(answer.body().toString()).contains("four-eyes", "access is open", "ingest.access=keys");
        }
    }

    @Test
    void resubmitted_underTheSameKey_isANewVersionAndBothItsEndsAreTheSameRequest() throws Exception {
        Entry entry = held("r-1", "5000");
        Answer returned = post("judge", "/requests/r-1/return?client=shop", "{\"based_on\":2,\"comment\":\"less\"}");
        assertThat(returned.body().get("state").textValue()).isEqualTo("returned");
        assertThat(returned.body().get("status").textValue()).isEqualTo("PENDING_APPROVAL");
        assertThat(get("shop", "/requests/r-1").body().get("allowed").toString())
                .contains("resubmit");

        Answer again = post("shop", "/requests/r-1/resubmit", resubmission(3, "700", "now?"), "Idempotency-Key", "k");
        assertThat(again.status()).as(again.body().toString()).isEqualTo(200);
        assertThat(again.body().get("amount").textValue()).isEqualTo("700");
        assertThat(again.body().at("/approval/version").intValue()).isEqualTo(2);
        assertThat(again.body().at("/approval/note").textValue()).isEqualTo("now?");
        assertThat(post("shop", "/requests/r-1/resubmit", resubmission(3, "700", "now?"), "Idempotency-Key", "k")
                        .body()
                        .get("action_id"))
                .as("the same action")
                .isEqualTo(again.body().get("action_id"));
        assertThat(post("shop", "/requests/r-1/resubmit", resubmission(3, "701", "now?"), "Idempotency-Key", "k")
                        .body()
                        .toString())
                .contains("idempotency-conflict");

        assertThat(submit("r-1", "5000").status()).as("the first version").isEqualTo(200);
        assertThat(submit("r-1", "700").status()).as("the current version").isEqualTo(200);
        assertThat(submit("r-1", "701").status()).as("neither").isEqualTo(409);
        assertThat(submit("r-1", "5000").body().at("/approval/version").intValue())
                .isEqualTo(2);

        int seen = get("shop", "/requests/r-1").body().get("last_event_id").intValue();
        post("judge", "/requests/r-1/return?client=shop", "{\"based_on\":" + seen + ",\"comment\":\"more\"}");
        post("shop", "/requests/r-1/resubmit", resubmission(seen + 1, "900", null));
        assertThat(submit("r-1", "700").status()).as("a version in between").isEqualTo(409);
        assertThat(submit("r-1", "900").status()).isEqualTo(200);
        JsonNode events = get("shop", "/requests/r-1/events").body().get("events");
        assertThat(events.findValuesAsText("digest")).hasSize(3).doesNotHaveDuplicates();
        assertThat(ledger.entry(entry.id()).attempts().count()).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "approve  | {}                                             | /based_on",
                "approve  | {\"based_on\":2,\"comment\":\" \",\"x\":1}       | /comment;/x",
                "return   | {\"based_on\":2}                               | /comment",
                "comments | {\"text\":\"\"}                                | /text",
                "comments | {\"based_on\":2}                               | /text;/based_on",
                "resubmit | {\"based_on\":0}                               | /based_on;/request",
                "resubmit | {\"based_on\":2,\"request\":7}                 | /request;must be a JSON object",
                "resubmit | {\"based_on\":2,\"request\":{\"amount\":\"x\"}}   | /request/amount;/request/currency",
            })
    void input_bad_is400WithEveryMistakeAtItsPlace(String route, String body, String says) throws Exception {
        held("bad-" + Math.abs((route + body).hashCode()), "5000");
        String key = "bad-" + Math.abs((route + body).hashCode());

        Answer answer = post("shop", "/requests/" + key + "/" + route, body);

        assertThat(answer.status()).as(answer.body().toString()).isEqualTo(400);
        assertThat(answer.body().toString()).contains(says.split(";"));
    }

    @Test
    void resubmit_whatDoesNotFitHere_isRefusedLikeANewRequest() throws Exception {
        Entry entry = held("f-1", "5000");
        ledger.shown(ledger.record(entry.id(), new ApprovalFact.Returned("o", 1, "less", null)));
        ObjectNode body = (ObjectNode) Json.MAPPER.readTree(resubmission(3, "700", null));
        ((ObjectNode) body.get("request"))
                .put("gateway", "nowhere")
                .put("expires_at", "2020-01-01T00:00:00Z")
                .put("idempotency_key", "other");

        Answer answer = post("shop", "/requests/f-1/resubmit", body.toString());
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body().toString())
                .contains("/request/gateway", "/request/expires_at", "/request/idempotency_key");

        assertThat(post("rival", "/requests/f-1/resubmit", resubmission(3, "1", null))
                        .status())
                .isEqualTo(404);
        assertThat(post("rival", "/requests/f-1/resubmit?client=shop", resubmission(3, "1", null))
                        .body()
                        .toString())
                .contains("four-eyes", "only its submitter, shop");
        assertThat(post("shop", "/requests/f-1/resubmit", resubmission(2, "700", null))
                        .body()
                        .toString())
                .contains("moved on");
    }

    @Test
    void comment_byAnybodyWhoSees_isKeptOnceForItsKeyAndMovesNothing() throws Exception {
        Entry entry = held("c-1", "5000");
        for (int i = 0; i < 2; i++) {
            assertThat(post(
                                    "helpdesk",
                                    "/requests/c-1/comments?client=shop",
                                    "{\"text\":\"hm\"}",
                                    "Idempotency-Key",
                                    "c")
                            .status())
                    .isEqualTo(200);
            assertThat(post("shop", "/requests/c-1/comments", "{\"text\":\"well\"}")
                            .status())
                    .isEqualTo(200);
        }
        Answer shown = get("shop", "/requests/c-1");
        JsonNode timeline = get("shop", "/requests/c-1/events").body();

        assertThat(shown.body().at("/approval/comments").intValue()).isEqualTo(3);
        assertThat(timeline.get("current_event_id").intValue()).isEqualTo(2);
        assertThat(timeline.findValuesAsText("by"))
                .containsExactly("client:shop", "verifier", "viewer:helpdesk", "client:shop", "client:shop");
        assertThat(post(
                                "helpdesk",
                                "/requests/c-1/comments?client=shop",
                                "{\"text\":\"other\"}",
                                "Idempotency-Key",
                                "c")
                        .status())
                .isEqualTo(409);
        assertThat(ledger.entry(entry.id()).comments().count()).isEqualTo(3);
    }

    @Test
    void location_leadsToTheRequest_whoeverItsClientIs() throws Exception {
        held("l-1", "5000");
        for (String client : List.of("helpdesk", "shop")) {
            String where = HTTP.send(
                            request(
                                    service.address().toString(),
                                    client,
                                    "/requests/l-1/comments?client=shop",
                                    "{\"text\":\"hm\"}"),
                            HttpResponse.BodyHandlers.ofString())
                    .headers()
                    .firstValue("Location")
                    .orElseThrow();

            assertThat(where).isEqualTo(client.equals("shop") ? "/requests/l-1" : "/requests/l-1?client=shop");
            assertThat(get(client, where).status()).isEqualTo(200);
        }
    }

    @Test
    void caller_waitingForAHeldRequest_isAnsweredAtOnce() throws Exception {
        CompletableFuture<HttpResponse<String>> waiting = HTTP.sendAsync(
                request(
                        service.address().toString(),
                        "shop",
                        "/payments",
                        payment("5000"),
                        "Idempotency-Key",
                        "w-1",
                        "Connect-Timeout-Ms",
                        "300000"),
                HttpResponse.BodyHandlers.ofString());
        Entry entry = found("shop", "w-1");
        ledger.knows(entry);
        ledger.record(entry.id(), new ApprovalFact.Requested("large", 1, null, ApprovalFact.Lapse.ALERT));

        // Long before the deadline of five minutes.
        HttpResponse<String> answer = waiting.get(60, TimeUnit.SECONDS);
        assertThat(answer.statusCode()).isEqualTo(202);
        assertThat(answer.body()).contains("\"status\":\"PENDING_APPROVAL\"", "\"policy\":\"large\"");
    }

    /** Submitted by the shop, and held. */
    private static Entry held(String key, String amount) throws Exception {
        assertThat(submit(key, amount).status()).isEqualTo(202);
        Entry entry = found("shop", key);
        ledger.knows(entry);
        return ledger.shown(
                ledger.record(entry.id(), new ApprovalFact.Requested("large", 1, null, ApprovalFact.Lapse.ALERT)));
    }

    private static Entry found(String client, String key) {
        LedgerTable table = new LedgerTable(store.database());
        Await.until("it is stored", () -> table.find(client, key).isPresent());
        return table.find(client, key).orElseThrow();
    }

    private static Answer submit(String key, String amount) throws Exception {
        return post("shop", "/payments", payment(amount), "Idempotency-Key", key, "Prefer", "respond-async");
    }

    private static String payment(String amount) {
        return "{\"amount\":\"" + amount + "\",\"currency\":\"JPY\",\"payment_method\":\"tok_visa\","
                + "\"reference\":\"INV-1\",\"note\":\"please\"}";
    }

    private static String resubmission(int basedOn, String amount, String note) throws Exception {
        ObjectNode body =
                Json.MAPPER.createObjectNode().put("based_on", basedOn).put("note", note);
        ObjectNode request = (ObjectNode) Json.MAPPER.readTree(payment(amount));
        request.remove("note");
        body.set("request", request);
        return body.toString();
    }

    private static Answer post(String client, String path, String body, String... headers) throws Exception {
        return send(service.address().toString(), client, path, body, headers);
    }

    private static Answer send(String address, String client, String path, String body, String... headers)
            throws Exception {
        HttpResponse<String> answer =
                HTTP.send(request(address, client, path, body, headers), HttpResponse.BodyHandlers.ofString());
        return new Answer(answer.statusCode(), Json.MAPPER.readTree(answer.body()));
    }

    private static HttpRequest request(String address, String client, String path, String body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address + path))
                .header("Content-Type", "application/json")
                .header("Authorization", "Bearer " + KEYS.getOrDefault(client, "none"))
                .POST(HttpRequest.BodyPublishers.ofString(body));
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        return request.build();
    }

    private static Answer get(String client, String path) throws Exception {
        HttpResponse<String> answer = HTTP.send(
                HttpRequest.newBuilder(URI.create(service.address() + path))
                        .header("Authorization", "Bearer " + KEYS.get(client))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        return new Answer(answer.statusCode(), Json.MAPPER.readTree(answer.body()));
    }
}
