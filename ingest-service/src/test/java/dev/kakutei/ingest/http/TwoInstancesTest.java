package dev.kakutei.ingest.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.ingest.IngestConfig;
import dev.kakutei.ingest.IngestService;
import dev.kakutei.ingest.TestService;
import dev.kakutei.schemas.codec.Json;
import dev.kakutei.store.TestStore;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** SPEC A4: whatever races on however many instances, a key is one request. */
class TwoInstancesTest {
    private static final int CLIENTS = 200;
    private static final int KEYS = 50;
    private static final int SPELLINGS = 2;

    private record Sent(int key, int amount, CompletableFuture<HttpResponse<String>> answer) {}

    @Test
    void clients_twoHundredRacingForFiftyKeys_storeEachOnceAndAgree() throws Exception {
        TestStore store = TestStore.open();
        IngestConfig config = TestService.config(TestService.settings(store.raw()));
        try (IngestService one = TestService.start(config);
                IngestService two = TestService.start(config)) {
            List<URI> instances = List.of(one.address(), two.address());
            List<Integer> order = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                order.add(i);
            }
            Collections.shuffle(order, new Random(7));
            List<HttpClient> clients = List.of(HttpClient.newHttpClient(), HttpClient.newHttpClient());
            List<Sent> sent = new ArrayList<>();
            for (int client : order) {
                int key = client % KEYS;
                // Two of the four clients of a key want something else, and each meets both instances.
                int amount = 1 + (client / KEYS) / SPELLINGS;
                sent.add(new Sent(
                        key, amount, send(clients.get(client % 2), instances.get((client / KEYS) % 2), key, amount)));
            }

            Map<Integer, Set<String>> idsByKey = new HashMap<>();
            Map<Integer, Integer> firsts = new HashMap<>();
            Map<Integer, Set<Integer>> winners = new HashMap<>();
            Map<Integer, Set<Integer>> losers = new HashMap<>();
            for (Sent each : sent) {
                HttpResponse<String> answer = each.answer().get(60, TimeUnit.SECONDS);
                assertThat(answer.statusCode()).as(answer.body()).isIn(202, 200, 409);
                if (answer.statusCode() == 409) {
                    losers.computeIfAbsent(each.key(), none -> new HashSet<>()).add(each.amount());
                    continue;
                }
                JsonNode body = Json.MAPPER.readTree(answer.body());
                winners.computeIfAbsent(each.key(), none -> new HashSet<>()).add(each.amount());
                idsByKey.computeIfAbsent(each.key(), none -> new HashSet<>())
                        .add(body.get("request_id").textValue() + body.get("accepted_at"));
                firsts.merge(each.key(), answer.statusCode() == 202 ? 1 : 0, Integer::sum);
            }

            for (int key = 0; key < KEYS; key++) {
                assertThat(firsts.get(key)).as("taken as new").isEqualTo(1);
                assertThat(idsByKey.get(key)).as("equal answers").hasSize(1);
                assertThat(winners.get(key)).as("one request holds the key").hasSize(1);
                assertThat(losers.get(key))
                        .as("the other is a conflict")
                        .hasSize(1)
                        .isNotEqualTo(winners.get(key));
            }
            for (String table : List.of("ledger", "ledger_events", "outbox_orders")) {
                assertThat(store.count(table)).as(table).isEqualTo(KEYS);
            }
        } finally {
            store.close();
        }
    }

    private static CompletableFuture<HttpResponse<String>> send(HttpClient client, URI instance, int key, int amount) {
        String body = "{\"amount\":\"" + amount
                + "\",\"currency\":\"JPY\",\"payment_method\":\"tok_visa\",\"reference\":\"r\"}";
        return client.sendAsync(
                HttpRequest.newBuilder(instance.resolve("/payments"))
                        .header("Content-Type", "application/json")
                        .header("Idempotency-Key", "race-" + key)
                        .header("Prefer", "respond-async")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }
}
