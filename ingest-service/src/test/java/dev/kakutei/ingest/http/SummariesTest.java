package dev.kakutei.ingest.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.access.ClientRegistry;
import dev.kakutei.access.ClientRole;
import dev.kakutei.ingest.IngestConfig;
import dev.kakutei.ingest.IngestService;
import dev.kakutei.ingest.TestLedger;
import dev.kakutei.ingest.TestService;
import dev.kakutei.ledger.Entry;
import dev.kakutei.schemas.ApprovalFact;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.codec.Json;
import dev.kakutei.store.TestStore;
import dev.kakutei.store.accept.LedgerTable;
import dev.kakutei.testkit.Await;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Summaries of submissions over HTTP, and how far an approval has come (SPEC C9). */
class SummariesTest {
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final Map<String, String> KEYS = new HashMap<>();
    private static TestStore store;
    private static IngestService service;
    private static TestLedger ledger;

    private record Answer(int status, JsonNode body) {}

    @BeforeAll
    static void start() throws Exception {
        store = TestStore.open();
        ClientRegistry clients = new ClientRegistry(store.database()::connection, "cli:tester");
        client(clients, "shop", ClientRole.SUBMITTER);
        client(clients, "judge", ClientRole.APPROVER);
        client(clients, "viewer", ClientRole.VIEWER);
        client(clients, "scribe", ClientRole.SUMMARISER);
        Map<String, String> settings = TestService.settings(store.raw());
        settings.put("ingest.access", "keys");
        IngestConfig config = TestService.config(settings);
        service = TestService.start(config);
        ledger = new TestLedger(config, store);
    }

    private static void client(ClientRegistry clients, String name, ClientRole role) throws Exception {
        clients.add(name, Set.of(role), OptionalInt.empty());
        KEYS.put(name, clients.addKey(name, Optional.empty()).key().reveal());
    }

    @AfterAll
    static void stop() {
        ledger.close();
        service.close();
        store.close();
    }

