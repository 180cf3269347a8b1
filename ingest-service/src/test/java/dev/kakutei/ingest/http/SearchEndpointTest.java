package dev.kakutei.ingest.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakutei.ingest.IngestService;
import dev.kakutei.ingest.TestService;
import dev.kakutei.schemas.codec.Json;
import dev.kakutei.store.Requests;
import dev.kakutei.store.TestStore;
import dev.kakutei.store.accept.LedgerTable;
import dev.kakutei.store.accept.NewRequest;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** SPEC A7, through real HTTP. */
class SearchEndpointTest {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static TestStore store;
    private static IngestService service;

    @BeforeAll
    static void start() {
        store = TestStore.open();
        service = TestService.start(TestService.config(TestService.settings(store.raw())));
        List<NewRequest> requests = new ArrayList<>();
        IntStream.range(0, 25).forEach(i -> requests.add(Requests.payment("default", "mine-" + i, i + ".50")));
        IntStream.range(0, 5).forEach(i -> requests.add(Requests.order("order-" + i)));
        IntStream.range(0, 10).forEach(i -> requests.add(Requests.payment("other", "theirs-" + i, "7")));
        new LedgerTable(store.database()).accept(requests);
    }

    @AfterAll
    static void stop() {
        service.close();
        store.close();
    }

    @Test
    void search_byPages_followsNextToTheEnd() throws Exception {
        List<String> keys = new ArrayList<>();
        String next = "/requests?client=default&kind=payment&limit=10";
        int pages = 0;
        while (next != null) {
            HttpResponse<String> answer = get(next);
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            assertThat(answer.headers().firstValue("Cache-Control")).contains("no-store");
            JsonNode page = Json.MAPPER.readTree(answer.body());
            page.get("requests")
                    .forEach(request -> keys.add(request.get("idempotency_key").textValue()));
            next = page.path("next").textValue();
            assertThat(answer.headers().firstValue("Link").orElse(null))
                    .isEqualTo(next == null ? null : "<" + next + ">; rel=\"next\"");
            pages++;
        }
        assertThat(keys).hasSize(25).doesNotHaveDuplicates().allMatch(key -> key.startsWith("mine-"));
        assertThat(pages).isEqualTo(3);
    }

    @Test
    void search_oneRequest_isShownAsAloneWithWhatOneSearchesBy() throws Exception {
        JsonNode page = Json.MAPPER.readTree(
                get("/requests?min_amount=3.5&max_amount=3.50&status=PENDING").body());

        assertThat(page.get("requests")).hasSize(1);
        JsonNode found = page.get("requests").get(0);
        ObjectNode alone =
                (ObjectNode) Json.MAPPER.readTree(get("/requests/mine-3").body());
        // What an operator needs, who asks for the one request to act on.
        alone.remove(List.of("due_at", "last_event_id", "submission_event_id", "allowed"));
        alone.fieldNames()
                .forEachRemaining(name -> assertThat(found.get(name)).as(name).isEqualTo(alone.get(name)));
        assertThat(found.get("amount").textValue()).isEqualTo("3.50");
        assertThat(found.get("currency").textValue()).isEqualTo("JPY");
        assertThat(found.get("client").textValue()).isEqualTo("default");
        assertThat(page.has("next")).isFalse();
    }

    @Test
    void search_mistakes_areAProblemWithAllOfThem() throws Exception {
        HttpResponse<String> answer = get("/requests?limit=9999&colour=red");

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(answer.body()).contains("urn:kakutei:problem:invalid-parameters", "\"limit\"", "\"colour\"");
    }

    @Test
    void search_postgresTooSlow_is503AndSaysWhatToDo() throws Exception {
        Map<String, String> settings = TestService.settings(store.raw());
        settings.put("ingest.search.timeout", "300ms");
        try (IngestService hasty = TestService.start(TestService.config(settings));
                var blocker = store.raw().connect();
                var statement = blocker.createStatement()) {
            blocker.setAutoCommit(false);
            statement.execute("lock table ledger in access exclusive mode");

            for (HttpResponse<String> answer : List.of(get(hasty, "/requests"), preview(hasty))) {
                assertThat(answer.statusCode()).isEqualTo(503);
                assertThat(answer.headers().firstValue("Retry-After")).contains("5");
                assertThat(answer.body()).contains("search-too-costly", "from, to");
            }
        }
    }

    /** Of a bulk action, which searches, too. */
    private static HttpResponse<String> preview(IngestService service) throws Exception {
        return CLIENT.send(
                HttpRequest.newBuilder(URI.create(service.address() + "/bulk-actions"))
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(
                                "{\"filter\":{\"state\":\"held\"},\"action\":\"release\",\"preview\":true}"))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static HttpResponse<String> get(String path) throws Exception {
        return get(service, path);
    }

    private static HttpResponse<String> get(IngestService service, String path) throws Exception {
        return CLIENT.send(
                HttpRequest.newBuilder(URI.create(service.address() + path)).build(),
                HttpResponse.BodyHandlers.ofString());
    }
}
