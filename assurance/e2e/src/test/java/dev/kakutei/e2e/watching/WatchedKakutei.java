package dev.kakutei.e2e.watching;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpServer;
import dev.kakutei.access.AccessMetrics;
import dev.kakutei.e2e.HttpClients;
import dev.kakutei.http.metrics.HttpMetrics;
import dev.kakutei.schemas.topic.Topics;
import dev.kakutei.standalone.Standalone;
import dev.kakutei.standalone.StandaloneConfig;
import dev.kakutei.testkit.Await;
import dev.kakutei.testkit.ReservedPort;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** A whole Kakutei with a webhook, and those who look at it. */
final class WatchedKakutei implements AutoCloseable {
    static final Duration TIMEOUT = Duration.ofSeconds(90);
    static final String SECRET = "webhook-secret-of-the-test";
    static final Topics TOPICS = new Topics(Topics.DEFAULT_PREFIX, Topics.DEFAULT_PARTITIONS);

    /** What the webhook got. */
    record Posted(Map<String, String> headers, String body) {}

    final Path data;
    final Standalone standalone;
    final List<Posted> posted = new CopyOnWriteArrayList<>();
    private final HttpClient http = HttpClients.create();
    private final HttpServer receiver;

    private WatchedKakutei(Path data) throws IOException {
        this.data = data;
        receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 16);
        receiver.createContext("/", exchange -> {
            String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
            Map<String, String> headers = new java.util.TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            exchange.getRequestHeaders().forEach((name, values) -> headers.put(name, values.get(0)));
            posted.add(new Posted(headers, body));
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        receiver.start();
        int simulatorPort = ReservedPort.next();
        Path secret = Files.writeString(data.resolve("webhook-secret"), SECRET);
        standalone = new Standalone(
                        StandaloneConfig.in(data.resolve("kakutei"))
                                .withSimulatorPort(simulatorPort)
                                .withGateways(gateways(simulatorPort))
                                .withSettings(Map.of(
                                        "ingest.watch.every",
                                        "500ms",
                                        "sender.alert.url",
                                        "http://127.0.0.1:"
                                                + receiver.getAddress().getPort() + "/hook",
                                        "sender.alert.secret",
                                        "file:" + secret)),
                        line -> {})
                .start();
        // So that what is measured only with the first request is there.
        submit("first", "simulator", "tok_visa", Map.of());
        Await.until(
                "the first one is settled",
                TIMEOUT,
                () -> get("/requests/first").contains("AUTHORIZED"));
        Await.until(
                "the figures are there",
                TIMEOUT,
                () -> !scrape(null).contains("outbox_age_seconds{quantile=\"1\"} NaN"));
    }

    static WatchedKakutei start(Path data) {
        try {
            return new WatchedKakutei(data);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        standalone.close();
        receiver.stop(0);
    }

    Exposition metrics() {
        return Exposition.parse(scrape(null));
    }

    /** @param accept null for the plain format */
    String scrape(String accept) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(standalone.adminUrl().resolve("/metrics"));
        if (accept != null) {
            request.header("Accept", accept);
        }
        return send(request);
    }

    /** What an installation shows that has keys and TLS. */
    static Exposition elsewhere() {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        AccessMetrics access = new AccessMetrics(registry);
        access.keys(() -> 1);
        access.age(() -> 1);
        new HttpMetrics(registry).certificateExpiry(() -> 90 * 86_400);
        return Exposition.parse(registry.scrape());
    }

    String submit(String key, String gateway, String method, Map<String, String> headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(standalone.url().resolve("/payments"))
                .header("Idempotency-Key", key)
                .header("Content-Type", "application/json")
                .header("Prefer", "respond-async")
                .POST(HttpRequest.BodyPublishers.ofString("""
                        {"amount":"1200.00","currency":"JPY","payment_method":"%s","reference":"INV-1","gateway":"%s"}""".formatted(method, gateway)));
        headers.forEach(request::header);
        return send(request);
    }

    String get(String path) {
        return send(HttpRequest.newBuilder(standalone.url().resolve(path)));
    }

    private String send(HttpRequest.Builder request) {
        try {
            return http.send(request.timeout(TIMEOUT).build(), HttpResponse.BodyHandlers.ofString())
                    .body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /** One that forgives repetition, and one where every doubt goes to a person. */
    private Path gateways(int port) throws IOException {
        return Files.writeString(data.resolve("gateways.yaml"), """
                default: simulator
                gateways:
                  simulator:
                    class: idempotent
                    url: http://127.0.0.1:%1$d
                    network: {allow: [loopback]}
                    paths: {order: /orders, payment: /payments}
                    idempotency: {header: Idempotency-Key, ttl: 24h}
                    status_query:
                      paths: {order: "/orders/{request_id}", payment: "/payments/{request_id}"}
                    breaker: {enabled: false}
                  legacy:
                    class: neither
                    url: http://127.0.0.1:%1$d
                    network: {allow: [loopback]}
                    paths: {payment: /payments}
                    call_timeout: 2s
                    breaker: {enabled: false}
                """.formatted(port));
    }
}
