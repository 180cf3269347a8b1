package dev.kakutei.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.schemas.codec.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Callers, an approver and an operator for one system, round by round: together they bring about every situation in which
 * some mutant shows its fault. Every caller is the client {@code default}, because access is open; whoever publishes to the
 * request topic is {@code shop}, so that there is a second person.
 */
final class MutantTraffic {
    private static final String SHOP = "shop";
    private static final Duration LOOK = Duration.ofMillis(100);
    /** Longer than the request's own retries need, and shorter than their end. */
    private static final Duration OWN_EXPIRY = Duration.ofSeconds(3);
    /** What requests ask the simulator to do to them. */
    private static final List<String> MOODS = List.of(
            "visa",
            "visa",
            "drop_after_apply_once",
            "drop_before_apply_once",
            "error_after_apply_once",
            "error_408_after_apply_once",
            "busy_429_once",
            "error_503",
            "declined");

    private final URI address;
    private final String bootstrap;
    private final String requestTopic;
    private final Path callers;
    private final Predicate<String> tookEffect;
    private final HttpClient http = HttpClient.newHttpClient();
    /** What the approver and the operator were answered in the last round, by what they did. */
    private final Map<String, Integer> answers = new TreeMap<>();

    /** @param tookEffect whether the gateway's journal has an effect of the request with this id */
    MutantTraffic(URI address, String bootstrap, String requestTopic, Path callers, Predicate<String> tookEffect) {
        this.address = address;
        this.bootstrap = bootstrap;
        this.requestTopic = requestTopic;
        this.callers = callers;
        this.tookEffect = tookEffect;
    }

    /** Ends early where the system dies meanwhile: what was not acknowledged promises nothing. */
    void submit(int round) throws Exception {
        try {
            publish("t-" + round, payment("forgiving", "visa", "500.00"));
            publish("h-shop-" + round, payment("forgiving", "visa", "2000000.00"));
            post("s-expires-" + round, expiring("slow", "busy_429"));
            post("s-applied-" + round, payment("slow", "error_after_apply", "700.00"));
            post("n-lost-" + round, payment("neither", "drop_after_apply_once", "800.00"));
            post("n-good-" + round, payment("neither", "visa", "900.00"));
            post("h-own-" + round, payment("forgiving", "visa", "3000000.00"));
            post("h-held-" + round, payment("queryable", "visa", "4000000.00"));
            moods(round);
            // Another request under a key that is taken.
            post("n-good-" + round, payment("forgiving", "visa", "901.00"));
        } catch (IOException died) {
            return;
        }
    }

    private void moods(int round) throws Exception {
        int number = (round - 1) * 100;
        for (String gateway : List.of("forgiving", "queryable")) {
            for (String mood : MOODS) {
                number++;
                if (number % 4 == 0 && mood.equals("visa")) {
                    send(
                            "/do/order",
                            "m-" + number,
                            "{\"account\":\"A\",\"instrument\":\"7203.T\",\"side\":\"buy\",\"quantity\":\"100\","
                                    + "\"order_type\":\"market\",\"currency\":\"JPY\",\"gateway\":\"" + gateway
                                    + "\"}");
                } else {
                    post("m-" + number, payment(gateway, mood, number + "00.00"));
                }
            }
        }
    }

    /** What persons do about it. Everything together takes no longer than this, whatever state the system is in. */
    Map<String, Integer> act(int round, Duration limit) throws Exception {
        long deadline = System.nanoTime() + limit.toNanos();
        answers.clear();
        action("cancel in doubt", "s-applied-" + round, "retrying", "cancel", deadline);
        await("t-" + round, SHOP, Set.of(), deadline);
        approve("approve one's own", "h-own-" + round, "default", deadline);
        action("cancel", "h-own-" + round, "pending_approval", "cancel", deadline);
        approve("approve another's", "h-shop-" + round, SHOP, deadline);
        action("hold", "h-held-" + round, "pending_approval", "hold", deadline);
        action("release", "h-held-" + round, "held", "release", deadline);
        action("cancel after the release", "h-held-" + round, "pending_approval", "cancel", deadline);
        action("send again unaccepted", "n-lost-" + round, "verification_failed", "send_again", deadline);
        Optional<JsonNode> lost = await("n-lost-" + round, "default", Set.of("verification_failed"), deadline);
        if (lost.isPresent()) {
            boolean applied = tookEffect.test(lost.get().path("request_id").asText());
            String action = applied ? "settle_succeeded" : "settle_failed";
            action("settle", "n-lost-" + round, "verification_failed", action, deadline);
        }
        return Map.copyOf(answers);
    }

