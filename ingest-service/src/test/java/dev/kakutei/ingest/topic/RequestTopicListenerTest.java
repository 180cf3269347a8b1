package dev.kakutei.ingest.topic;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.boot.HealthCheck;
import dev.kakutei.ingest.IngestConfig;
import dev.kakutei.ingest.IngestService;
import dev.kakutei.ingest.TestService;
import dev.kakutei.ingest.metrics.TopicMetrics;
import dev.kakutei.schemas.Rejection;
import dev.kakutei.schemas.codec.Codecs;
import dev.kakutei.store.TestStore;
import dev.kakutei.testkit.Await;
import dev.kakutei.testkit.RealKafka;
import dev.kakutei.testkit.RealPostgres;
import dev.kakutei.testkit.TcpProxy;
import dev.kakutei.testkit.TopicReader;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** SPEC A8 on a real Kafka and a real Postgres. */
class RequestTopicListenerTest {
    private static final Duration LIMIT = Await.LIMIT;
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final SimpleMeterRegistry REGISTRY = new SimpleMeterRegistry();

    private static TestStore store;
    private static TcpProxy proxy;
    private static IngestConfig config;
    private static IngestService service;
    private static KafkaProducer<byte[], byte[]> producer;

    @BeforeAll
    static void start() {
        store = TestStore.open();
        proxy = TcpProxy.to("127.0.0.1", RealPostgres.server().port());
        Map<String, String> settings = TestService.settings(store.raw());
        settings.put(
                "postgres.url",
                "jdbc:postgresql://127.0.0.1:" + proxy.port() + "/"
                        + store.raw().name());
        settings.put("ingest.topic.records", "50");
        settings.put("ingest.topic.progress-timeout", "3s");
        config = TestService.config(settings);
        service = TestService.start(config, REGISTRY);
        producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", RealKafka.bootstrapServers(), "max.request.size", "2000000"),
                new ByteArraySerializer(),
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
    void request_sameKeyByTopicAndByHttp_isOneRequest() throws Exception {
        publish(0, Bodies.payment("both-1", Bodies.PAYMENT));
        awaitRows("both-1", 1);
        assertThat(post("both-1", Bodies.PAYMENT).statusCode()).isEqualTo(200);
        assertThat(post("both-1", Bodies.PAYMENT.replace("1200", "1")).statusCode())
                .isEqualTo(409);

        assertThat(post("both-2", Bodies.PAYMENT).statusCode()).isEqualTo(202);
        double before = count("same");
        publish(0, Bodies.payment("both-2", " " + Bodies.PAYMENT));
        Await.until("it is absorbed", () -> count("same") == before + 1);
        assertThat(store.count("outbox_orders where idempotency_key like 'both-%'"))
                .isEqualTo(2);
        assertThat(store.text("select request_digest from ledger where idempotency_key = 'both-1'"))
                .isEqualTo(store.text("select request_digest from ledger where idempotency_key = 'both-2'"));
    }

    @Test
    void poison_ofEveryKind_isRejectedAndHoldsNothingUp() throws Exception {
        List<Bodies.Row> poison = Bodies.poison();
        for (int i = 0; i < poison.size(); i++) {
            publish(1, Bodies.payment("good-" + i, Bodies.PAYMENT));
            publish(1, poison.get(i), "poison-" + i);
        }
        publish(1, new Bodies.Row("long key", null, List.of(), "", ""), "x".repeat(5_000));
        publish(1, Bodies.payment("good-last", Bodies.PAYMENT));
        awaitRows("good-%", poison.size() + 1);

        Set<String> keys = new HashSet<>();
        Set<String> places = new HashSet<>();
        for (ConsumerRecord<String, String> record : rejections(poison.size() + 1)) {
            Rejection rejection = Codecs.REJECTION.decode(record.value().getBytes(UTF_8));
            keys.add(record.key());
            places.add(rejection.origin().place());
            assertThat(record.value()).doesNotContain("tok_visa");
            assertThat(new String(record.headers().lastHeader("ce_id").value(), UTF_8))
                    .isEqualTo(rejection.origin().place());
            if (record.key() == null) {
                assertThat(rejection.origin().key()).isEqualTo("x".repeat(255));
            } else if (record.key().startsWith("poison-")) {
                Bodies.Row row = poison.get(Integer.parseInt(record.key().substring(7)));
                assertThat(rejection.problem().type()).as(row.name()).endsWith(":" + row.problem());
            }
        }
        assertThat(keys).contains((String) null);
        for (int i = 0; i < poison.size(); i++) {
            assertThat(keys).as(poison.get(i).name()).contains("poison-" + i);
        }
        assertThat(places).hasSizeGreaterThan(poison.size());
    }

    @Test
    void postgresAway_waitsDropsNothingAndGoesOn() throws Exception {
        proxy.mode(TcpProxy.Mode.RESET_NEW);
        proxy.resetAll();
        try {
            for (int i = 0; i < 120; i++) {
                publish(i % 2, Bodies.payment("away-" + i, Bodies.PAYMENT));
            }
            publish(0, new Bodies.Row("bad", null, List.of(), "", ""), "away-bad");
            Await.until("it is reported", () -> problem().contains("Postgres"));
            assertThat(REGISTRY.get(TopicMetrics.AGE).gauge().value()).isPositive();
        } finally {
            proxy.mode(TcpProxy.Mode.FORWARD);
        }
        awaitRows("away-%", 120);
        assertThat(rejections(1)).isNotEmpty();
        Await.until("it is well again", () -> problem().isEmpty());
    }

    @Test
    void twoInstances_oneComesAndGoes_takeEveryRecordOnceAndRejectEveryBadOne() throws Exception {
        Set<String> bad = new TreeSet<>();
        IngestService second = TestService.start(config);
        for (int i = 0; i < 600; i++) {
            if (i == 300) {
                second.close();
            }
            if (i % 20 == 0) {
                bad.add("shared-bad-" + i);
                publish(i % 2, new Bodies.Row("bad", new byte[] {1}, List.of(), "", ""), "shared-bad-" + i);
            } else {
                publish(i % 2, Bodies.payment("shared-" + i, Bodies.PAYMENT));
            }
        }
        second.close();

        awaitRows("shared-%", 570);
        assertThat(store.count("outbox_orders where idempotency_key like 'shared-%'"))
                .isEqualTo(570);
        Set<String> rejected = new TreeSet<>();
        try (TopicReader reader =
                TopicReader.committed(config.kafka().topics().rejections().name())) {
            reader.until("all bad ones are rejected", LIMIT, records -> {
                records.forEach(record -> {
                    if (record.key() != null && record.key().startsWith("shared-bad-")) {
                        rejected.add(record.key());
                    }
                });
                return rejected.size() == bad.size();
            });
        }
        assertThat(rejected).isEqualTo(bad);
        Await.until("everything is committed", () -> committed() == end());
    }

    @Test
    void enabled_false_readsNothingAndMakesNoTopics() throws Exception {
        TestStore own = TestStore.open();
        Map<String, String> settings = TestService.settings(own.raw());
        settings.put("ingest.topic.enabled", "false");
        IngestConfig without = TestService.config(settings);
        try (IngestService quiet = TestService.start(without);
                Admin admin = Admin.create(Map.of("bootstrap.servers", RealKafka.bootstrapServers()))) {
            assertThat(admin.listTopics().names().get(30, TimeUnit.SECONDS))
                    .doesNotContain(without.kafka().topics().requests().name());
            Await.untilAsserted(
                    "all is well",
                    () -> assertThat(quiet.checks())
                            .allSatisfy(
                                    check -> assertThat(check.problem().get()).isEmpty()));
        } finally {
            own.close();
        }
    }

    private static void publish(int partition, Bodies.Row row) throws Exception {
        publish(partition, row, row.name());
    }

    private static void publish(int partition, Bodies.Row row, String key) throws Exception {
        ProducerRecord<byte[], byte[]> record =
                row.record(config.kafka().topics().requests().name(), partition, key);
        producer.send(record).get(30, TimeUnit.SECONDS);
    }

    private static void awaitRows(String like, int rows) {
        Await.until(
                rows + " rows like " + like,
                () -> store.count("ledger where idempotency_key like '" + like + "'"),
                found -> found == rows);
    }

    private static List<ConsumerRecord<String, String>> rejections(int atLeast) {
        try (TopicReader reader =
                TopicReader.committed(config.kafka().topics().rejections().name())) {
            return reader.untilCount(atLeast, LIMIT);
        }
    }

    private static HttpResponse<String> post(String key, String body) throws Exception {
        return CLIENT.send(
                HttpRequest.newBuilder(URI.create(service.address() + "/payments"))
                        .header("Content-Type", "application/json")
                        .header("Idempotency-Key", key)
                        .header("Prefer", "respond-async")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static String problem() {
        for (HealthCheck check : service.checks()) {
            if (check.name().equals("ingest-topic")) {
                return check.problem().get().orElse("");
            }
        }
        throw new AssertionError("no such check");
    }

    private static double count(String ending) {
        return REGISTRY.counter(TopicMetrics.RECORDS, "ending", ending, "reason", "")
                .count();
    }

    private static long committed() throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", RealKafka.bootstrapServers()))) {
            String group = config.kafka().topics().prefix() + config.topic().group();
            return admin
                    .listConsumerGroupOffsets(group)
                    .partitionsToOffsetAndMetadata()
                    .get(30, TimeUnit.SECONDS)
                    .values()
                    .stream()
                    .mapToLong(offset -> offset.offset())
                    .sum();
        }
    }

    private static long end() {
        try (TopicReader reader =
                TopicReader.committed(config.kafka().topics().requests().name())) {
            return reader.toEnd(LIMIT).size();
        }
    }
}
