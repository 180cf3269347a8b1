package dev.kakutei.e2e;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.schemas.codec.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Semaphore;

/** An upstream service: submits over HTTP, and asks what became of it. */
final class UpstreamClient {
    /** What came back: the status code, the headers that matter, and the body. */
    record Response(int status, String location, JsonNode body) {}

    /**
     * Submissions under way at once. A client that opens a thousand connections in one moment may be so slow to use them
     * on a busy machine that the server closes some as idle before their request has come.
     */
    private static final int AT_ONCE = 128;

    private final HttpClient http = HttpClients.create();
    private final Semaphore places = new Semaphore(AT_ONCE);
    private final URI url;

    UpstreamClient(URI url) {
        this.url = url;
    }

    static String order(int number) {
        return """
                {"account":"ACC-%d","instrument":"7203.T","side":"buy","quantity":"100","order_type":"limit",
                 "limit_price":"2500.5","currency":"JPY","gateway":"simulator","metadata":{"branch":"tokyo"}}""".formatted(number % 10);
    }

    static String payment(int number) {
        return payment(number, "tok_visa");
    }

    static String payment(int number, String method) {
        return """
                {"amount":"%d.00","currency":"JPY","payment_method":"%s","reference":"INV-%d",
                 "gateway":"simulator","metadata":{}}""".formatted(1000 + number, method, number);
    }

    CompletableFuture<Response> submit(String path, String key, String body) {
        return submit(path, key, body, "30000");
    }

    /** Blocks while {@link #AT_ONCE} others are not answered. */
    CompletableFuture<Response> submit(String path, String key, String body, String timeoutMillis) {
        places.acquireUninterruptibly();
        return send(post(path, key, body).header("Prefer", "respond-async").header("Connect-Timeout-Ms", timeoutMillis))
                .whenComplete((reply, failure) -> places.release());
    }

    /** Waits for the outcome, up to the default deadline. */
    CompletableFuture<Response> submitAndWait(String path, String key, String body) {
        return send(post(path, key, body));
    }

    /** Waits for the outcome, for so long. */
    CompletableFuture<Response> submitAndWait(String path, String key, String body, String timeoutMillis) {
        return send(post(path, key, body).header("Connect-Timeout-Ms", timeoutMillis));
    }

    private HttpRequest.Builder post(String path, String key, String body) {
        return HttpRequest.newBuilder(url.resolve(path))
                .header("Idempotency-Key", key)
                .header("Content-Type", "application/json")
                .timeout(Duration.ofSeconds(60))
                .POST(HttpRequest.BodyPublishers.ofString(body));
    }

    private CompletableFuture<Response> send(HttpRequest.Builder request) {
        return http.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString())
                .thenApply(UpstreamClient::reply);
    }

    Response get(String path) {
        HttpRequest request = HttpRequest.newBuilder(url.resolve(path))
                .timeout(Duration.ofSeconds(60))
                .GET()
                .build();
        try {
            return http.sendAsync(request, HttpResponse.BodyHandlers.ofString())
                    .thenApply(UpstreamClient::reply)
                    .join();
        } catch (CompletionException e) {
            throw new UncheckedIOException("GET " + path, new IOException(e.getCause()));
        }
    }

    private static Response reply(HttpResponse<String> response) {
        try {
            return new Response(
                    response.statusCode(),
                    response.headers().firstValue("Location").orElse(null),
                    Json.MAPPER.readTree(response.body()));
        } catch (IOException e) {
            throw new UncheckedIOException("not JSON: " + response.body(), e);
        }
    }
}
