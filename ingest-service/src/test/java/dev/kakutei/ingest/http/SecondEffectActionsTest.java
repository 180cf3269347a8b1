package dev.kakutei.ingest.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakutei.ingest.IngestConfig;
import dev.kakutei.ingest.IngestService;
import dev.kakutei.ingest.TestLedger;
import dev.kakutei.ingest.TestService;
import dev.kakutei.ledger.Entry;
import dev.kakutei.schemas.SecondEffect;
import dev.kakutei.schemas.codec.Json;
import dev.kakutei.store.Requests;
import dev.kakutei.store.TestStore;
import dev.kakutei.testkit.Await;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sending again over HTTP where the gateway may act twice: one by one, and in bulk. */
class SecondEffectActionsTest {
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static TestStore store;
    private static IngestConfig config;
    private static IngestService service;
    private static TestLedger ledger;

    @BeforeAll
    static void start() {
        store = TestStore.open();
        config = TestService.config(TestService.settings(store.raw()));
        service = TestService.start(config);
        ledger = new TestLedger(config, store);
    }

    @AfterAll
    static void stop() {
        ledger.close();
        service.close();
        store.close();
    }

    @Test
    void request_whereSendingAgainIsRisky_isShownWithTheRisk() throws Exception {
        ledger.withAPerson(Requests.blindPayment("default", "shown"));
        ledger.withAPerson(Requests.payment("recognised"));

        JsonNode risky = get("/requests/shown");
        JsonNode recognised = get("/requests/recognised");

        assertThat(words(risky.path("allowed"))).contains("send_again", "settle_failed");
        assertThat(risky.path("risks").path("send_again").asText())
                .contains("may have taken effect", "\"blind\"", "act twice");
        assertThat(words(recognised.path("allowed"))).contains("send_again");
        assertThat(recognised.has("risks")).isFalse();
    }

    @Test
    void sendAgain_unaccepted_is409ThatSaysWhatIsMissingAndNothingIsPublished() throws Exception {
        Entry entry = ledger.withAPerson(Requests.blindPayment("default", "unaccepted"));

        HttpResponse<String> answer = request(entry, body("send_again", entry));

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(409);
        assertThat(answer.body())
                .contains("urn:kakutei:problem:action-refused", "may have taken effect", "settle it")
                .contains("accept_second_effect");
        assertThat(ledger.actions()).noneMatch(action -> action.requestId().equals(entry.id()));
    }

    @Test
    void sendAgain_accepted_isCarriedOutAndTheTimelineKeepsIt() throws Exception {
        Entry entry = ledger.withAPerson(Requests.blindPayment("default", "accepted"));

        HttpResponse<String> answer = request(entry, body("send_again", entry).put("accept_second_effect", true));

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(Json.MAPPER.readTree(answer.body()).path("state").asText()).isEqualTo("sending");
        assertThat(get("/requests/accepted/events").toString()).contains("\"second_effect_accepted\":true");
        assertThat(store.text("select risky_attempt from ledger where request_id = '" + entry.id() + "'"))
                .isEqualTo("2");
    }

    @ParameterizedTest
    @CsvSource({"hold, true, belongs to send_again", "send_again, 7, must be true or false"})
    void action_acceptanceThatMakesNoSense_is400ByField(String action, String value, String says) throws Exception {
        Entry entry = ledger.retrying(Requests.blindPayment("default", "not-applicable-" + action));
        ObjectNode body = body(action, entry);
        body.set("accept_second_effect", Json.MAPPER.readTree(value));

        HttpResponse<String> answer = request(entry, body);

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        assertThat(answer.body()).contains("/accept_second_effect", says);
    }

    @Test
    void bulkPreview_ofSendAgain_countsWhatIsRiskyByGateway() throws Exception {
        mixed("preview");

        JsonNode plain = bulk("preview", "send_again", true, false);
        JsonNode accepting = bulk("preview", "send_again", true, true);
        JsonNode verifying = bulk("preview", "verify_now", true, false);

        assertThat(plain.path("count").asInt()).isEqualTo(5);
        assertThat(plain.path("risky").path("count").asInt()).isEqualTo(3);
        JsonNode blind = plain.path("risky").path("gateways").path("blind");
        assertThat(blind.path("count").asInt()).isEqualTo(3);
        assertThat(blind.path("why").asText()).contains("act twice");
        assertThat(blind.path("examples")).hasSize(3).allSatisfy(example -> {
            assertThat(example.path("idempotency_key").asText()).startsWith("blind-");
            assertThat(example.path("client").asText()).isEqualTo("preview");
        });
        assertThat(plain.path("refused").toString()).contains("accept_second_effect", ":3");
        assertThat(accepting.path("risky").path("count").asInt()).isEqualTo(3);
        assertThat(accepting.path("refused")).isEmpty();
        assertThat(verifying.has("risky")).isFalse();
    }