    @Test
    void summary_attachedAndReplaced_isShownBesideTheVersionThatItDescribes() throws Exception {
        held("s-1");
        assertThat(get("scribe", "/requests/s-1?client=shop")
                        .body()
                        .get("allowed")
                        .toString())
                .isEqualTo("[\"comment\",\"attach_summary\"]");

        Answer first = post("scribe", "s-1", "{\"event_id\":1,\"text\":\"A deposit.\"}");

        assertThat(first.status()).as(first.body().toString()).isEqualTo(200);
        JsonNode summary = get("judge", "/requests/s-1?client=shop").body().get("summary");
        assertThat(summary.get("text").textValue()).isEqualTo("A deposit.");
        assertThat(summary.get("by").textValue()).isEqualTo("summariser:scribe");
        assertThat(summary.get("origin").textValue()).isEqualTo("client");
        assertThat(summary.get("event_id").intValue()).isEqualTo(3);
        assertThat(summary.get("at").textValue()).isNotEmpty();

        Answer second = post("scribe", "s-1", "{\"event_id\":1,\"text\":\"Another.\"}");
        assertThat(second.status()).isEqualTo(409);
        assertThat(second.body().toString()).contains("action-refused", "event 1 has a summary, event 3");
        assertThat(post("scribe", "s-1", "{\"event_id\":1,\"text\":\"Corrected.\",\"replaces\":3}")
                        .body()
                        .at("/summary/text")
                        .textValue())
                .isEqualTo("Corrected.");

        JsonNode timeline = get("shop", "/requests/s-1/events").body();
        assertThat(timeline.get("current_event_id").intValue()).isEqualTo(2);
        assertThat(timeline.at("/events/3/fact/replaces").intValue()).isEqualTo(3);
        JsonNode listed = get("judge", "/requests?state=pending_approval").body();
        assertThat(listed.at("/requests/0/approval/status").textValue()).isEqualTo("PENDING");
        assertThat(listed.toString()).as("it may be long").doesNotContain("Corrected");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}                                             | 400 | /event_id;/text",
                "{\"event_id\":0,\"text\":\"x\"}                | 400 | /event_id",
                "{\"event_id\":\"1\",\"text\":\"x\"}            | 400 | /event_id",
                "{\"event_id\":1,\"text\":\" \"}                | 400 | /text",
                "{\"event_id\":1,\"text\":5,\"y\":1}            | 400 | /text;/y",
                "{\"event_id\":1,\"text\":\"x\",\"replaces\":1} | 400 | /replaces",
                "{\"event_id\":2,\"text\":\"x\",\"replaces\":2} | 400 | /replaces",
                "[]                                             | 400 | JSON object",
            })
    void badSummary_isRefusedWithEveryMistake(String body, int status, String places) throws Exception {
        held("bad-" + Math.abs(body.hashCode()));

        Answer answer = post("scribe", "bad-" + Math.abs(body.hashCode()), body);

        assertThat(answer.status()).as(answer.body().toString()).isEqualTo(status);
        assertThat(answer.body().toString()).contains(places.split(";"));
    }

    @Test
    void summary_thatIsTooLong_isRefused() throws Exception {
        held("long-1");
        String max = "x".repeat(2000);

        assertThat(post("scribe", "long-1", "{\"event_id\":1,\"text\":\"" + max + "x\"}")
                        .body()
                        .toString())
                .contains("/text", "at most 2000 characters");
        assertThat(post("scribe", "long-1", "{\"event_id\":1,\"text\":\"" + max + "\"}")
                        .status())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({"2", "7"})
    void summary_ofAnEventThatIsNoSubmission_isRefused(int event) throws Exception {
        held("none-" + event);

        Answer answer = post("scribe", "none-" + event, "{\"event_id\":" + event + ",\"text\":\"x\"}");

        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.body().toString()).contains("event " + event + " is no submission of this request; 1 is");
    }

    @ParameterizedTest
    @CsvSource({"shop, 403", "judge, 403", "viewer, 403", "unknown, 401"})
    void summary_byWhoIsNoSummariser_isRefused(String client, int status) throws Exception {
        held("role-" + client);

        Answer answer = post(client, "role-" + client, "{\"event_id\":1,\"text\":\"x\"}");

        assertThat(answer.status()).isEqualTo(status);
        if (status == 403) {
            assertThat(answer.body().toString()).contains("role-missing", "needs the role summariser");
        }
    }

    @Test
    void summary_ofARequestThatIsNotThere_isNotFound() throws Exception {
        assertThat(post("scribe", "absent", "{\"event_id\":1,\"text\":\"x\"}").status())
                .isEqualTo(404);
    }

    @Test
    void summary_sentAgainUnderItsKey_isAttachedOnce() throws Exception {
        Entry entry = held("again-1");
        for (int i = 0; i < 3; i++) {
            assertThat(post("scribe", "again-1", "{\"event_id\":1,\"text\":\"x\"}", "Idempotency-Key", "k")
                            .status())
                    .isEqualTo(200);
        }
        assertThat(post("scribe", "again-1", "{\"event_id\":1,\"text\":\"y\"}", "Idempotency-Key", "k")
                        .status())
                .as("another one under that key")
                .isEqualTo(409);
        assertThat(ledger.entry(entry.id()).summaries().attached()).isOne();
        int actions = ledger.actions().size();
        ledger.repeat(ledger.actions().get(actions - 1));
        Await.until("it came again", () -> ledger.actions().size() > actions);
        assertThat(ledger.entry(entry.id()).summaries().attached()).isOne();
    }

    @Test
    void summary_afterApprovalAndTheEnd_isAttachedAndTheApprovalStaysVisible() throws Exception {
        Entry entry = held("late-1");
        Answer approved = send("judge", "/requests/late-1/approve?client=shop", "{\"based_on\":2}");
        assertThat(approved.status()).as(approved.body().toString()).isEqualTo(200);
        ledger.shown(ledger.record(
                entry.id(), new Fact.Settled(Fact.Verdict.SUCCEEDED, Fact.Ground.OPERATOR, 0, null, null)));

        assertThat(post("scribe", "late-1", "{\"event_id\":1,\"text\":\"For the files.\"}")
                        .status())
                .isEqualTo(200);

        JsonNode shown = get("shop", "/requests/late-1").body();
        assertThat(shown.get("state").textValue()).isEqualTo("succeeded");
        assertThat(shown.at("/summary/text").textValue()).isEqualTo("For the files.");
        JsonNode approval = shown.get("approval");
        assertThat(approval.get("status").textValue()).isEqualTo("APPROVED");
        assertThat(approval.get("approved_by").textValue()).isEqualTo("approver:judge");
        assertThat(approval.get("approved_at").textValue())
                .isGreaterThanOrEqualTo(approval.get("requested_at").textValue());
        JsonNode listed = get("judge", "/requests?state=succeeded").body();
        assertThat(listed.at("/requests/0/approval/approved_by").textValue()).isEqualTo("approver:judge");
    }

    @Test
    void approval_thatWasReturned_saysSo() throws Exception {
        held("back-1");
        send("judge", "/requests/back-1/return?client=shop", "{\"based_on\":2,\"comment\":\"less\"}");

        JsonNode approval = get("shop", "/requests/back-1").body().get("approval");
        assertThat(approval.get("status").textValue()).isEqualTo("RETURNED");
        assertThat(approval.has("approved_at")).isFalse();
    }

    private static Entry held(String key) throws Exception {
        String payment = "{\"amount\":\"5000\",\"currency\":\"JPY\",\"payment_method\":\"tok_visa\","
                + "\"reference\":\"INV-1\"}";
        assertThat(send("shop", "/payments", payment, "Idempotency-Key", key, "Prefer", "respond-async")
                        .status())
                .isEqualTo(202);
        LedgerTable table = new LedgerTable(store.database());
        Await.until("it is stored", () -> table.find("shop", key).isPresent());
        Entry entry = table.find("shop", key).orElseThrow();
        ledger.knows(entry);
        return ledger.shown(
                ledger.record(entry.id(), new ApprovalFact.Requested("large", 1, null, ApprovalFact.Lapse.ALERT)));
    }

    private static Answer post(String client, String key, String body, String... headers) throws Exception {
        return send(client, "/requests/" + key + "/summaries?client=shop", body, headers);
    }

    private static Answer send(String client, String path, String body, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(service.address() + path))
                .header("Content-Type", "application/json")
                .header("Authorization", "Bearer " + KEYS.getOrDefault(client, "none"))
                .POST(HttpRequest.BodyPublishers.ofString(body));
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        return answer(request.build());
    }

    private static Answer get(String client, String path) throws Exception {
        return answer(HttpRequest.newBuilder(URI.create(service.address() + path))
                .header("Authorization", "Bearer " + KEYS.get(client))
                .build());
    }

    private static Answer answer(HttpRequest request) throws Exception {
        HttpResponse<String> answer = HTTP.send(request, HttpResponse.BodyHandlers.ofString());
        return new Answer(answer.statusCode(), Json.MAPPER.readTree(answer.body()));
    }
}
