package dev.kakutei.boot;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.kakutei.schemas.codec.Json;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A small HTTP door for machines that watch: {@code /healthz} (the process lives), {@code /readyz} (every part makes
 * progress) and {@code /metrics} (Prometheus).
 */
public final class AdminEndpoint implements AutoCloseable {
    private final InetSocketAddress address;
    private final PrometheusMeterRegistry metrics;
    private final List<HealthCheck> checks;
    private final ExecutorService threads = Executors.newFixedThreadPool(2, task -> {
        Thread thread = new Thread(task, "admin");
        thread.setDaemon(true);
        return thread;
    });
    private HttpServer server;

    public AdminEndpoint(InetSocketAddress address, PrometheusMeterRegistry metrics, List<HealthCheck> checks) {
        this.address = address;
        this.metrics = metrics;
        this.checks = List.copyOf(checks);
    }

    public void start() {
        try {
            server = HttpServer.create(address, 16);
        } catch (IOException e) {
            throw new UncheckedIOException("the admin endpoint cannot listen on " + address + ": " + e.getMessage(), e);
        }
        server.createContext("/healthz", exchange -> answer(exchange, 200, "application/json", "{\"status\":\"up\"}"));
        server.createContext("/readyz", this::ready);
        server.createContext(
                "/metrics", exchange -> answer(exchange, 200, "text/plain; version=0.0.4", metrics.scrape()));
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

    private void ready(HttpExchange exchange) throws IOException {
        ObjectNode body = Json.MAPPER.createObjectNode();
        ObjectNode parts = body.putObject("parts");
        boolean well = true;
        for (HealthCheck check : checks) {
            Optional<String> trouble = trouble(check);
            parts.put(check.name(), trouble.orElse("ok"));
            well &= trouble.isEmpty();
        }
        body.put("status", well ? "ready" : "not ready");
        answer(exchange, well ? 200 : 503, "application/json", Json.MAPPER.writeValueAsString(body));
    }

    /** A check that fails to answer is trouble too, and must not silence the others. */
    private static Optional<String> trouble(HealthCheck check) {
        try {
            return check.trouble().get();
        } catch (RuntimeException e) {
            return Optional.of("the check failed: " + e);
        }
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
