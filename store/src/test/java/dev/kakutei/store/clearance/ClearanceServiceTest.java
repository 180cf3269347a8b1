package dev.kakutei.store.clearance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.boot.TopicSetup;
import dev.kakutei.boot.clearance.ClearanceClient;
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
import dev.kakutei.store.project.LaneReaders;
import dev.kakutei.store.project.LedgerProjection;
import dev.kakutei.store.project.ProjectionConfig;
import dev.kakutei.testkit.Await;
import dev.kakutei.testkit.RealKafka;
import dev.kakutei.testkit.TopicReader;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** SPEC H3 on real Kafka and real Postgres: who asks is answered, and a loss halts everybody. */
class ClearanceServiceTest {
    private final TestStore store = TestStore.open();
    private final KafkaConfig kafka =
            new KafkaConfig(RealKafka.bootstrapServers(), new Topics(RealKafka.freshPrefix(), 2), 1);
    private final RecoveryTables tables = new RecoveryTables(store.database());

    ClearanceServiceTest() {
        TopicSetup.ensure(kafka, kafka.topics().all(List.of()));
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void nothingWasLost_whoAsksIsCleared() {
        projectOne();
        try (ClearanceService service = service();
                ClearanceClient client = new ClearanceClient(kafka, "broker-sender", "sender-1")) {
            service.start();
            client.start();
            long request = client.ask();

            Await.until("cleared", () -> client.covers(request, 0));
            assertThat(client.problem()).isEmpty();
            assertThat(service.halted()).isEmpty();
        }
    }

    @Test
    void ledgerTopicLostItsRecords_everybodyIsHaltedAndOperatorsAreNotified() throws Exception {
        projectOne();
        try (ClearanceService service = service();
                ClearanceClient client = new ClearanceClient(kafka, "broker-sender", "sender-1")) {
            service.start();
            client.start();
            long before = client.ask();
            Await.until("cleared", () -> client.covers(before, 0));

            loseLedger();
            long after = client.ask();

            Await.until("halted", () -> client.halted().isPresent());
            assertThat(client.covers(before, 0)).isFalse();
            assertThat(client.covers(after, 0)).isFalse();
            assertThat(client.halted().get()).contains("Kafka has lost records", "./kakutei recover");
            try (TopicReader alerts =
                    TopicReader.committed(kafka.topics().alerts().name())) {
                assertThat(alerts.untilCount(1, Duration.ofSeconds(60)).get(0).value())
                        .contains("stores_disagree", "HIGH");
            }
            assertThat(tables.quietSince())
                    .as("no verifier and no sender is at work")
                    .isPresent();
        }
    }

    @Test
    void incident_haltsUntilARecoveryClosesIt_whichIsNamedInTheClearance() {
        tables.open("the machine went down");
        try (ClearanceService service = service();
                ClearanceClient client = new ClearanceClient(kafka, "broker-sender", "sender-1")) {
            service.start();
            client.start();
            client.ask();
            Await.until("halted", () -> client.halted().isPresent());

            int number = tables.begin("the machine went down", 0, null);
            assertThat(client.recovery()).as("a recovery that is not complete").isEmpty();
            tables.completed(number, 0);

            Await.until("cleared", () -> client.recovery().isPresent());
            assertThat(client.recovery()).hasValue(number);
            assertThat(tables.quietSince())
                    .as("before anybody is cleared, that nothing is sent is taken back")
                    .isEmpty();
        }
    }

    /** The changelog of a verifier alone lost its tail: nothing of that can be seen in Postgres. */
    @Test
    void verifierReportsALoss_everybodyIsHaltedUntilARecoveryAndOperatorsAreNotified() throws Exception {
        projectOne();
        String reason = "Kafka has lost records: the state does not know that request";
        try (ClearanceService service = service();
                ClearanceClient verifier = new ClearanceClient(kafka, "verifier-stream", "verifier-1");
                ClearanceClient sender = new ClearanceClient(kafka, "broker-sender", "sender-1")) {
            service.start();
            verifier.start();
            sender.start();
            long before = sender.ask();
            Await.until("cleared", () -> sender.covers(before, 0));

            verifier.report(0, reason);

            Await.until("the verifier is halted", () -> verifier.halted().isPresent());
            Await.until("so is the sender", () -> sender.halted().isPresent());
            assertThat(sender.covers(before, 0)).isFalse();
            assertThat(sender.halted().get()).contains(reason, "./kakutei recover");
            assertThat(service.halted().orElseThrow()).contains(reason);
            assertThat(service.lost()).as("of the ledger topic").isEmpty();
            try (TopicReader alerts =
                    TopicReader.committed(kafka.topics().alerts().name())) {
                assertThat(alerts.untilCount(1, Duration.ofSeconds(60)).get(0).value())
                        .contains("stores_disagree", "HIGH", reason);
            }

            int number = tables.begin("a changelog lost its tail", 0, null);
            tables.completed(number, 0);
            Await.until("cleared under the recovery", () -> sender.recovery().isPresent());
            assertThat(sender.recovery()).hasValue(number);
        }
    }

    /** The report of a verifier that has not heard of the recovery yet, or its repetition. */
    @Test
    void lossWasReportedUnderAnEarlierRecovery_doesNotHalt() {
        int number = tables.begin("made up for it", 0, null);
        tables.completed(number, 0);
        try (ClearanceService service = service();
                ClearanceClient verifier = new ClearanceClient(kafka, "verifier-stream", "verifier-1")) {
            service.start();
            verifier.start();

            verifier.report(0, "Kafka has lost records: an earlier state does not know that request");

            Await.until(
                    "answered",
                    () -> verifier.halted().isPresent() || verifier.recovery().isPresent());
            assertThat(verifier.halted()).isEmpty();
            assertThat(verifier.recovery()).hasValue(number);
            assertThat(incidents()).isEmpty();
        }
    }

    /** Asked again and again, and by every verifier. */
    @Test
    void lossIsReportedTwice_isOneIncident() {
        try (ClearanceService service = service();
                ClearanceClient verifier = new ClearanceClient(kafka, "verifier-stream", "verifier-1");
                ClearanceClient another = new ClearanceClient(kafka, "verifier-stream", "verifier-2")) {
            service.start();
            verifier.start();
            another.start();

            verifier.report(0, "a changelog lost its tail");
            Await.until("halted", () -> verifier.halted().isPresent());
            try (TopicReader answers =
                    TopicReader.committed(kafka.topics().clearances().name())) {
                another.report(0, "a changelog lost its tail");
                answers.until("answered", Duration.ofSeconds(60), ClearanceServiceTest::isToAnother);
            }

            assertThat(incidents()).containsExactly("a changelog lost its tail");
        }
    }

    private static boolean isToAnother(List<ConsumerRecord<String, String>> answers) {
        return answers.stream().anyMatch(answer -> answer.value().contains("verifier-2"));
    }

    private List<String> incidents() {
        return tables.known(kafka.topics().ledger().name()).incidents();
    }

    /**
     * Put back, in a deployment without markers: its number would be that of a state under which much was sent since.
     */
    @Test
    void postgresIsFromBeforeARecovery_everybodyIsHaltedUntilOneWithAHigherNumber() throws Exception {
        try (Admin admin = Admin.create(kafka.clientProperties("test-admin"))) {
            String changelog = RecoveryNames.verifierGroup(kafka.topics().prefix(), 2) + "-ledger-changelog";
            admin.createTopics(List.of(new NewTopic(changelog, 2, (short) 1)))
                    .all()
                    .get();
        }
        try (ClearanceService service = service();
                ClearanceClient client = new ClearanceClient(kafka, "broker-sender", "sender-1")) {
            service.start();
            client.start();
            client.ask();

            Await.until(
                    "answered",
                    () -> client.halted().isPresent() || client.recovery().isPresent());
            assertThat(client.halted())
                    .hasValueSatisfying(reason -> assertThat(reason).contains("recovery 2", "./kakutei recover"));

            int number = tables.begin("Postgres was put back", 2, null);
            assertThat(client.recovery()).as("a recovery that is not complete").isEmpty();
            tables.completed(number, 0);

            Await.until("cleared", () -> client.recovery().isPresent());
            assertThat(client.recovery()).hasValue(3);
        }
    }

    private ClearanceService service() {
        return new ClearanceService(kafka, store.database(), "ingest-1", InstantSource.system());
    }

    /** Postgres has read a record of the topic, so that there is something to lose. */
    private void projectOne() {
        LedgerTable ledger = new LedgerTable(store.database());
        NewRequest request = Requests.payment("one");
        ledger.accept(List.of(request));
        try (LedgerProjection projection = new LedgerProjection(
                        new ProjectionConfig("projection", 100, Duration.ofSeconds(30)),
                        kafka,
                        store.database(),
                        LaneReaders.UNKNOWN,
                        new ProjectionMetrics(new SimpleMeterRegistry()),
                        Set::of);
                KafkaProducer<String, byte[]> producer = new KafkaProducer<>(
                        kafka.clientProperties("test"), new StringSerializer(), new ByteArraySerializer())) {
            projection.start();
            for (LedgerEvent event : EventHistories.succeeded(request)) {
                producer.send(new ProducerRecord<>(
                        kafka.topics().ledger().name(),
                        request.id().toString(),
                        kafka.topics().ledger().codec().encode(event)));
            }
            Await.until(
                    "projected",
                    () -> ledger.find("default", "one").orElseThrow().status() == Status.SUCCEEDED);
        }
    }

    private void loseLedger() throws Exception {
        try (Admin admin = Admin.create(kafka.clientProperties("test-admin"))) {
            admin.deleteTopics(List.of(kafka.topics().ledger().name())).all().get();
            Await.until(
                    "the topic is gone",
                    () -> !topics(admin).contains(kafka.topics().ledger().name()));
        }
        TopicSetup.ensure(kafka, List.of(kafka.topics().ledger()));
    }

    private static Set<String> topics(Admin admin) {
        try {
            return admin.listTopics().names().get();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
