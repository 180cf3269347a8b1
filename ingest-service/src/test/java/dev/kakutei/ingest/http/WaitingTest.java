package dev.kakutei.ingest.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.ingest.IngestConfig;
import dev.kakutei.ingest.IngestService;
import dev.kakutei.ingest.TestService;
import dev.kakutei.ingest.metrics.WaitingMetrics;
import dev.kakutei.schemas.AnswerText;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.RequestStatus;
import dev.kakutei.schemas.Result;
import dev.kakutei.schemas.codec.Codecs;
import dev.kakutei.schemas.codec.Json;
import dev.kakutei.store.TestStore;
import dev.kakutei.testkit.Await;
import dev.kakutei.testkit.RealPostgres;
import dev.kakutei.testkit.TcpProxy;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
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
import org.junit.jupiter.api.Test;

/** SPEC A5, A6: waiting for the outcome, on real parts. */
class WaitingTest {
    private static final String PAYMENT =
            "{\"amount\":\"1\",\"currency\":\"JPY\",\"payment_method\":\"tok_visa\",\"reference\":\"r\"}";
    private static final String ORDER = "{\"account\":\"A\",\"instrument\":\"I\",\"side\":\"buy\",\"quantity\":\"1\","
            + "\"order_type\":\"market\",\"currency\":\"JPY\"}";

    /** In milliseconds: no test waits until it is over. */
    private static final String WHILE = "300000";

