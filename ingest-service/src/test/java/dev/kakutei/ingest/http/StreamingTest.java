package dev.kakutei.ingest.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.ingest.IngestConfig;
import dev.kakutei.ingest.IngestService;
import dev.kakutei.ingest.TestService;
import dev.kakutei.ledger.Status;
import dev.kakutei.operator.metrics.ReadMetrics;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.OperatorAction;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.topic.Topic;
import dev.kakutei.store.EventHistories;
import dev.kakutei.store.Requests;
import dev.kakutei.store.TestStore;
import dev.kakutei.store.accept.LedgerTable;
import dev.kakutei.store.accept.NewRequest;
import dev.kakutei.store.database.FactJson;
import dev.kakutei.testkit.Await;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** SPEC A7: following a request over a real socket, through two instances on the same Postgres and Kafka. */
class StreamingTest {
    private static final SimpleMeterRegistry HASTY = new SimpleMeterRegistry();
    private static TestStore store;
    private static String prefix;
    private static LedgerTable ledger;
    private static Topic<LedgerEvent> topic;
    private static IngestService calm;
    private static IngestService hasty;
    private static KafkaProducer<String, byte[]> producer;

    @BeforeAll
    static void start() {
        store = TestStore.open();
        ledger = new LedgerTable(store.database());
        Map<String, String> settings = TestService.settings(store.raw());
        settings.put("ingest.stream.heartbeat", "1s");
        settings.put("ingest.postgres.pool", "6");
        prefix = settings.get("topics.prefix");
        IngestConfig config = TestService.config(settings);
        calm = TestService.start(config);
        settings.put("ingest.stream.heartbeat", "100ms");
        settings.put("ingest.stream.max", "2");
        settings.put("ingest.stream.buffer", "16384");
        hasty = new IngestService(TestService.config(settings), HASTY);
        hasty.start();
        topic = config.kafka().topics().ledger();
        producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", config.kafka().bootstrap()),
                new StringSerializer(),
                new ByteArraySerializer());
    }

    @AfterAll
    static void stop() {
        producer.close();
        hasty.close();
        calm.close();
        store.close();
    }

    @Test
    void stream_requestThatSettles_isFollowedToItsEndByBothInstances() throws Exception {
        NewRequest request = accepted("live-1");
        List<LedgerEvent> life = EventHistories.succeeded(request);
        try (EventStream one = open(calm, "live-1");
                EventStream other = open(hasty, "live-1")) {
            for (EventStream stream : List.of(one, other)) {
                assertThat(stream.status()).isEqualTo(200);
                assertThat(stream.head).contains("Content-Type: text/event-stream", "Cache-Control: no-store");
                assertThat(stream.line()).isEqualTo("retry: 2000");
                assertThat(stream.event()).startsWith("state 1 {").contains("\"state\":\"accepted\"");
            }
            publish(life.subList(0, 2));
            for (EventStream stream : List.of(one, other)) {
                assertThat(stream.event())
                        .startsWith("change 2 {")
                        .contains("\"type\":\"attempt_started\"", "\"state\":\"sending\"");
            }
            publish(life.subList(2, 3));
            for (EventStream stream : List.of(one, other)) {
                assertThat(stream.event()).startsWith("change 3 {").contains("\"status\":\"AUTHORIZED\"");
                assertThat(stream.event()).isEqualTo("end 3 {\"status\":\"AUTHORIZED\"}");
            }
        }
    }

    @Test
    void stream_quietForLongerThanTheIdleTimeout_staysOpen() throws Exception {
        NewRequest request = accepted("quiet-1");
        Map<String, String> settings = TestService.settings(store.raw());
        settings.put("topics.prefix", prefix);
        settings.put("ingest.http.idle-timeout", "500ms");
        settings.put("ingest.stream.heartbeat", "1500ms");
        settings.put("ingest.postgres.pool", "4");
        try (IngestService impatient = TestService.start(TestService.config(settings));
                EventStream stream = open(impatient, "quiet-1")) {
            stream.line();
            stream.event();
            // Two signs of life, each of which comes after three times the idle time-out.
            int signs = 0;
            while (signs < 2) {
                String line = stream.raw();
                assertThat(line).as("it is open").isNotNull();
                signs += line.equals(": heartbeat") ? 1 : 0;
            }
            publish(EventHistories.succeeded(request));
            assertThat(stream.event()).startsWith("change 2 ");
        }
    }

    @Test
    void stream_reconnecting_continuesAfterTheLastEventSeen() throws Exception {
        NewRequest request = accepted("back-1");
        publish(EventHistories.succeeded(request));
        awaitSucceeded("back-1");

        try (EventStream stream = open(calm, "back-1", "Last-Event-ID: 1")) {
            stream.line();
            assertThat(stream.event()).startsWith("change 2 ");
            assertThat(stream.event()).startsWith("change 3 ");
            assertThat(stream.event()).startsWith("end 3 ");
        }
        try (EventStream stream = open(calm, "back-1", "Last-Event-ID: 3")) {
            assertThat(stream.status()).as("nothing more will come").isEqualTo(204);
        }
        try (EventStream stream = open(calm, "back-1")) {
            stream.line();
            assertThat(stream.event()).startsWith("state 3 ");
            assertThat(stream.event()).startsWith("end 3 ");
        }
    }

    @Test
    void stream_whatTheTopicDidNotBring_isFoundInPostgres() throws Exception {
        NewRequest request = accepted("late-1");
        List<LedgerEvent> life = EventHistories.succeeded(request);
        try (EventStream stream = open(calm, "late-1")) {
            stream.line();
            stream.event();
            // Written by hand, as if the topic's record had passed before anybody listened.
            store.execute(
                    "insert into ledger_events select '" + request.id() + "', 2, 'attempt_started', now(), 'verifier',"
                            + " '" + FactJson.write(life.get(1).fact()) + "'");

            assertThat(stream.event()).startsWith("change 2 ");
        }
    }

    @Test
    void stream_safetyTimeout_endsWithAWordAndCanBeResumed() throws Exception {
        accepted("timeout-1");
        Map<String, String> settings = TestService.settings(store.raw());
        settings.put("ingest.postgres.pool", "4");
        settings.put("ingest.stream.timeout", "1s");
        try (IngestService brief = TestService.start(TestService.config(settings))) {
            try (EventStream stream = open(brief, "timeout-1")) {
                stream.line();
                stream.event();
                assertThat(stream.line()).isEqualTo(": timeout, reconnect");
                assertThat(stream.line()).as("the connection is closed").isNull();
            }
            try (EventStream stream = open(brief, "timeout-1", "Last-Event-ID: 1")) {
                assertThat(stream.status()).isEqualTo(200);
            }
        }
    }

    @Test
    void stream_tooMany_is503WithRetryAfterUntilOneEnds() throws Exception {
        accepted("many-1");
        awaitNoFollower();
        try (EventStream one = open(hasty, "many-1");
                EventStream two = open(hasty, "many-1")) {
            assertThat(two.status()).isEqualTo(200);
            try (EventStream three = open(hasty, "many-1")) {
                assertThat(three.status()).isEqualTo(503);
                assertThat(three.head).contains("Retry-After: 10", "Content-Type: application/problem+json");
            }
            one.hangUp();
            Await.until("a place is free", () -> {
                try (EventStream four = open(hasty, "many-1")) {
                    return four.status() == 200;
                }
            });
        }
        awaitNoFollower();
    }

    @Test
    void stream_callerGone_leavesNothingBehind() throws Exception {
        accepted("gone-1");
        awaitNoFollower();
        double gone = ended("gone");
        try (EventStream stream = open(hasty, "gone-1")) {
            assertThat(stream.status()).isEqualTo(200);
            assertThat(HASTY.get(ReadMetrics.STREAMS).gauge().value()).isOne();
        }
        Await.until("it is noticed", () -> ended("gone") == gone + 1);
        awaitNoFollower();
    }

    @Test
    void stream_callerDoesNotRead_isCutOff() throws Exception {
        NewRequest request = accepted("slow-1");
        awaitNoFollower();
        double cut = ended("too_slow");
        List<LedgerEvent> busy = new ArrayList<>(List.of(request.event()));
        for (int i = 0; i < 2_500; i++) {
            EventHistories.next(
                    busy,
                    new Fact.OperatorActed("o" + i, OperatorAction.Type.HOLD, "x".repeat(3_000), Outcome.Doubt.NONE));
        }
        try (EventStream deaf = EventStream.deaf(hasty.address(), "/requests/slow-1/stream")) {
            Await.until(
                    "it is open", () -> HASTY.get(ReadMetrics.STREAMS).gauge().value() == 1);
            publish(busy);
            Await.until("it is cut off", () -> ended("too_slow") == cut + 1);
            assertThat(deaf.head).as("it never read").isEmpty();
        }
        awaitNoFollower();
    }

    @Test
    void stream_mistakes_areProblems() throws Exception {
        accepted("bad-1");
        try (EventStream unknown = open(calm, "unknown-key");
                EventStream bad = open(calm, "bad-1", "Last-Event-ID: yesterday")) {
            assertThat(unknown.status()).isEqualTo(404);
            assertThat(bad.status()).isEqualTo(400);
        }
        var head = Raw.send(
                calm.address(), "HEAD /requests/bad-1/stream HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        assertThat(head.status()).isEqualTo(200);
    }

    @Test
    void stop_withOpenStreams_endsThemCleanly() throws Exception {
        accepted("stop-1");
        Map<String, String> settings = TestService.settings(store.raw());
        settings.put("ingest.postgres.pool", "4");
        IngestService third = TestService.start(TestService.config(settings));
        try (EventStream stream = open(third, "stop-1")) {
            stream.line();
            stream.event();
            third.close();
            assertThat(stream.line()).isEqualTo(": reconnect");
            assertThat(stream.line()).isNull();
        }
    }

    private static EventStream open(IngestService service, String key, String... headers) throws Exception {
        URI server = service.address();
        return new EventStream(server, "/requests/" + key + "/stream", headers);
    }

    private static double ended(String how) {
        return HASTY.counter(ReadMetrics.STREAMS_ENDED, "how", how).count();
    }

    private static void awaitNoFollower() {
        Await.until(
                "no caller follows",
                () -> HASTY.get(ReadMetrics.STREAMS).gauge().value() == 0);
    }

    private static void awaitSucceeded(String key) {
        Await.until(
                key + " is settled",
                () -> ledger.find("default", key).orElseThrow().status() == Status.SUCCEEDED);
    }

    private static NewRequest accepted(String key) {
        NewRequest request = Requests.payment(key);
        ledger.accept(List.of(request));
        return request;
    }

    private static void publish(List<LedgerEvent> events) {
        events.forEach(event -> producer.send(new ProducerRecord<>(
                topic.name(), event.requestId().toString(), topic.codec().encode(event))));
        producer.flush();
    }
}
