package dev.kakutei.ingest.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakutei.ingest.IngestConfig;
import dev.kakutei.ingest.IngestService;
import dev.kakutei.ingest.Requests;
import dev.kakutei.ingest.TestLedger;
import dev.kakutei.ingest.TestService;
import dev.kakutei.ingest.TestStore;
import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.Status;
import dev.kakutei.schemas.ApprovalFact;
import dev.kakutei.schemas.OperatorAction;
import dev.kakutei.schemas.codec.Json;
import dev.kakutei.testkit.Await;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** SPEC H3: what an action may lead to is in Postgres before the action is in Kafka, or there is no action. */
class ActionEvidenceTest {
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static TestStore store;
    private static IngestService service;
    private static TestLedger ledger;

    @BeforeAll
    static void start() {
        store = TestStore.open();
        IngestConfig config = TestService.config(TestService.settings(store.raw()));
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
    void resubmit_isPublishedOnlyWhenPostgresHasItsTarget() throws Exception {
        Entry entry = returned("t-1");
        CompletableFuture<HttpResponse<String>> answer;
        try (Connection connection = store.raw().connect();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("lock table resubmission_targets in access exclusive mode");
            answer = HTTP.sendAsync(resubmission(entry, "cards-only"), HttpResponse.BodyHandlers.ofString());
            Await.until(
                    "the target waits to be stored",
                    () -> store.count("pg_locks where not granted and relation = 'resubmission_targets'::regclass")
                            > 0);
            // An action on another request that comes after it, is published before it.
            Entry other = returned("t-2");
            HTTP.send(comment(other), HttpResponse.BodyHandlers.ofString());
            assertThat(resubmissions(entry)).isZero();
            connection.rollback();
        }

        assertThat(answer.get(60, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
        assertThat(resubmissions(entry)).isOne();
        assertThat(target(entry)).isEqualTo("cards-only after " + entry.seq());
    }

    @Test
    void resubmit_oncemore_keepsTheLatestEventThatItIsBasedOn() throws Exception {
        Entry first = returned("u-1");
        HTTP.send(resubmission(first, "cards-only"), HttpResponse.BodyHandlers.ofString());
        Entry second = ledger.shown(ledger.record(first.id(), new ApprovalFact.Returned("o-2", 2, "still", null)));
        HTTP.send(resubmission(second, "cards-only"), HttpResponse.BodyHandlers.ofString());

        assertThat(target(first)).isEqualTo("cards-only after " + second.seq());

        // One that is refused takes nothing back.
        HTTP.send(resubmission(first, "cards-only"), HttpResponse.BodyHandlers.ofString());
        assertThat(target(first)).isEqualTo("cards-only after " + second.seq());
    }

    @Test
    void resubmit_postgresDoesNotTakeItsTarget_isRefusedForNowAndNothingIsPublished() throws Exception {
        Entry entry = returned("v-1");
        store.execute("alter table resubmission_targets rename to away");
        try {
            HttpResponse<String> answer =
                    HTTP.send(resubmission(entry, "cards-only"), HttpResponse.BodyHandlers.ofString());

            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.body()).contains("store-unavailable");
            assertThat(answer.headers().firstValue("Retry-After")).isPresent();
        } finally {
            store.execute("alter table away rename to resubmission_targets");
        }

        assertThat(HTTP.send(resubmission(entry, "cards-only"), HttpResponse.BodyHandlers.ofString())
                        .statusCode())
                .isEqualTo(200);
        assertThat(resubmissions(entry)).isOne();
        assertThat(ledger.entry(entry.id()).gateway()).isEqualTo("cards-only");
    }

    @Test
    void sendAgainAtARisk_postgresDoesNotTakeTheAcceptance_isRefusedForNowAndNothingIsPublished() throws Exception {
        Entry entry = ledger.withAPerson(Requests.blindPayment("default", "w-1"));
        store.execute("alter table second_effect_acceptances rename to away");
        try {
            HttpResponse<String> answer = HTTP.send(sendAgain(entry), HttpResponse.BodyHandlers.ofString());

            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.body()).contains("store-unavailable");
        } finally {
            store.execute("alter table away rename to second_effect_acceptances");
        }
        assertThat(actions(entry, OperatorAction.Type.SEND_AGAIN)).isZero();

        assertThat(HTTP.send(sendAgain(entry), HttpResponse.BodyHandlers.ofString())
                        .statusCode())
                .isEqualTo(200);
        assertThat(actions(entry, OperatorAction.Type.SEND_AGAIN)).isOne();
        assertThat(store.text("select based_on from second_effect_acceptances where request_id = '" + entry.id() + "'"))
                .isEqualTo(Integer.toString(entry.seq()));
    }

    private static Entry returned(String key) {
        Entry held = ledger.pendingApproval(Requests.payment(key));
        Entry entry = ledger.shown(ledger.record(held.id(), new ApprovalFact.Returned("o", 1, "less", null)));
        assertThat(entry.status()).isEqualTo(Status.RETURNED);
        return entry;
    }

    private static long resubmissions(Entry entry) {
        return actions(entry, OperatorAction.Type.RESUBMIT);
    }

    private static long actions(Entry entry, OperatorAction.Type type) {
        return ledger.actions().stream()
                .filter(action -> action.requestId().equals(entry.id()))
                .filter(action -> action.type() == type)
                .count();
    }

    private static String target(Entry entry) {
        return store.text("select string_agg(gateway || ' after ' || based_on, ', ') from resubmission_targets"
                + " where request_id = '" + entry.id() + "'");
    }

    private static HttpRequest resubmission(Entry entry, String gateway) {
        ObjectNode body = Json.MAPPER.createObjectNode().put("based_on", entry.seq());
        body.putObject("request")
                .put("amount", "7")
                .put("currency", "JPY")
                .put("payment_method", "tok_visa")
                .put("reference", "INV-1")
                .put("gateway", gateway);
        return post(entry, "resubmit", body.toString());
    }

    private static HttpRequest sendAgain(Entry entry) {
        ObjectNode body = Json.MAPPER
                .createObjectNode()
                .put("action", "send_again")
                .put("reason", "the customer waits")
                .put("based_on", entry.seq())
                .put("accept_second_effect", true);
        return post(entry, "actions", body.toString());
    }

    private static HttpRequest comment(Entry entry) {
        return post(entry, "comments", "{\"text\":\"hm\"}");
    }

    private static HttpRequest post(Entry entry, String route, String body) {
        return HttpRequest.newBuilder(
                        URI.create(service.address() + "/requests/" + entry.idempotencyKey() + "/" + route))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
    }
}