    @Test
    void bulk_sendAgainUnaccepted_leavesOutWhatIsRiskyAndSaysWhy() throws Exception {
        mixed("plain");

        JsonNode done = ended(bulk("plain", "send_again", false, false));

        assertThat(done.path("done").asInt()).isEqualTo(2);
        assertThat(done.path("refused").asInt()).isEqualTo(3);
        assertThat(done.path("reasons").toString()).contains("accept_second_effect", ":3");
        assertThat(done.has("accept_second_effect")).isFalse();
        assertThat(store.count("ledger where client = 'plain' and gateway = 'blind' and state = 'verification_failed'"))
                .isEqualTo(3);
    }

    @Test
    void bulk_sendAgainAccepted_takesThemAllAlsoAfterARestart() throws Exception {
        mixed("all");
        ledger.rest();
        JsonNode made;
        try {
            made = bulk("all", "send_again", false, true);
            service.close();
            service = TestService.start(config);
        } finally {
            ledger.wake();
        }

        JsonNode done = ended(made);

        assertThat(done.path("accept_second_effect").asBoolean()).isTrue();
        assertThat(done.path("done").asInt()).as(done.toString()).isEqualTo(5);
        assertThat(store.count("ledger where client = 'all' and gateway = 'blind' and state = 'sending'"
                        + " and risky_attempt = 2"))
                .isEqualTo(3);
        assertThat(ledger.actions().stream()
                        .filter(action ->
                                ledger.entry(action.requestId()).client().equals("all")))
                .allMatch(action -> action.acceptSecondEffect() == SecondEffect.ACCEPTED);
    }

    @Test
    void bulk_acceptanceWithAnotherActionOrUnderAUsedKey_isRefused() throws Exception {
        JsonNode other = post("/bulk-actions", jobRequest("none", "hold", false, true));
        assertThat(other.path("status").asInt()).isEqualTo(400);
        assertThat(other.toString()).contains("/accept_second_effect", "belongs to send_again");

        assertThat(post("/bulk-actions", jobRequest("none", "send_again", false, false), "Idempotency-Key", "k-1")
                        .path("id")
                        .asText())
                .isNotBlank();
        assertThat(post("/bulk-actions", jobRequest("none", "send_again", false, true), "Idempotency-Key", "k-1")
                        .path("type")
                        .asText())
                .endsWith("idempotency-conflict");
    }

    /** Three at a gateway that does not recognise a repetition, two at one that does; all wait for a person. */
    private static void mixed(String client) {
        IntStream.range(0, 3).forEach(i -> ledger.withAPerson(Requests.blindPayment(client, "blind-" + i)));
        IntStream.range(0, 2).forEach(i -> ledger.withAPerson(Requests.payment(client, "known-" + i, "1")));
    }

    private static JsonNode bulk(String client, String action, boolean preview, boolean accept) throws Exception {
        return post("/bulk-actions", jobRequest(client, action, preview, accept));
    }

    private static ObjectNode jobRequest(String client, String action, boolean preview, boolean accept) {
        ObjectNode jobRequest = Json.MAPPER.createObjectNode();
        jobRequest.putObject("filter").put("state", "verification_failed").put("client", client);
        jobRequest.put("action", action).put("reason", "because").put("preview", preview);
        return accept ? jobRequest.put("accept_second_effect", true) : jobRequest;
    }

    private static JsonNode ended(JsonNode job) {
        return Await.until(
                "the job is done",
                () -> get("/bulk-actions/" + job.path("id").asText()),
                one -> one.path("state").asText().equals("done"));
    }

    private static ObjectNode body(String action, Entry entry) {
        return Json.MAPPER
                .createObjectNode()
                .put("action", action)
                .put("reason", "because")
                .put("based_on", entry.seq());
    }

    private static List<String> words(JsonNode list) {
        return IntStream.range(0, list.size())
                .mapToObj(i -> list.get(i).asText())
                .toList();
    }

    private static HttpResponse<String> request(Entry entry, ObjectNode body) throws Exception {
        return sent("/requests/" + entry.idempotencyKey() + "/actions", body);
    }

    private static JsonNode post(String path, ObjectNode body, String... headers) throws Exception {
        return Json.MAPPER.readTree(sent(path, body, headers).body());
    }

    private static HttpResponse<String> sent(String path, ObjectNode body, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri(path))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body.toString()));
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static JsonNode get(String path) throws Exception {
        return Json.MAPPER.readTree(
                HTTP.send(HttpRequest.newBuilder(uri(path)).build(), HttpResponse.BodyHandlers.ofString())
                        .body());
    }

    private static URI uri(String path) {
        return URI.create("http://127.0.0.1:" + service.port() + path);
    }
}
