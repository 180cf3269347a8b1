package dev.kakutei.store.watch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.ingest.IngestService;
import dev.kakutei.ingest.TestService;
import dev.kakutei.schemas.Alert;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.schemas.codec.Codecs;
import dev.kakutei.schemas.codec.Json;
import dev.kakutei.schemas.topic.Topics;
import dev.kakutei.store.metrics.HealthSnapshotMetrics;
import dev.kakutei.testkit.Await;
import dev.kakutei.testkit.RealKafka;
import dev.kakutei.testkit.RealPostgres;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is shown of the whole, on real parts: the same in two instances, and after a restart. */
class AlertsAndHealthSnapshotTest {
    private static final Instant T0 = Instant.parse("2026-03-02T01:02:03Z");
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private static RealPostgres.Database database;
    private static Map<String, String> settings;
    private static MeterRegistry registry;
    private static IngestService service;

    @BeforeAll
    static void start() {
        database = RealPostgres.freshDatabase();
        settings = TestService.settings(database);
        settings.put("ingest.watch.every", "200ms");
        registry = new SimpleMeterRegistry();
        service = TestService.start(TestService.config(settings), registry);
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @Test
    void snapshot_ofPaymentsInDoubt_isTheSameInEveryInstanceAndAfterARestart() throws Exception {
        for (int i = 0; i < 12; i++) {
            submit("doubt-" + i);
        }
        run(
                "update ledger set state = 'verifying', pending_verification = true, accepted_at = now() - interval '1 hour'"
                        + " where idempotency_key in ('doubt-1', 'doubt-2')");
        run("update ledger set state = 'verification_failed', pending_verification = true where idempotency_key ="
                + " 'doubt-3'");
        run("update ledger set state = 'succeeded', settled_at = now() where idempotency_key = 'doubt-4'");
        run("update ledger set accepted_at = now() - interval '10 minutes', due_at = now() - interval '9 minutes'"
                + " where idempotency_key = 'doubt-5'");

        MeterRegistry others = new SimpleMeterRegistry();
        try (IngestService another = TestService.start(TestService.config(settings), others)) {
            assertThat(another.port()).isPositive();
            for (MeterRegistry each : new MeterRegistry[] {registry, others}) {
                Await.until("three in doubt", () -> gauge(each, HealthSnapshotMetrics.PENDING_VERIFICATION) == 3);
                assertThat(gauge(each, HealthSnapshotMetrics.WAITING, "state", "verifying", "kind", "payment"))
                        .isEqualTo(2);
                assertThat(gauge(each, HealthSnapshotMetrics.WAITING, "state", "verifying", "kind", "order"))
                        .isZero();
                assertThat(gauge(each, HealthSnapshotMetrics.OLDEST, "state", "verifying"))
                        .isBetween(3_600.0, 4_000.0);
                Await.until(
                        "the oldest on its way",
                        () -> gauge(each, HealthSnapshotMetrics.OUTBOX_AGE, "quantile", "1") >= 600);
                assertThat(gauge(each, HealthSnapshotMetrics.OUTBOX_AGE, "quantile", "1"))
                        .as("who is in doubt is not on its way")
                        .isLessThan(3_000);
                assertThat(gauge(each, HealthSnapshotMetrics.OUTBOX_AGE, "quantile", "0.5"))
                        .isLessThan(600);
                assertThat(gauge(each, HealthSnapshotMetrics.OVERDUE))
                        .as("the timer of the one that is stuck")
                        .isBetween(500.0, 3_000.0);
            }
        }
    }

    @Test
    void alerts_asTheyArePublished_areOneRowForEachAlarm() throws Exception {
        String id = submit("alerted");
        RequestId request = RequestId.of(id);
        publish(alert("bank", request, "first", 1, null, 0));
        publish(alert("bank", request, "2 more", 3, null, 60));
        publish(alert("other", null, "another", 1, null, 5));
        Await.until("both are shown", () -> alerts("?open=true").size() == 2);
        Await.until("the count", () -> alerts("?open=true").get(0).get("count").intValue() == 3);
        JsonNode shown = alerts("?open=true").get(0);
        assertThat(shown.get("id").textValue()).isEqualTo("contradiction/bank@" + T0);
        assertThat(shown.get("summary").textValue()).isEqualTo("2 more");
        assertThat(shown.get("idempotency_key").textValue()).isEqualTo("alerted");
        assertThat(shown.get("client").textValue()).isEqualTo("default");
        assertThat(shown.get("first_at").textValue()).isEqualTo(T0.toString());
        assertThat(shown.get("last_at").textValue())
                .isEqualTo(T0.plusSeconds(60).toString());

        publish(alert("bank", request, "over", 3, T0.plusSeconds(90), 90));
        Await.until("it is over", () -> alerts("?open=true").size() == 1);
        assertThat(alerts("?open=false").get(0).get("resolved_at").textValue())
                .isEqualTo(T0.plusSeconds(90).toString());
        assertThat(alerts("")).hasSize(2);
        assertThat(alerts("?limit=1")).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"?open=maybe", "?limit=0", "?limit=501", "?since=yesterday", "?open=true&open=false"})
    void alerts_askedForInAWayThatIsNotKnown_areRefused(String query) throws Exception {
        HttpResponse<String> answer = get("/alerts" + query);
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
    }

    private static double gauge(MeterRegistry from, String name, String... tags) {
        return from.get(name).tags(tags).gauge().value();
    }

    private static Alert alert(
            String gateway, RequestId request, String summary, long count, Instant resolvedAt, int seconds) {
        return new Alert(
                "a/" + seconds,
                Alert.Severity.HIGH,
                "contradiction",
                request,
                gateway,
                summary,
                T0.plusSeconds(seconds),
                "contradiction/" + gateway + "@" + T0,
                T0,
                count,
                resolvedAt);
    }

    private static void publish(Alert alert) {
        Topics topics = new Topics(settings.get("topics.prefix"), 2);
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", RealKafka.bootstrapServers()),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>(
                    topics.alerts().name(), alert.gateway().getBytes(UTF_8), Codecs.ALERT.encode(alert)));
        }
    }

    private static JsonNode alerts(String query) throws Exception {
        return Json.MAPPER.readTree(get("/alerts" + query).body()).get("alerts");
    }

    private static HttpResponse<String> get(String path) throws Exception {
        return HTTP.send(
                HttpRequest.newBuilder(service.address().resolve(path)).build(), HttpResponse.BodyHandlers.ofString());
    }

    private static String submit(String key) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(service.address().resolve("/payments"))
                .header("Idempotency-Key", key)
                .header("Content-Type", "application/json")
                .header("Prefer", "respond-async")
                .POST(HttpRequest.BodyPublishers.ofString("""
                        {"amount":"12.00","currency":"JPY","payment_method":"tok","reference":"INV-1"}"""))
                .build();
        HttpResponse<String> answer = HTTP.send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).isEqualTo(202);
        return Json.MAPPER.readTree(answer.body()).get("request_id").textValue();
    }

    private static void run(String sql) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            assertThat(statement.executeUpdate(sql)).isPositive();
        }
    }
}