    private static TestStore store;
    private static TcpProxy proxy;
    private static IngestConfig config;
    private static IngestService service;
    private static SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private static KafkaProducer<String, byte[]> producer;
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @BeforeAll
    static void start() {
        store = TestStore.open();
        proxy = TcpProxy.to("127.0.0.1", RealPostgres.server().port());
        Map<String, String> settings = TestService.settings(store.raw());
        settings.put(
                "postgres.url",
                "jdbc:postgresql://127.0.0.1:" + proxy.port() + "/"
                        + store.raw().name());
        config = TestService.config(settings);
        service = TestService.start(config, registry);
        producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", config.kafka().bootstrap()),
                new StringSerializer(),
                new ByteArraySerializer());
    }

    @AfterAll
    static void stop() {
        producer.close();
        service.close();
        proxy.close();
        store.close();
    }

    @Test
    void payment_authorisedInTime_is201() throws Exception {
        CompletableFuture<HttpResponse<String>> answer = send("/payments", "w-1", PAYMENT, WHILE);
        settle("w-1", RequestKind.PAYMENT, Fact.Verdict.SUCCEEDED, null, 200, null);

        assertThat(body(answer, 201).get("status").textValue()).isEqualTo("AUTHORIZED");
        assertThat(answer.get().headers().firstValue("Location")).contains("/requests/w-1");
    }

    @Test
    void order_doneInTime_is201WithTheBrokersAnswer() throws Exception {
        CompletableFuture<HttpResponse<String>> answer = send("/do/order", "w-2", ORDER, WHILE);
        settle("w-2", RequestKind.ORDER, Fact.Verdict.SUCCEEDED, null, 200, "{\"order\":\"B-7\"}");

        assertThat(body(answer, 201).at("/answer/order").textValue()).isEqualTo("B-7");
    }

    @Test
    void payment_declined_is402WithItsReason() throws Exception {
        CompletableFuture<HttpResponse<String>> answer = send("/payments", "w-3", PAYMENT, WHILE);
        settle("w-3", RequestKind.PAYMENT, Fact.Verdict.FAILED, "no funds", 402, null);

        JsonNode body = body(answer, 402);
        assertThat(body.get("status").textValue()).isEqualTo("FAILED");
        assertThat(body.get("reason").textValue()).isEqualTo("no funds");
    }

    @Test
    void payment_invalidAtTheGateway_is400WithItsReason() throws Exception {
        CompletableFuture<HttpResponse<String>> answer = send("/payments", "w-4", PAYMENT, WHILE);
        settle("w-4", RequestKind.PAYMENT, Fact.Verdict.FAILED, "no such card", 422, null);

        JsonNode body = body(answer, 400);
        assertThat(body.get("status").textValue()).isEqualTo("FAILED");
        assertThat(body.get("gateway_status_code").intValue()).isEqualTo(422);
    }

    @Test
    void payment_notDecidedInTime_is202AfterTheDeadlineAndNotBefore() throws Exception {
        Map<String, String> settings = TestService.settings(store.raw());
        // Shorter than the waiting.
        settings.put("ingest.http.idle-timeout", "1s");
        try (IngestService impatient = TestService.start(TestService.config(settings))) {
            long began = System.nanoTime();
            JsonNode body = body(send(impatient, "/payments", "w-5", PAYMENT, "3000"), 202);

            assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThanOrEqualTo(Duration.ofMillis(2900));
            assertThat(body.get("status").textValue()).isEqualTo("PENDING");
            // By now it may be at the gateway, whatever this service has read.
            assertThat(body.get("verificationRequired").booleanValue()).isTrue();
            assertThat(body.get("pending_verification").booleanValue()).isFalse();
        }
    }

    @Test
    void order_notDecidedInTime_saysThatItsOutcomeIsUnknown() throws Exception {
        JsonNode body = body(send("/do/order", "w-11", ORDER, "10"), 202);

        assertThat(body.get("status").textValue()).isEqualTo("PENDING");
        assertThat(body.get("verificationRequired").booleanValue()).isTrue();
    }

    @Test
    void payment_sameAgainWhileTheFirstWaits_waitsAndGetsTheSameBodyWith200() throws Exception {
        CompletableFuture<HttpResponse<String>> first = send("/payments", "w-6", PAYMENT, WHILE);
        Await.until("the first is stored", () -> id("w-6") != null);
        CompletableFuture<HttpResponse<String>> second = send("/payments", "w-6", PAYMENT, WHILE);
        CompletableFuture<HttpResponse<String>> third = send("/payments", "w-6", PAYMENT, WHILE);
        Await.until("all three wait", () -> waiting() == 3);
        assertThat(second).isNotDone();

        settle("w-6", RequestKind.PAYMENT, Fact.Verdict.FAILED, "no funds", 402, null);

        JsonNode answered = body(first, 402);
        assertThat(body(second, 200)).isEqualTo(answered);
        assertThat(body(third, 200)).isEqualTo(answered);
        // The result is known here before Postgres shows it.
        assertThat(body(send("/payments", "w-6", PAYMENT, WHILE), 200)).isEqualTo(answered);
        Await.until("no caller waits", () -> waiting() == 0);
    }

    @Test
    void payment_sameAgainAndNotDecided_is200WithWhatIsKnownAfterItsOwnDeadline() throws Exception {
        body(send("/payments", "w-8", PAYMENT, "10"), 202);

        CompletableFuture<HttpResponse<String>> again = send("/payments", "w-8", PAYMENT, "300");

        assertThat(body(again, 200).get("status").textValue()).isEqualTo("PENDING");
        assertThat(again.get().headers().firstValue("Retry-After")).contains("1");
        assertThat(again.get().headers().firstValue("Location")).contains("/requests/w-8");
    }

    @Test
    void payment_respondAsync_is202AtOnceAndSaysSo() throws Exception {
        for (int status : List.of(202, 200)) {
            HttpResponse<String> answer = CLIENT.send(
                    post(service, "/payments", "w-9", PAYMENT, WHILE)
                            .header("Prefer", "foo; q=1, Respond-Async")
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).isEqualTo(status);
            assertThat(answer.headers().firstValue("Preference-Applied")).contains("respond-async");
            assertThat(answer.headers().firstValue("Retry-After")).contains("1");
            // When it was stored, nothing had been sent; when it is asked for again, it may have been.
            assertThat(Json.MAPPER
                            .readTree(answer.body())
                            .get("verificationRequired")
                            .booleanValue())
                    .isEqualTo(status == 200);
        }
        assertThat(waiting()).isZero();
    }

    /** A caller that hangs up is not noticed before it would be answered; until then it only holds its place. */
    @Test
    void payment_callerHangsUp_changesNothingAndLeavesNoWaiter() throws Exception {
        String head = "POST /payments HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                + "Idempotency-Key: w-10\r\nConnect-Timeout-Ms: " + WHILE + "\r\nContent-Length: " + PAYMENT.length()
                + "\r\n\r\n" + PAYMENT;
        for (int i = 0; i < 3; i++) {
            try (Socket socket =
                    new Socket(service.address().getHost(), service.address().getPort())) {
                socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
                socket.getOutputStream().flush();
                int expected = i + 1;
                Await.until("it waits", () -> waiting() == expected);
            }
        }
        // A place is taken before the request is stored.
        Await.untilAsserted(
                "it is stored once",
                () -> assertThat(store.count("ledger where idempotency_key = 'w-10'"))
                        .isOne());

        settle("w-10", RequestKind.PAYMENT, Fact.Verdict.SUCCEEDED, null, 200, null);

        Await.until("no caller waits", () -> waiting() == 0);
        assertThat(body(send("/payments", "w-10", PAYMENT, WHILE), 200)
                        .get("status")
                        .textValue())
                .isEqualTo("AUTHORIZED");
    }

    @Test
    void payment_postgresAway_is503AndTheRepetitionHasTheOutcome() throws Exception {
        proxy.mode(TcpProxy.Mode.RESET_NEW);
        proxy.resetAll();
        try {
            HttpResponse<String> answer =
                    send("/payments", "w-7", PAYMENT, "500").get(60, TimeUnit.SECONDS);
            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.headers().firstValue("Retry-After")).isPresent();
            assertThat(CLIENT.send(
                                    HttpRequest.newBuilder(URI.create(service.address() + "/requests/w-7"))
                                            .build(),
                                    HttpResponse.BodyHandlers.ofString())
                            .statusCode())
                    .isEqualTo(503);
        } finally {
            proxy.mode(TcpProxy.Mode.FORWARD);
        }
        Await.until(
                "Postgres is back",
                () -> send("/payments", "w-7", PAYMENT, "10")
                                .get(60, TimeUnit.SECONDS)
                                .statusCode()
                        != 503);
        assertThat(store.count("outbox_orders where idempotency_key = 'w-7'")).isOne();
    }

    private static JsonNode body(CompletableFuture<HttpResponse<String>> answer, int status) throws Exception {
        HttpResponse<String> response = answer.get(60, TimeUnit.SECONDS);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        assertThat(response.headers().firstValue("Content-Type")).contains("application/json");
        return Json.MAPPER.readTree(response.body());
    }

    private static CompletableFuture<HttpResponse<String>> send(String path, String key, String body, String millis) {
        return send(service, path, key, body, millis);
    }

    private static CompletableFuture<HttpResponse<String>> send(
            IngestService service, String path, String key, String body, String millis) {
        return CLIENT.sendAsync(post(service, path, key, body, millis).build(), HttpResponse.BodyHandlers.ofString());
    }

    private static HttpRequest.Builder post(
            IngestService service, String path, String key, String body, String millis) {
        return HttpRequest.newBuilder(URI.create(service.address() + path))
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", key)
                .header("Connect-Timeout-Ms", millis)
                .POST(HttpRequest.BodyPublishers.ofString(body));
    }

    private static double waiting() {
        return registry.get(WaitingMetrics.WAITING).gauge().value();
    }

    private static String id(String key) {
        return store.text("select request_id from ledger where idempotency_key = '" + key + "'");
    }

    /** What the verifier would publish. */
    private static void settle(
            String key, RequestKind kind, Fact.Verdict verdict, String reason, int gatewayCode, String answer)
            throws Exception {
        String id = Await.until(key + " is stored", () -> id(key), found -> found != null);
        boolean good = verdict == Fact.Verdict.SUCCEEDED;
        Result result = new Result(
                RequestId.of(id),
                kind,
                "default",
                key,
                good ? kind.success() : RequestStatus.FAILED,
                verdict,
                reason,
                "simulator",
                gatewayCode,
                "gw-1",
                null,
                1,
                0,
                null,
                null,
                "JPY",
                Instant.parse("2026-11-01T10:00:00Z"),
                Instant.parse("2026-11-01T10:00:01Z"),
                AnswerText.shown(answer),
                null);
        producer.send(new ProducerRecord<>(
                        config.kafka().topics().results(kind).name(), id, Codecs.RESULT.encode(result)))
                .get(60, TimeUnit.SECONDS);
    }
}
