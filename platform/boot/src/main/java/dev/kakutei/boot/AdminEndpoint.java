package dev.kakutei.boot;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.kakutei.boot.thread.DaemonThreads;
import dev.kakutei.boot.watch.Readiness;
import dev.kakutei.schemas.codec.Json;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A small HTTP endpoint for monitoring: {@code /healthz} (the process is alive), {@code /readyz} (every part makes
 * progress) and {@code /metrics} (Prometheus).
 */
public final class AdminEndpoint implements AutoCloseable {
    private static final String PLAIN = "text/plain; version=0.0.4; charset=utf-8";
    private static final String OPEN_METRICS = "application/openmetrics-text; version=1.0.0; charset=utf-8";

    private final InetSocketAddress address;
    private final PrometheusMeterRegistry metrics;
    private final Readiness readiness;
    private final ExecutorService threads = Executors.newFixedThreadPool(2, DaemonThreads.named("admin"));
    private HttpServer server;

    public AdminEndpoint(InetSocketAddress address, PrometheusMeterRegistry metrics, List<HealthCheck> checks) {
        this.address = address;
        this.metrics = metrics;
        this.readiness = new Readiness(checks, metrics);
    }

    public void start() {
        try {
            server = HttpServer.create(address, 16);
        } catch (IOException e) {
            throw new UncheckedIOException("the admin endpoint cannot listen on " + address + ": " + e.getMessage(), e);
        }
        server.createContext("/healthz", exchange -> answer(exchange, 200, "application/json", "{\"status\":\"up\"}"));
        server.createContext("/readyz", this::readiness);
        server.createContext("/metrics", this::metrics);
        server.setExecutor(threads);
        server.start();
    }

    public int port() {
        return server.getAddress().getPort();
    }

    public InetAddress host() {
        return server.getAddress().getAddress();
    }

    @Override
    public void close() {
        if (server != null) {
            server.stop(0);
        }
        threads.shutdownNow();
    }

    private void readiness(HttpExchange exchange) throws IOException {
        ObjectNode body = Json.MAPPER.createObjectNode();
        ObjectNode each = body.putObject("parts");
        Map<String, Optional<String>> problems = readiness.problems();
        problems.forEach((part, problem) -> each.put(part, problem.orElse("ok")));
        boolean ready = problems.values().stream().allMatch(Optional::isEmpty);
        body.put("status", ready ? "ready" : "not ready");
        answer(exchange, ready ? 200 : 503, "application/json", Json.MAPPER.writeValueAsString(body));
    }

    /** OpenMetrics carries the exemplars as well; the older text format has no place for them. */
    private void metrics(HttpExchange exchange) throws IOException {
        String accepted = exchange.getRequestHeaders().getFirst("Accept");
        String type = accepted != null && accepted.contains("application/openmetrics-text") ? OPEN_METRICS : PLAIN;
        answer(exchange, 200, type, metrics.scrape(type));
    }

    private static void answer(HttpExchange exchange, int status, String type, String text) throws IOException {
        try (exchange) {
            byte[] bytes = text.getBytes(UTF_8);
            exchange.getResponseHeaders().set("Content-Type", type);
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }
}