    private void approve(String what, String key, String client, long deadline) throws Exception {
        Optional<JsonNode> found = await(key, client, Set.of("pending_approval"), deadline);
        if (found.isPresent()) {
            answered(what, "/requests/" + key + "/approve?client=" + client, basedOn(found.get()) + "}");
        }
    }

    private void action(String what, String key, String state, String action, long deadline) throws Exception {
        Optional<JsonNode> found = await(key, "default", Set.of(state), deadline);
        if (found.isPresent()) {
            answered(
                    what,
                    "/requests/" + key + "/actions",
                    basedOn(found.get()) + ",\"action\":\"" + action + "\",\"reason\":\"" + what + "\"}");
        }
    }

    private static String basedOn(JsonNode request) {
        return "{\"based_on\":" + request.path("last_event_id").asInt();
    }

    private void answered(String what, String path, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(address.resolve(path))
                .header("Content-Type", "application/json")
                .timeout(Duration.ofSeconds(20))
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        try {
            answers.put(
                    what,
                    http.send(request, HttpResponse.BodyHandlers.ofString()).statusCode());
        } catch (IOException died) {
            answers.put(what, 0);
        }
    }

    /** The request once it is in one of these states, or is known where none is named; empty where it never is. */
    private Optional<JsonNode> await(String key, String client, Set<String> states, long deadline) throws Exception {
        HttpRequest look = HttpRequest.newBuilder(address.resolve("/requests/" + key + "?client=" + client))
                .timeout(Duration.ofSeconds(10))
                .build();
        do {
            try {
                HttpResponse<String> reply = http.send(look, HttpResponse.BodyHandlers.ofString());
                JsonNode request = Json.MAPPER.readTree(reply.body());
                String state = request.path("state").asText();
                if (reply.statusCode() == 200 && (states.isEmpty() || states.contains(state))) {
                    return Optional.of(request);
                }
                if (Set.of("succeeded", "failed", "aborted", "expired", "cancelled")
                        .contains(state)) {
                    return Optional.empty();
                }
            } catch (IOException died) {
                return Optional.empty();
            }
            LockSupport.parkNanos(LOOK.toNanos());
        } while (System.nanoTime() - deadline < 0);
        return Optional.empty();
    }

    private static String payment(String gateway, String mood, String amount) {
        return "{\"amount\":\"" + amount + "\",\"currency\":\"JPY\",\"payment_method\":\"tok_" + mood
                + "\",\"reference\":\"I\",\"gateway\":\"" + gateway + "\"}";
    }

    private static String expiring(String gateway, String mood) {
        String body = payment(gateway, mood, "600.00");
        return body.substring(0, body.length() - 1) + ",\"expires_at\":\""
                + Instant.now().plus(OWN_EXPIRY) + "\"}";
    }

    private void post(String key, String body) throws Exception {
        send("/payments", key, body);
    }

    private void send(String path, String key, String body) throws Exception {
        HttpResponse<String> reply = http.send(
                HttpRequest.newBuilder(address.resolve(path))
                        .header("Idempotency-Key", key)
                        .header("Content-Type", "application/json")
                        .header("Prefer", "respond-async")
                        .header("Connect-Timeout-Ms", "1000")
                        .timeout(Duration.ofSeconds(20))
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        log("default", key, reply.statusCode());
    }

    /** What Kafka has acknowledged is accepted, or rejected for a fault of its own, which these have not. */
    private void publish(String key, String body) throws Exception {
        ProducerRecord<String, String> record = new ProducerRecord<>(requestTopic, key, body);
        Map.of("kind", "payment", "idempotency-key", key, "client", SHOP, "connect-timeout-ms", "1000")
                .forEach((name, value) -> record.headers().add(name, value.getBytes(StandardCharsets.UTF_8)));
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", bootstrap, "acks", "all"),
                new StringSerializer(),
                new StringSerializer())) {
            producer.send(record).get(20, TimeUnit.SECONDS);
        }
        log(SHOP, key, 202);
    }

    private void log(String client, String key, int status) throws IOException {
        List<String> line = new ArrayList<>();
        line.add("{\"client\":\"" + client + "\",\"idempotency_key\":\"" + key + "\",\"status\":" + status + "}");
        Files.write(callers, line, StandardOpenOption.APPEND);
    }
}
