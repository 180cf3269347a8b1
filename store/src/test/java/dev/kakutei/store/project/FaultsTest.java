package dev.kakutei.store.project;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.boot.TopicSetup;
import dev.kakutei.ledger.Status;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.schemas.topic.Topics;
import dev.kakutei.store.EventHistories;
import dev.kakutei.store.Requests;
import dev.kakutei.store.TestStore;
import dev.kakutei.store.accept.LedgerTable;
import dev.kakutei.store.accept.NewRequest;
import dev.kakutei.store.metrics.ProjectionMetrics;
import dev.kakutei.testkit.Await;
import dev.kakutei.testkit.RealKafka;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What could not be projected is remembered over restarts, and there is a way out of it. */
class FaultsTest {

    private final TestStore store = TestStore.open();
    private final LedgerTable ledger = new LedgerTable(store.database());
    private final FaultTable faults = new FaultTable(store.database());
    private KafkaConfig kafka;
    private KafkaProducer<String, byte[]> producer;

    @BeforeEach
    void open() {
        kafka = new KafkaConfig(RealKafka.bootstrapServers(), new Topics(RealKafka.freshPrefix(), 2), 1);
        TopicSetup.ensure(kafka, List.of(kafka.topics().ledger()));
        producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", kafka.bootstrap()), new StringSerializer(), new ByteArraySerializer());
    }

    @AfterEach
    void close() {
        producer.close();
        store.close();
    }

    @Test
    void fault_restart_isStillKnownUntilItIsDismissed() throws Exception {
        try (LedgerProjection first = projection()) {
            first.start();
            send("no-request", "{\"v\":1,\"nonsense\":true}".getBytes(StandardCharsets.UTF_8));
            Await.until("it is remembered", () -> faults.open().size() == 1);
        }
        try (LedgerProjection second = projection()) {
            second.start();
            Await.until("the next one knows it", () -> second.problem().isPresent());
            assertThat(second.problem().orElseThrow()).contains("1 records", "./kakutei check");

            assertThat(faults.dismiss("nothing-0@0")).isFalse();
            assertThat(faults.dismiss(faults.open().get(0).place())).isTrue();
            Await.until("the problem is over", () -> second.problem().isEmpty());
        }
    }

    @Test
    void gap_eventsOnTheTopic_isClosedByReplayWhileTheProjectionRuns() throws Exception {
        NewRequest request = accepted("gap-1");
        List<LedgerEvent> life = EventHistories.succeeded(request);
        try (LedgerProjection projection = projection()) {
            projection.start();
            send(life.subList(0, 2));
            Await.until("the attempt is there", () -> status(request.id()) == Status.SENDING);
            // As if the attempt's record had been refused: the topic has it, Postgres does not.
            store.execute("delete from ledger_events where event_id = 2");
            store.execute("update ledger set state = 'accepted', last_event_id = 1, current_event_id = 1, attempts = 0,"
                    + " due_at = null, first_sent_at = null, last_send_not_after = null, updated_at ="
                    + " accepted_at");
            send(life.subList(2, 3));
            Await.until("the gap is reported", () -> faults.open().size() == 1);
            assertThat(faults.open().get(0).requestId()).isEqualTo(request.id());
            assertThat(status(request.id())).isEqualTo(Status.ACCEPTED);

            LedgerReplay.Outcome outcome = new LedgerReplay(kafka, store.database())
                    .replay(request.id(), request.event().at());

            assertThat(outcome).isEqualTo(new LedgerReplay.Outcome(3, 2, List.of()));
            assertThat(status(request.id())).isEqualTo(Status.SUCCEEDED);
            assertThat(faults.open()).isEmpty();
            Await.until("the problem is over", () -> projection.problem().isEmpty());
        }
    }

    @Test
    void gap_eventNowhere_staysReported() throws Exception {
        NewRequest request = accepted("gap-2");
        List<LedgerEvent> life = EventHistories.succeeded(request);
        try (LedgerProjection projection = projection()) {
            projection.start();
            send(List.of(life.get(0), life.get(2)));
            Await.until("the gap is reported", () -> faults.open().size() == 1);

            LedgerReplay.Outcome outcome = new LedgerReplay(kafka, store.database()).replay(request.id(), null);

            assertThat(outcome.applied()).isZero();
            assertThat(outcome.obstacles())
                    .singleElement()
                    .satisfies(reason -> assertThat(reason).contains("a gap"));
            assertThat(faults.open()).hasSize(1);
        }
    }

    private LedgerProjection projection() {
        return new LedgerProjection(
                new ProjectionConfig("projection", 100, Duration.ofSeconds(30)),
                kafka,
                store.database(),
                LaneReaders.UNKNOWN,
                new ProjectionMetrics(new SimpleMeterRegistry()),
                Set::of);
    }

    private NewRequest accepted(String key) {
        NewRequest request = Requests.payment(key);
        ledger.accept(List.of(request));
        return request;
    }

    private Status status(RequestId id) {
        return Status.ofWord(store.text("select state from ledger where request_id = '" + id + "'"));
    }

    private void send(List<LedgerEvent> events) throws Exception {
        for (LedgerEvent event : events) {
            send(event.requestId().toString(), kafka.topics().ledger().codec().encode(event));
        }
    }

    private void send(String key, byte[] value) throws Exception {
        producer.send(new ProducerRecord<>(kafka.topics().ledger().name(), key, value))
                .get(30, TimeUnit.SECONDS);
    }
}
