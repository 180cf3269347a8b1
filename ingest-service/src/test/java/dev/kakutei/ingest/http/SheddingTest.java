package dev.kakutei.ingest.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.ingest.IngestService;
import dev.kakutei.ingest.TestService;
import dev.kakutei.store.TestStore;
import dev.kakutei.testkit.Await;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Requests are refused before WAL that the relay does not read fills the disk, and accepted again afterwards. */
class SheddingTest {

    @Test
    void submit_walOverItsLimit_is503UntilTheRelayReadsIt() throws Exception {
        TestStore store = TestStore.open();
        Map<String, String> settings = TestService.settings(store.raw());
        settings.put("ingest.shed.wal", "8");
        settings.put("ingest.topic.enabled", "false");
        try (IngestService service = TestService.start(TestService.config(settings))) {
            assertThat(post(service, "before").statusCode()).isEqualTo(202);

            store.execute("select pg_logical_emit_message(false, 'test', repeat(gen_random_uuid()::text, 40000))"
                    + " from generate_series(1, 10)");
            HttpResponse<String> shed = Await.until(
                    "requests are turned away", () -> post(service, "during"), answer -> answer.statusCode() == 503);
            assertThat(shed.body()).contains("urn:kakutei:problem:backlogged");
            assertThat(shed.headers().firstValue("Retry-After")).contains("10");
            assertThat(service.checks())
                    .anySatisfy(check -> assertThat(check.problem().get())
                            .hasValueSatisfying(problem -> assertThat(problem).contains("is the relay running?")));
            // What is known is still shown.
            assertThat(get(service, "before").statusCode()).isEqualTo(200);

            Await.until("requests are taken again", () -> {
                store.execute("checkpoint");
                store.execute("select pg_replication_slot_advance('slot_"
                        + store.raw().name() + "', pg_current_wal_lsn())");
                return post(service, "after").statusCode() == 202;
            });
        } finally {
            store.close();
        }
    }

    private static HttpResponse<String> post(IngestService service, String key) throws Exception {
        return send(HttpRequest.newBuilder(URI.create(service.address() + "/payments"))
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", key)
                .header("Prefer", "respond-async")
                .POST(HttpRequest.BodyPublishers.ofString("{\"amount\":\"1\",\"currency\":\"JPY\","
                        + "\"payment_method\":\"tok_visa\",\"reference\":\"r\"}")));
    }

    private static HttpResponse<String> get(IngestService service, String key) throws Exception {
        return send(HttpRequest.newBuilder(URI.create(service.address() + "/requests/" + key)));
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
    }
}
