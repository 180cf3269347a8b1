package dev.kakutei.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.schemas.codec.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Who looks at requests and acts on them over HTTP, at any instance that runs. One that does not answer is no fault. */
final class Person {
    private static final Duration TIMEOUT = Duration.ofSeconds(6);
    private static final String WAITS_MILLIS = "3000";
    private static final int PAGE = 200;

    private final Supplier<List<URI>> instances;
    private final String key;
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();
    private final AtomicInteger next = new AtomicInteger();

    Person(Supplier<List<URI>> instances, String key) {
        this.instances = instances;
        this.key = key;
    }

    /** The newest requests in these states; none where that cannot be known now. */
    List<JsonNode> requests(String states) throws InterruptedException {
        List<JsonNode> found = new ArrayList<>();
        get("/requests?limit=" + PAGE + "&state=" + states)
                .ifPresent(page -> page.path("requests").forEach(found::add));
        return found;
    }

    /** The request as it is now. */
    Optional<JsonNode> request(String idempotencyKey, String client) throws InterruptedException {
        return get("/requests/" + idempotencyKey + "?client=" + client);
    }

    /** Returns the status of the answer, 0 without one. */
    int post(String path, String body) throws InterruptedException {
        return send(request(path)
                        .map(request -> request.header("Content-Type", "application/json")
                                .header("Connect-Timeout-Ms", WAITS_MILLIS)
                                .POST(HttpRequest.BodyPublishers.ofString(body))))
                .map(HttpResponse::statusCode)
                .orElse(0);
    }

    /** Empty where the answer is not 200, or there is none. */
    Optional<JsonNode> get(String path) throws InterruptedException {
        Optional<HttpResponse<String>> reply = send(request(path));
        if (reply.isEmpty() || reply.get().statusCode() != 200) {
            return Optional.empty();
        }
        try {
            return Optional.of(Json.MAPPER.readTree(reply.get().body()));
        } catch (IOException e) {
            throw new IllegalStateException("the answer to " + path + " is not JSON", e);
        }
    }

    private Optional<HttpRequest.Builder> request(String path) {
        List<URI> running = instances.get();
        return running.isEmpty()
                ? Optional.empty()
                : Optional.of(HttpRequest.newBuilder(running.get(next.getAndIncrement() % running.size())
                                .resolve(path))
                        .timeout(TIMEOUT)
                        .header("Authorization", "Bearer " + key));
    }

    private Optional<HttpResponse<String>> send(Optional<HttpRequest.Builder> request) throws InterruptedException {
        if (request.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(http.send(request.get().build(), HttpResponse.BodyHandlers.ofString()));
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
