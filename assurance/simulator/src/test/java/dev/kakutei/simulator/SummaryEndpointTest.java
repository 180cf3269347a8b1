package dev.kakutei.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SummaryEndpointTest {
    @TempDir
    private Path folder;

    @Test
    void post_aDocument_isAnsweredWithASentenceAndNotJournaled() throws Exception {
        try (Simulator simulator = Simulator.start(SimulatorConfig.in(folder))) {
            HttpResponse<String> payment = send(
                    simulator,
                    "POST",
                    "{\"v\":1,\"version\":2,\"kind\":\"payment\",\"gateway\":\"simulator\",\"amount\":\"900\","
                            + "\"currency\":\"JPY\",\"note\":\"a flat\",\"max_characters\":2000,"
                            + "\"document\":{\"payment_method\":\"***\",\"reference\":\"INV-2\"}}");
            assertThat(payment.statusCode()).isEqualTo(200);
            assertThat(payment.body())
                    .isEqualTo("{\"summary\":\"Version 2: a payment of 900 JPY for INV-2 at the gateway simulator."
                            + " Its submitter says: a flat\"}");
            assertThat(send(
                                    simulator,
                                    "POST",
                                    "{\"kind\":\"order\",\"gateway\":\"g\",\"document\":{\"side\":\"buy\","
                                            + "\"quantity\":\"5\",\"instrument\":\"7203\"}}")
                            .body())
                    .isEqualTo("{\"summary\":\"An order to buy 5 of 7203 at the gateway g.\"}");
            assertThat(simulator.journal()).isEmpty();
        }
    }

    @Test
    void post_whatIsNoDocument_isAMistake() throws Exception {
        try (Simulator simulator = Simulator.start(SimulatorConfig.in(folder))) {
            assertThat(send(simulator, "POST", "no").statusCode()).isEqualTo(400);
            assertThat(send(simulator, "POST", "{}").statusCode()).isEqualTo(400);
            assertThat(send(simulator, "GET", null).statusCode()).isEqualTo(405);
        }
    }

    private static HttpResponse<String> send(Simulator simulator, String method, String body) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(simulator.url() + "/summaries"))
                                .method(
                                        method,
                                        body == null
                                                ? HttpRequest.BodyPublishers.noBody()
                                                : HttpRequest.BodyPublishers.ofString(body))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }
}
