package dev.kakutei.ingest.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.ingest.IngestConfig;
import dev.kakutei.ingest.IngestService;
import dev.kakutei.ingest.TestService;
import dev.kakutei.ingest.TestStore;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.RequestStatus;
import dev.kakutei.schemas.Result;
import dev.kakutei.schemas.codec.Codecs;
import dev.kakutei.schemas.codec.Json;
import dev.kakutei.testkit.Await;
import dev.kakutei.testkit.RealPostgres;
import dev.kakutei.testkit.TcpProxy;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
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

/** SPEC A5, A6: waiting for the outcome, on real parts. The connection's idle time-out is shorter than the waiting. */
class WaitingTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final String PAYMENT =
            "{\"amount\":\"1\",\"currency\":\"JPY\",\"payment_method\":\"tok_visa\",\"reference\":\"r\"}";
    private static final String ORDER = "{\"account\":\"A\",\"instrument\":\"I\",\"side\":\"buy\",\"quantity\":\"1\","
            + "\"order_type\":\"market\",\"currency\":\"JPY\"}";

    private static TestStore store;
    private static TcpProxy proxy;
    private static IngestConfig config;
    private static IngestService service;
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
        settings.put("ingest.http.idle-timeout", "500ms");
        config = TestService.config(settings);
        service = TestService.start(config);
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
        CompletableFuture<HttpResponse<String>> answer = send("/payments", "w-1", PAYMENT, "20000");
        settle("w-1", RequestKind.PAYMENT, Fact.Verdict.SUCCEEDED, null, 200, null);

        assertThat(body(answer, 201).get("status").textValue()).isEqualTo("AUTHORIZED");
        assertThat(answer.get().headers().firstValue("Location")).contains("/requests/w-1");
    }

    @Test
    void order_doneInTime_is201WithTheBrokersAnswer() throws Exception {
        CompletableFuture<HttpResponse<String>> answer = send("/do/order", "w-2", ORDER, "20000");
        settle("w-2", RequestKind.ORDER, Fact.Verdict.SUCCEEDED, null, 200, "{\"order\":\"B-7\"}");

        assertThat(body(answer, 201).at("/answer/order").textValue()).isEqualTo("B-7");
    }

    @Test
    void payment_declined_is402WithItsReason() throws Exception {
        CompletableFuture<HttpResponse<String>> answer = send("/payments", "w-3", PAYMENT, "20000");
        settle("w-3", RequestKind.PAYMENT, Fact.Verdict.FAILED, "no funds", 402, null);

        JsonNode body = body(answer, 402);
        assertThat(body.get("status").textValue()).isEqualTo("FAILED");
        assertThat(body.get("reason").textValue()).isEqualTo("no funds");
    }

    @Test
    void payment_invalidAtTheGateway_is400WithItsReason() throws Exception {
        CompletableFuture<HttpResponse<String>> answer = send("/payments", "w-4", PAYMENT, "20000");
        settle("w-4", RequestKind.PAYMENT, Fact.Verdict.FAILED, "no such card", 422, null);

        JsonNode body = body(answer, 400);
        assertThat(body.get("status").textValue()).isEqualTo("FAILED");
        assertThat(body.get("gateway_status_code").intValue()).isEqualTo(422);
    }

    @Test
    void payment_notDecidedInTime_is202AfterTheDeadlineAndNotBefore() throws Exception {
        long began = System.nanoTime();
        JsonNode body = body(send("/payments", "w-5", PAYMENT, "2000"), 202);

        assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThanOrEqualTo(Duration.ofMillis(1900));
        assertThat(body.get("status").textValue()).isEqualTo("PENDING");
        assertThat(body.get("verificationRequired").booleanValue()).isFalse();
    }

    @Test
    void payment_sameAgainWhileTheFirstWaits_is200AtOnce() throws Exception {
        CompletableFuture<HttpResponse<String>> first = send("/payments", "w-6", PAYMENT, "20000");
        Await.until("the first is stored", LIMIT, () -> id("w-6") != null);

        body(send("/payments", "w-6", PAYMENT, "20000"), 200);
        assertThat(first).isNotDone();
        settle("w-6", RequestKind.PAYMENT, Fact.Verdict.SUCCEEDED, null, 200, null);
        body(first, 201);
    }

    @Test
    void payment_postgresAway_is503AndOverTheRepetitionTells() throws Exception {
        proxy.mode(TcpProxy.Mode.RESET_NEW);
        proxy.resetAll();
        try {
            HttpResponse<String> answer =
                    send("/payments", "w-7", PAYMENT, "500").get(30, TimeUnit.SECONDS);
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
                LIMIT,
                () -> send("/payments", "w-7", PAYMENT, "10")
                                .get(30, TimeUnit.SECONDS)
                                .statusCode()
                        != 503);
        assertThat(store.count("outbox_orders where idempotency_key = 'w-7'")).isOne();
    }

    private static JsonNode body(CompletableFuture<HttpResponse<String>> answer, int status) throws Exception {
        HttpResponse<String> response = answer.get(30, TimeUnit.SECONDS);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        assertThat(response.headers().firstValue("Content-Type")).contains("application/json");
        return Json.MAPPER.readTree(response.body());
    }

    private static CompletableFuture<HttpResponse<String>> send(String path, String key, String body, String millis) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(service.address() + path))
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", key)
                .header("Connect-Timeout-Ms", millis)
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        return CLIENT.sendAsync(request, HttpResponse.BodyHandlers.ofString());
    }

    private static String id(String key) {
        return store.text("select request_id from ledger where idempotency_key = '" + key + "'");
    }

    /** What the verifier would publish. */
    private static void settle(
            String key, RequestKind kind, Fact.Verdict verdict, String reason, int gatewayCode, String answer)
            throws Exception {
        String id = Await.until(key + " is stored", LIMIT, () -> id(key), found -> found != null);
        boolean good = verdict == Fact.Verdict.SUCCEEDED;
        Result result = new Result(
                RequestId.of(id),
                kind,
                "default",
                key,
                good ? RequestStatus.succeeded(kind) : RequestStatus.FAILED,
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
                answer,
                null);
        producer.send(new ProducerRecord<>(
                        config.kafka().topics().results(kind).name(), id, Codecs.RESULT.encode(result)))
                .get(30, TimeUnit.SECONDS);
    }
}
