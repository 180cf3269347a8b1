package dev.kakutei.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakutei.schemas.Command;
import dev.kakutei.schemas.Rejection;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.codec.Codecs;
import dev.kakutei.schemas.codec.Json;
import dev.kakutei.schemas.topic.Topics;
import dev.kakutei.standalone.Standalone;
import dev.kakutei.standalone.StandaloneConfig;
import dev.kakutei.testkit.Await;
import dev.kakutei.testkit.ReservedPort;
import dev.kakutei.testkit.TopicReader;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SPEC A5, A6, A8 through the whole chain: what the gateway call is given, and what the caller gets. */
@Tag("proof")
class CallerOutcomesTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(90);
    /** What the way from HTTP to the command may take on a busy machine. */
    private static final long SLACK_MILLIS = 15_000;

    private static final Topics TOPICS = new Topics(Topics.DEFAULT_PREFIX, Topics.DEFAULT_PARTITIONS);
    private static final HttpClient CLIENT = HttpClients.create();

    @TempDir
    private static Path data;

    private static Standalone kakutei;
    private static UpstreamClient client;

    @BeforeAll
    static void start() throws IOException {
        int port = ReservedPort.next();
        kakutei = Standalone.started(
                StandaloneConfig.in(data).withSimulatorPort(port).withGateways(longTimeoutGateways(port)));
        client = new UpstreamClient(kakutei.url());
        // The first one warms everything up.
        client.submit("/payments", "warm", UpstreamClient.payment(0)).join();
        awaitStatus("warm", "AUTHORIZED");
    }

    /** Whatever goes wrong stays as it is for minutes, so that there is time to look at it. */
    private static Path longTimeoutGateways(int port) throws IOException {
        return Files.writeString(data.resolve("long-timeout.yaml"), """
                gateways:
                  simulator:
                    class: idempotent
                    url: http://127.0.0.1:%d
                    paths: {order: /orders, payment: /payments}
                    idempotency: {header: Idempotency-Key, ttl: 24h}
                    status_query:
                      paths: {order: "/orders/{request_id}", payment: "/payments/{request_id}"}
                    call_timeout: 10s
                    send_window: 30s
                    concurrency: 64
                    breaker: {enabled: false}
                    retry: {first: 5m, cap: 10m, attempts: 3}
                    verification: {after: [5m, 5m], settling_time: 10s, misses: 1, not_found: fail}
                """.formatted(port));
    }

    @AfterAll
    static void stop() {
        kakutei.close();
    }

    /** SPEC A6: each spelling of the header, and how long the call to the gateway may take. */
    @Test
    void deadline_everySpelling_isSeenAtTheGatewayCall() throws Exception {
        Map<String, Long> cases = new LinkedHashMap<>();
        cases.put("", 30_000L);
        cases.put("Connect-Timeout-Ms: 120000\r\n", 120_000L);
        cases.put("connect-timeout-ms:   60000  \r\n", 60_000L);
        cases.put("Connect-Timeout-Ms: 99999999\r\n", 300_000L);
        cases.put("Connect-Timeout-Ms: 300000\r\n", 300_000L);
        cases.put("Connect-Timeout-Ms: 0\r\n", 30_000L);
        cases.put("Connect-Timeout-Ms: -1\r\n", 30_000L);
        cases.put("Connect-Timeout-Ms: abc\r\n", 30_000L);
        cases.put("Connect-Timeout-Ms: 1e3\r\n", 30_000L);
        cases.put("Connect-Timeout-Ms:\r\n", 30_000L);
        cases.put("Connect-Timeout-Ms:    \r\n", 30_000L);
        cases.put("Connect-Timeout-Ms: \u0661\u0662\u0660\u0660\u0660\u0660\r\n", 30_000L);
        cases.put("Connect-Timeout-Ms: 120000\r\nConnect-Timeout-Ms: 120000\r\n", 30_000L);
        cases.put("Connect-Timeout-Ms: 120000, 120000\r\n", 30_000L);
        Map<String, String> headers = new HashMap<>();
        for (String header : cases.keySet()) {
            headers.put(postRaw("deadline-" + headers.size(), header), header);
        }

        Map<String, Long> seen = callTimeouts(headers.keySet().stream().toList());

        headers.forEach((id, header) -> assertThat(seen.get(id))
                .as(header)
                .isGreaterThan(cases.get(header) - SLACK_MILLIS)
                .isLessThanOrEqualTo(cases.get(header)));
    }

    @Test
    void requests_byTopic_settleAndTheirDeadlineTravels() throws Exception {
        try (KafkaProducer<String, byte[]> producer =
                new KafkaProducer<>(kakutei.kafkaClient(), new StringSerializer(), new ByteArraySerializer())) {
            producer.send(record("topic-order", "order", UpstreamClient.order(1), "connect-timeout-ms", "120000"));
            producer.send(record("topic-payment", "payment", UpstreamClient.payment(1), "client", "default"));
            producer.send(record("topic-bad", "payment", "{}", "client", "default"))
                    .get(30, TimeUnit.SECONDS);
        }
        awaitStatus("topic-order", "SUCCEEDED");
        awaitStatus("topic-payment", "AUTHORIZED");

        String order =
                client.get("/requests/topic-order").body().get("request_id").textValue();
        String payment =
                client.get("/requests/topic-payment").body().get("request_id").textValue();
        Map<String, Long> seen = callTimeouts(List.of(order, payment));
        assertThat(seen.get(order)).isBetween(120_000 - SLACK_MILLIS, 120_000L);
        assertThat(seen.get(payment)).isBetween(30_000 - SLACK_MILLIS, 30_000L);
        try (TopicReader reader = reader(TOPICS.rejections().name())) {
            Rejection rejection = Codecs.REJECTION.decode(
                    reader.untilCount(1, TIMEOUT).get(0).value().getBytes(UTF_8));
            assertThat(rejection.idempotencyKey()).isEqualTo("topic-bad");
            assertThat(rejection.kind()).isEqualTo(RequestKind.PAYMENT);
            assertThat(rejection.problem().errors()).hasSize(4);
        }
        assertThat(client.submit("/payments", "topic-payment", UpstreamClient.payment(1))
                        .join()
                        .status())
                .isEqualTo(200);
    }

    /** SPEC A4, A5: whoever asks, and whenever, gets the same answer. */
    @Test
    void repetition_whileTheFirstIsUnderWayAndAfterwards_hasTheSameBody() throws Exception {
        for (Map.Entry<String, Integer> ending :
                Map.of("tok_slow", 201, "tok_declined", 402).entrySet()) {
            String key = "twice-" + ending.getKey();
            CompletableFuture<HttpResponse<String>> first = post(key, ending.getKey(), "60000");
            Await.until(
                    "it is stored",
                    TIMEOUT,
                    () -> client.get("/requests/" + key).status() == 200);
            CompletableFuture<HttpResponse<String>> second = post(key, ending.getKey(), "60000");

            JsonNode answer =
                    Json.MAPPER.readTree(first.get(90, TimeUnit.SECONDS).body());
            assertThat(first.get().statusCode()).as(answer.toString()).isEqualTo(ending.getValue());
            assertThat(second.get(90, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
            assertThat(Json.MAPPER.readTree(second.get().body())).isEqualTo(answer);
            awaitStatus(key, answer.get("status").textValue());
            // Whoever looks sees more, never something else.
            JsonNode shown = client.get("/requests/" + key).body();
            answer.fieldNames()
                    .forEachRemaining(
                            name -> assertThat(shown.get(name)).as(name).isEqualTo(answer.get(name)));
            assertThat(Json.MAPPER.readTree(post(key, ending.getKey(), "1")
                            .get(90, TimeUnit.SECONDS)
                            .body()))
                    .isEqualTo(answer);
        }
    }

    /** SPEC A5, D5: what kind of failure it is stays visible, to the caller that waited too. */
    @Test
    void failure_atTheGateway_isDistinguished() throws Exception {
        Map<String, CompletableFuture<HttpResponse<String>>> answers = new LinkedHashMap<>();
        for (String method : List.of("tok_error_503", "tok_error_504", "tok_busy_429", "tok_drop_after_apply")) {
            answers.put(method, post("problem-" + method, method, "12000"));
        }
        for (String method : List.of("tok_declined", "tok_invalid")) {
            answers.put(method, post("problem-" + method, method, "60000"));
        }
        for (String code : List.of("503", "504", "429")) {
            String method = code.equals("429") ? "tok_busy_429" : "tok_error_" + code;
            HttpResponse<String> answer = answers.get(method).get(90, TimeUnit.SECONDS);
            ObjectNode body = (ObjectNode) Json.MAPPER.readTree(answer.body());
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(202);
            assertThat(answer.headers().firstValue("Retry-After"))
                    .contains(body.get("retry_after").asText());
            assertThat(answer.headers().firstValue("Location")).contains("/requests/problem-" + method);
            assertThat(body.get("status").textValue()).isEqualTo("PENDING");
            assertThat(body.get("gateway_status_code").asText()).isEqualTo(code);
            assertThat(body.hasNonNull("last_error_code")).isTrue();
        }
        HttpResponse<String> doubt = answers.get("tok_drop_after_apply").get(90, TimeUnit.SECONDS);
        assertThat(doubt.statusCode()).as(doubt.body()).isEqualTo(202);
        assertThat(Json.MAPPER
                        .readTree(doubt.body())
                        .get("verificationRequired")
                        .booleanValue())
                .isTrue();
        assertThat(doubt.headers().firstValue("Retry-After")).isPresent();
        refused(answers.get("tok_declined"), 402);
        refused(answers.get("tok_invalid"), 400);
    }

    private static void refused(CompletableFuture<HttpResponse<String>> answer, int status) throws Exception {
        HttpResponse<String> response = answer.get(90, TimeUnit.SECONDS);
        JsonNode body = Json.MAPPER.readTree(response.body());
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        assertThat(response.headers().firstValue("Content-Type")).contains("application/json");
        assertThat(body.get("status").textValue()).isEqualTo("FAILED");
        assertThat(body.get("reason").textValue()).isNotBlank();
    }

    private static CompletableFuture<HttpResponse<String>> post(String key, String method, String millis) {
        return CLIENT.sendAsync(
                HttpRequest.newBuilder(kakutei.url().resolve("/payments"))
                        .header("Content-Type", "application/json")
                        .header("Idempotency-Key", key)
                        .header("Connect-Timeout-Ms", millis)
                        .POST(HttpRequest.BodyPublishers.ofString(UpstreamClient.payment(1, method)))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    /** As bytes, for what no client would send. Returns the request's id. */
    private static String postRaw(String key, String header) throws IOException {
        byte[] body = UpstreamClient.payment(1).getBytes(UTF_8);
        try (Socket socket = new Socket(kakutei.url().getHost(), kakutei.url().getPort())) {
            socket.setSoTimeout((int) TIMEOUT.toMillis());
            socket.getOutputStream()
                    .write(
                            ("POST /payments HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nPrefer: respond-async\r\n"
                                            + "Content-Type: application/json\r\nIdempotency-Key: " + key + "\r\n"
                                            + header
                                            + "Content-Length: " + body.length + "\r\n\r\n")
                                    .getBytes(UTF_8));
            socket.getOutputStream().write(body);
            socket.getOutputStream().flush();
            String answer = new String(socket.getInputStream().readAllBytes(), UTF_8);
            assertThat(answer).as(header).startsWith("HTTP/1.1 202");
            return Json.MAPPER
                    .readTree(answer.substring(answer.indexOf("\r\n\r\n")))
                    .get("request_id")
                    .textValue();
        }
    }

    /** From the commands to the sender: how long each first call may take, by request. */
    private static Map<String, Long> callTimeouts(List<String> ids) {
        Map<String, Long> timeouts = new HashMap<>();
        try (TopicReader reader = reader(TOPICS.commands("simulator").name())) {
            reader.until("all commands are there", TIMEOUT, records -> {
                for (var record : records) {
                    Command command = Codecs.COMMAND.decode(record.value().getBytes(UTF_8));
                    if (command instanceof Command.Send send && send.attempt() == 1) {
                        timeouts.put(send.requestId().toString(), send.callTimeoutMillis());
                    }
                }
                return timeouts.keySet().containsAll(ids);
            });
        }
        return timeouts;
    }

    private static TopicReader reader(String topic) {
        return new TopicReader(kakutei.kafkaClient(), TopicReader.Isolation.READ_COMMITTED, topic);
    }

    private static ProducerRecord<String, byte[]> record(
            String key, String kind, String body, String header, String value) {
        ProducerRecord<String, byte[]> record =
                new ProducerRecord<>(TOPICS.requests().name(), key, body.getBytes(UTF_8));
        record.headers().add("kind", kind.getBytes(UTF_8));
        record.headers().add("idempotency-key", key.getBytes(UTF_8));
        record.headers().add(header, value.getBytes(UTF_8));
        return record;
    }

    private static void awaitStatus(String key, String status) {
        Await.until(
                key + " is " + status,
                TIMEOUT,
                () -> client.get("/requests/" + key).body().path("status").asText(),
                status::equals);
    }
}
