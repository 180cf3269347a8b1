package dev.kakutei.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.schemas.codec.Json;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AdminEndpointTest {
    private final PrometheusMeterRegistry metrics = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final AtomicReference<Optional<String>> problem = new AtomicReference<>(Optional.empty());
    private final AdminEndpoint admin = new AdminEndpoint(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            metrics,
            List.of(new HealthCheck("relay", problem::get), new HealthCheck("kafka", Optional::empty)));

    @BeforeEach
    void start() {
        admin.start();
    }

    @AfterEach
    void close() {
        admin.close();
    }

    @Test
    void healthz_aLivingProcess_isUp() throws Exception {
        problem.set(Optional.of("no progress for 40s"));
        HttpResponse<String> answer = get("/healthz");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(json(answer).path("status").textValue()).isEqualTo("up");
    }

    @Test
    void readyz_allWell_is200WithEachPart() throws Exception {
        HttpResponse<String> answer = get("/readyz");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/json");
        assertThat(json(answer))
                .isEqualTo(
                        Json.MAPPER.readTree("{\"parts\":{\"relay\":\"ok\",\"kafka\":\"ok\"},\"status\":\"ready\"}"));
    }

    @Test
    void readyz_onePartWithAProblem_is503AndNamesIt() throws Exception {
        problem.set(Optional.of("no progress for 40s"));
        HttpResponse<String> answer = get("/readyz");
        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(json(answer).at("/parts/relay").textValue()).isEqualTo("no progress for 40s");
        assertThat(json(answer).at("/parts/kafka").textValue()).isEqualTo("ok");
        assertThat(json(answer).path("status").textValue()).isEqualTo("not ready");
        problem.set(Optional.empty());
        assertThat(get("/readyz").statusCode()).isEqualTo(200);
    }

    @Test
    void readyz_checkThrows_is503WithTheOthers() throws Exception {
        HttpResponse<String> answer;
        try (AdminEndpoint failing = new AdminEndpoint(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                metrics,
                List.of(
                        new HealthCheck("broken", () -> {
                            throw new IllegalStateException("cannot look");
                        }),
                        new HealthCheck("kafka", Optional::empty)))) {
            failing.start();
            answer = get(failing, "/readyz");
        }
        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(json(answer).at("/parts/broken").textValue()).contains("the check failed", "cannot look");
        assertThat(json(answer).at("/parts/kafka").textValue()).isEqualTo("ok");
    }

    @Test
    void metrics_counters_areInPrometheusForm() throws Exception {
        assertThat(get("/metrics").statusCode()).isEqualTo(200);
        metrics.counter("outbox.sent", "gateway", "simulator").increment(3);
        HttpResponse<String> answer = get("/metrics");
        assertThat(answer.body()).contains("outbox_sent_total{gateway=\"simulator\"} 3.0");
        assertThat(answer.headers().firstValue("Content-Type").orElseThrow()).startsWith("text/plain");
    }

    @Test
    void otherPath_isNotFound() throws Exception {
        assertThat(get("/").statusCode()).isEqualTo(404);
    }

    @Test
    void start_portTaken_saysWhich() {
        InetSocketAddress taken = new InetSocketAddress(admin.host(), admin.port());
        try (AdminEndpoint second = new AdminEndpoint(taken, metrics, List.of())) {
            assertThatThrownBy(second::start)
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining("cannot listen on")
                    .hasMessageContaining(":" + admin.port());
        }
    }

    private HttpResponse<String> get(String path) throws Exception {
        return get(admin, path);
    }

    private static HttpResponse<String> get(AdminEndpoint endpoint, String path) throws Exception {
        URI uri = URI.create("http://127.0.0.1:" + endpoint.port() + path);
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    }

    private static JsonNode json(HttpResponse<String> answer) throws Exception {
        return Json.MAPPER.readTree(answer.body());
    }
}
