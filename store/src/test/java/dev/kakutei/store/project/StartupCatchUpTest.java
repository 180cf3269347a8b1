package dev.kakutei.store.project;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.boot.TopicSetup;
import dev.kakutei.boot.position.RecoveryNames;
import dev.kakutei.ledger.Status;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.topic.Topics;
import dev.kakutei.store.EventHistories;
import dev.kakutei.store.Requests;
import dev.kakutei.store.TestStore;
import dev.kakutei.store.accept.LedgerTable;
import dev.kakutei.store.accept.NewRequest;
import dev.kakutei.store.metrics.ProjectionMetrics;
import dev.kakutei.testkit.RealKafka;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A restored Postgres has lost idempotency keys that Kafka knows: no request is accepted before they are restored (SPEC
 * H3).
 */
class StartupCatchUpTest {
    private static final int LOST = 0;
    private static final int WHOLE = 1;

    private final TestStore store = TestStore.open();
    private final LedgerTable ledger = new LedgerTable(store.database());
    private final KafkaConfig kafka =
            new KafkaConfig(RealKafka.bootstrapServers(), new Topics(RealKafka.freshPrefix(), 2), 1);
    private final String ledgerTopic = kafka.topics().ledger().name();
    private final String acceptedTopic = kafka.topics().accepted().name();

    StartupCatchUpTest() {
        TopicSetup.ensure(kafka, kafka.topics().all(List.of()));
    }

    @AfterEach
    void close() {
        store.close();
    }

    /**
     * Records that one partition has lost halt everything; the keys are known all the same. What it has behind the
     * loss, a Postgres of another history has never read.
     */
    @Test
    void oneLedgerPartitionLostRecords_keysOfAllAreKnown() throws Exception {
        NewRequest forgotten = Requests.payment("forgotten");
        publish(ledgerTopic, WHOLE, EventHistories.succeeded(forgotten));
        NewRequest otherHistory = Requests.payment("of another history");
        publish(ledgerTopic, LOST, EventHistories.succeeded(otherHistory));

        catchUp(Set.of(new TopicPartition(ledgerTopic, LOST)));

        assertThat(ledger.find("default", "forgotten").orElseThrow().status()).isEqualTo(Status.SUCCEEDED);
        assertIsRepetition("forgotten", forgotten);
        assertIsRepetition("of another history", otherHistory);
    }

    /** Kafka is gone and was created again: the service must start, or no operator could recover. */
    @Test
    void everyLedgerPartitionLostRecords_isNoReasonToWait() {
        catchUp(Set.of(new TopicPartition(ledgerTopic, LOST), new TopicPartition(ledgerTopic, WHOLE)));

        assertThat(store.count("ledger")).isZero();
    }

    @Test
    void announcedAndNotDecided_keyIsKnown() throws Exception {
        NewRequest decided = Requests.payment("decided long ago");
        NewRequest announced = Requests.payment("announced");
        publish(acceptedTopic, WHOLE, List.of(decided.event(), announced.event()));
        try (Admin admin = Admin.create(kafka.clientProperties("test"))) {
            admin.alterConsumerGroupOffsets(
                            RecoveryNames.verifierGroup(kafka.topics().prefix(), 0),
                            Map.of(new TopicPartition(acceptedTopic, WHOLE), new OffsetAndMetadata(1)))
                    .all()
                    .get(60, TimeUnit.SECONDS);
        }

        catchUp(Set.of());

        assertIsRepetition("announced", announced);
        assertThat(ledger.find("default", "decided long ago"))
                .as("the ledger topic would have it")
                .isEmpty();
    }

    /** The caller repeats it, under another id: it is the earlier request that it gets. */
    private void assertIsRepetition(String key, NewRequest earlier) {
        ledger.accept(List.of(Requests.payment(key)));

        assertThat(ledger.find("default", key).orElseThrow().id()).isEqualTo(earlier.id());
    }

    private void catchUp(Set<TopicPartition> lost) {
        try (LedgerProjection projection = new LedgerProjection(
                new ProjectionConfig("projection", 100, Duration.ofSeconds(30)),
                kafka,
                store.database(),
                LaneReaders.UNKNOWN,
                new ProjectionMetrics(new SimpleMeterRegistry()),
                () -> lost)) {
            projection.start();
            new StartupCatchUp(kafka, store.database(), () -> lost, () -> 0).await();
        }
    }

    private void publish(String topic, int partition, List<LedgerEvent> events) throws Exception {
        try (KafkaProducer<String, byte[]> producer = new KafkaProducer<>(
                kafka.clientProperties("test"), new StringSerializer(), new ByteArraySerializer())) {
            for (LedgerEvent event : events) {
                producer.send(new ProducerRecord<>(
                                topic,
                                partition,
                                event.requestId().toString(),
                                kafka.topics().ledger().codec().encode(event)))
                        .get(60, TimeUnit.SECONDS);
            }
        }
    }
}
