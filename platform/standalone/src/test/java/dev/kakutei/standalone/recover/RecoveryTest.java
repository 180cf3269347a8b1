package dev.kakutei.standalone.recover;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.boot.TopicSetup;
import dev.kakutei.boot.position.RecoveryNames;
import dev.kakutei.ingest.clearance.RecoveryTables;
import dev.kakutei.ingest.clearance.StoreCheck;
import dev.kakutei.ingest.project.LedgerDrain;
import dev.kakutei.ingest.store.Database;
import dev.kakutei.ingest.store.LedgerTable;
import dev.kakutei.ingest.store.NewRequest;
import dev.kakutei.ingest.store.PostgresConfig;
import dev.kakutei.ledger.Retention;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.codec.CanonicalJson;
import dev.kakutei.schemas.codec.Json;
import dev.kakutei.schemas.gateway.GatewayFile;
import dev.kakutei.schemas.gateway.Gateways;
import dev.kakutei.schemas.topic.Topics;
import dev.kakutei.testkit.Await;
import dev.kakutei.testkit.RealKafka;
import dev.kakutei.testkit.RealPostgres;
import dev.kakutei.testkit.TopicReader;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** SPEC H3: what a recovery makes of both stores, on real ones and without services. */
class RecoveryTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Instant NOW = Instant.parse("2026-11-01T10:00:00Z");
    private static final Retention RETENTION = new Retention(Duration.ofDays(7));
    private static final Gateways GATEWAYS = gateways();

    private final RealPostgres.Database raw = RealPostgres.freshDatabase();
    private final KafkaConfig kafka =
            new KafkaConfig(RealKafka.bootstrapServers(), new Topics(RealKafka.freshPrefix(), 1), 1);
    private final Topics topics = kafka.topics();
    private final TopicPartition accepted = new TopicPartition(topics.accepted().name(), 0);
    private final Admin admin = Admin.create(kafka.clientProperties("test"));
    private final Database database = new Database(
            new PostgresConfig(raw.jdbcUrl(), raw.user(), raw.password(), 3, "slot_" + raw.name()),
            new SimpleMeterRegistry());
    private final RecoveryTables tables;
    private final LedgerTable ledger;

    RecoveryTest() {
        database.start();
        tables = new RecoveryTables(database);
        ledger = new LedgerTable(database);
        TopicSetup.ensure(kafka, topics.all(GATEWAYS.byName().keySet()));
    }

    @AfterEach
    void close() throws Exception {
        admin.close();
        database.close();
        sql("select pg_drop_replication_slot('slot_" + raw.name() + "')");
    }

    /** The topic of acceptances lost its tail and was written on: new ones stand before the position of the old verifiers. */
    @Test
    void acceptedWhileHalted_beforeTheOldPosition_isReadByTheNextVerifiers() throws Exception {
        halted();
        NewRequest request = request("new", NOW);
        ledger.accept(List.of(request));
        publish(topics.accepted().name(), request.event());
        commit(RecoveryNames.verifierGroup(topics.prefix(), 0), accepted, 7);

        RecoveryReport report = recovery(NOW).run("a test");

        assertThat(report.acceptedWhileHalted()).isOne();
        assertThat(report.inDoubt()).isZero();
        assertThat(readBy(RecoveryNames.verifierGroup(topics.prefix(), 1))).contains(request.event());
    }

    /** Postgres was copied while everything was halted, or recovered; then came work. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void postgresIsFromAnEarlierHalt_whatWasAcceptedSinceIsInDoubt(boolean recoveryWasBegun) throws Exception {
        halted();
        if (recoveryWasBegun) {
            assertThat(tables.begin("a test", 0, null)).isOne();
        }
        NewRequest request = request("sent since", NOW);
        ledger.accept(List.of(request));
        String changelog = RecoveryNames.verifierGroup(topics.prefix(), 1) + "-entries-changelog";
        admin.createTopics(List.of(new NewTopic(changelog, 1, (short) 1)))
                .all()
                .get(LIMIT.toSeconds(), TimeUnit.SECONDS);

        assertThat(recovery(NOW).dryRun("a test").inDoubt()).isOne();
        RecoveryReport report = recovery(NOW).run("a test");

        assertThat(report.acceptedWhileHalted()).isZero();
        assertThat(report.inDoubt()).isOne();
    }

    /** A notification of a gateway, or what an operator wants: no one says it twice. */
    @Test
    void writtenWhileHalted_beforeTheOldPosition_isReadByTheNextVerifiers() throws Exception {
        halted();
        for (String topic : List.of(topics.outcomes().name(), topics.actions().name())) {
            publish(topic, request("any", NOW).event());
            commit(RecoveryNames.verifierGroup(topics.prefix(), 0), new TopicPartition(topic, 0), 7);
        }

        recovery(NOW).run("a test");

        Map<TopicPartition, OffsetAndMetadata> positions = admin.listConsumerGroupOffsets(
                        RecoveryNames.verifierGroup(topics.prefix(), 1))
                .partitionsToOffsetAndMetadata()
                .get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        for (String topic : List.of(topics.outcomes().name(), topics.actions().name())) {
            assertThat(positions.get(new TopicPartition(topic, 0)).offset())
                    .as(topic)
                    .isZero();
        }
    }

    @Test
    void postgresIsFromBeforeARecovery_numberIsAboveThatOfKafka() throws Exception {
        String last = RecoveryNames.verifierGroup(topics.prefix(), 4);
        admin.createTopics(List.of(new NewTopic(last + "-entries-changelog", 1, (short) 1)))
                .all()
                .get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        NewRequest onlyInKafka = request("forgotten", NOW);
        publish(topics.accepted().name(), request("read already", NOW).event(), onlyInKafka.event());
        commit(last, accepted, 1);

        RecoveryReport report = recovery(NOW).run("a test");

        assertThat(report.number()).isEqualTo(5);
        assertThat(tables.recovery()).isEqualTo(5);
        assertThat(readBy(RecoveryNames.verifierGroup(topics.prefix(), 5)))
                .as("read on from where the last verifiers were, not those that Postgres knows of")
                .containsExactly(onlyInKafka.event());
    }

    /** Forgotten, it would be taken for new when its acceptance is announced again. */
    @Test
    void settledRequest_clockOfTheRecoveryIsFarAhead_staysKnown() throws Exception {
        settled("settled", NOW, NOW.plusSeconds(1));

        RecoveryReport report =
                recovery(NOW.plus(RETENTION.kept()).plus(Duration.ofDays(30))).run("a test");

        assertThat(report.settledRequests()).isOne();
    }

    @Test
    void settledRequest_clockOfItsEndWasBehind_staysKnown() throws Exception {
        settled("settled", NOW, NOW.minus(RETENTION.kept()).minus(Duration.ofDays(30)));

        RecoveryReport report = recovery(NOW.plusSeconds(60)).run("a test");

        assertThat(report.settledRequests()).isOne();
    }

    /** A Postgres that is put back after the recovery learns from the topic, and from nothing else, that the key was used. */
    @Test
    void settledRequest_whoseEventsKafkaLost_isInTheLedgerTopicAgain() throws Exception {
        settled("settled", NOW, NOW.plusSeconds(1));
        new LedgerDrain(kafka, database).drain();
        loseLedger();

        recovery(NOW.plusSeconds(60)).run("a test");

        assertThat(ledgerTopic()).extracting(LedgerEvent::seq).containsExactly(1, 2, 3);
    }

    @Test
    void settledRequest_recoveryBeforeDiedHalfWay_isInTheLedgerTopicAgain() throws Exception {
        settled("settled", NOW, NOW.plusSeconds(1));
        LedgerDrain drain = new LedgerDrain(kafka, database);
        drain.drain();
        loseLedger();
        tables.begin("dies", 0, Instant.EPOCH);
        drain.drain();

        recovery(NOW.plusSeconds(60)).run("a test");

        assertThat(ledgerTopic()).extracting(LedgerEvent::seq).containsExactly(1, 2, 3);
    }

    /** It waited while the installation was halted, say: its acceptance is older than all that the topic has lost. */
    @Test
    void settledRequest_acceptedLongBeforeTheLoss_isInTheLedgerTopicAgainFromItsAcceptanceOn() throws Exception {
        NewRequest kept = settled("kept", NOW, NOW.plusSeconds(1));
        NewRequest late = settled("late", NOW.minus(Duration.ofHours(5)), NOW.plusSeconds(2));
        new LedgerDrain(kafka, database).drain();
        loseLedger();
        publishAt(NOW.plusSeconds(1), ledger.events(kept.id()));

        recovery(NOW.plusSeconds(60)).run("a test");

        assertThat(ledgerTopic(late.id())).extracting(LedgerEvent::seq).containsExactly(1, 2, 3);
    }

    /** What a recovery writes is the end of the topic, and the first to be lost again: what it was for is older than that loss. */
    @Test
    void settledRequest_whoseSecondCopyIsLostToo_isInTheLedgerTopicAgain() throws Exception {
        NewRequest kept = settled("kept", NOW, NOW.plusSeconds(1));
        NewRequest twice = settled("twice", NOW, NOW.plusSeconds(1));
        new LedgerDrain(kafka, database).drain();
        tables.completed(tables.begin("the first", 0, Instant.EPOCH), 0);
        loseLedger();
        publishAt(Instant.now(), ledger.events(kept.id()));

        recovery(NOW.plusSeconds(60)).run("a test");

        assertThat(ledgerTopic(twice.id())).extracting(LedgerEvent::seq).containsExactly(1, 2, 3);
    }

    /** What an unknown recovery wrote again, and from when on, only a Postgres knows that is gone. */
    @Test
    void settledRequest_postgresIsFromBeforeARecovery_isInTheLedgerTopicAgain() throws Exception {
        NewRequest settled = settled("settled", NOW, NOW.plusSeconds(1));
        new LedgerDrain(kafka, database).drain();
        String changelog = RecoveryNames.verifierGroup(topics.prefix(), 2) + "-ledger-changelog";
        admin.createTopics(List.of(new NewTopic(changelog, 1, (short) 1)))
                .all()
                .get(LIMIT.toSeconds(), TimeUnit.SECONDS);

        recovery(NOW.plusSeconds(60)).run("a test");

        assertThat(ledgerTopic(settled.id())).extracting(LedgerEvent::seq).containsExactly(1, 2, 3, 1, 2, 3);
    }

    @Test
    void openRequest_ofWhichKafkaKnowsNothing_isInTheLedgerTopicFromItsAcceptanceOn() throws Exception {
        ledger.accept(List.of(request("open", NOW)));

        recovery(NOW.plusSeconds(60)).run("a test");

        assertThat(ledgerTopic())
                .extracting(event -> event.fact().getClass().getSimpleName())
                .startsWith("Accepted", "RecordsLost");
    }

    /** What is written behind it could not be read: the lane would stand still. */
    @Test
    void openTransaction_whoseProducerIsGone_isAbortedAndReadersGoOn() throws Exception {
        String lane = topics.commands("simulator").name();
        Map<String, Object> properties = kafka.clientProperties("test");
        properties.put("transactional.id", topics.prefix() + "gone");
        properties.put("transaction.timeout.ms", 600_000);
        try (KafkaProducer<byte[], byte[]> producer =
                        new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
                KafkaAdmin kafkaAdmin = new KafkaAdmin(kafka)) {
            producer.initTransactions();
            producer.beginTransaction();
            producer.send(new ProducerRecord<>(lane, new byte[] {1}));
            producer.flush();
            assertThat(kafkaAdmin.ends(List.of(lane))).containsValue(0L);

            kafkaAdmin.endOpenTransactions(List.of(lane), Duration.ofSeconds(1));

            long end = admin.listOffsets(Map.of(new TopicPartition(lane, 0), OffsetSpec.latest()))
                    .all()
                    .get(LIMIT.toSeconds(), TimeUnit.SECONDS)
                    .get(new TopicPartition(lane, 0))
                    .offset();
            assertThat(kafkaAdmin.ends(List.of(lane)))
                    .as("the record, and the marker that ends it")
                    .containsValue(end);
            assertThat(end).isEqualTo(2);
            producer.close(Duration.ZERO);
        }
    }

    /** The coordinator ends it within its time here. One that has forgotten it, in a topic that lost its tail, never would. */
    @Test
    void openTransaction_inChangelogOfEarlierVerifiers_isEndedBeforeRecoveryIsComplete() throws Exception {
        String changelog = topics.prefix() + "verifier-entries-changelog";
        admin.createTopics(List.of(new NewTopic(changelog, topics.partitions(), (short) 1)))
                .all()
                .get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        Map<String, Object> properties = kafka.clientProperties("test");
        properties.put("transactional.id", topics.prefix() + "stopped");
        properties.put("transaction.timeout.ms", 1_000);
        try (KafkaProducer<byte[], byte[]> producer =
                        new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
                KafkaAdmin kafkaAdmin = new KafkaAdmin(kafka)) {
            producer.initTransactions();
            producer.beginTransaction();
            producer.send(new ProducerRecord<>(changelog, 0, null, new byte[] {1}));
            producer.flush();

            recovery(NOW).run("a test");

            assertThat(kafkaAdmin.ends(List.of(changelog)).get(new TopicPartition(changelog, 0)))
                    .as("the record, and the marker that ends its transaction")
                    .isEqualTo(2);
            producer.close(Duration.ZERO);
        }
    }

    private Recovery recovery(Instant now) {
        return new Recovery(kafka, database, GATEWAYS, RETENTION, LIMIT, line -> {}, InstantSource.fixed(now));
    }

    /** No service is at work, and that is on record. */
    private void halted() throws Exception {
        tables.open("a test");
        try (StoreCheck check = new StoreCheck(kafka, database)) {
            check.compare();
        }
        assertThat(tables.quietSince()).isPresent();
        // The numbers of rows and transactions are compared with a margin.
        sql("select pg_current_xact_id()");
        sql("select pg_current_xact_id()");
    }

    private NewRequest settled(String key, Instant acceptedAt, Instant settledAt) throws Exception {
        NewRequest request = request(key, acceptedAt);
        ledger.accept(List.of(request));
        LedgerEvent attempt = new LedgerEvent(
                request.id(),
                2,
                settledAt,
                "verifier",
                new Fact.AttemptStarted(1, settledAt.plusSeconds(10), settledAt.plusSeconds(60)));
        LedgerEvent end = new LedgerEvent(
                request.id(),
                3,
                settledAt,
                "verifier",
                new Fact.Settled(Fact.Verdict.SUCCEEDED, Fact.Ground.POLICY, 0, null, null));
        publish(topics.ledger().name(), request.event(), attempt, end);
        return request;
    }

    private void loseLedger() throws Exception {
        String name = topics.ledger().name();
        admin.deleteTopics(List.of(name)).all().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        Await.until("it is gone", LIMIT, () -> {
            try {
                return !admin.listTopics().names().get().contains(name);
            } catch (ExecutionException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        TopicSetup.ensure(kafka, topics.all(GATEWAYS.byName().keySet()));
    }

    private List<LedgerEvent> ledgerTopic() {
        List<LedgerEvent> events = new ArrayList<>();
        try (TopicReader reader = TopicReader.committed(topics.ledger().name())) {
            reader.toEnd(LIMIT)
                    .forEach(record -> events.add(
                            topics.ledger().codec().decode(record.value().getBytes(UTF_8))));
        }
        return events;
    }

    private List<LedgerEvent> ledgerTopic(RequestId id) {
        return ledgerTopic().stream()
                .filter(event -> event.requestId().equals(id))
                .toList();
    }

    private void publishAt(Instant stamp, List<LedgerEvent> events) throws Exception {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                kafka.clientProperties("test"), new ByteArraySerializer(), new ByteArraySerializer())) {
            for (LedgerEvent event : events) {
                producer.send(new ProducerRecord<>(
                                topics.ledger().name(),
                                null,
                                stamp.toEpochMilli(),
                                event.requestId().toString().getBytes(UTF_8),
                                topics.ledger().codec().encode(event)))
                        .get(LIMIT.toSeconds(), TimeUnit.SECONDS);
            }
        }
    }

    private void publish(String topic, LedgerEvent... events) throws Exception {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                kafka.clientProperties("test"), new ByteArraySerializer(), new ByteArraySerializer())) {
            for (LedgerEvent event : events) {
                producer.send(new ProducerRecord<>(
                                topic,
                                event.requestId().toString().getBytes(UTF_8),
                                topics.ledger().codec().encode(event)))
                        .get(LIMIT.toSeconds(), TimeUnit.SECONDS);
            }
        }
    }

    private void commit(String group, TopicPartition partition, long offset) throws Exception {
        admin.alterConsumerGroupOffsets(group, Map.of(partition, new OffsetAndMetadata(offset)))
                .all()
                .get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    /** The acceptances behind the group's position. */
    private List<LedgerEvent> readBy(String group) {
        Map<String, Object> properties = new HashMap<>(kafka.clientProperties("test"));
        properties.put("group.id", group);
        properties.put("isolation.level", "read_committed");
        properties.put("enable.auto.commit", false);
        properties.put("auto.offset.reset", "none");
        List<LedgerEvent> events = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(Set.of(accepted));
            long end = consumer.endOffsets(Set.of(accepted), LIMIT).get(accepted);
            while (consumer.position(accepted, LIMIT) < end) {
                consumer.poll(Duration.ofMillis(100))
                        .forEach(record -> events.add(topics.accepted().codec().decode(record.value())));
            }
        }
        return events;
    }

    private void sql(String sql) throws Exception {
        try (Connection connection = raw.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static NewRequest request(String key, Instant at) {
        ObjectNode document = Json.MAPPER.createObjectNode().put("amount", "10");
        String canonical = CanonicalJson.of(document);
        return NewRequest.of(
                new RequestId(UUID.randomUUID()),
                at,
                new Fact.Accepted(
                        RequestKind.PAYMENT,
                        "default",
                        key,
                        CanonicalJson.digest(canonical),
                        "simulator",
                        new BigDecimal("10"),
                        "JPY",
                        at.plusSeconds(30),
                        null,
                        null,
                        document,
                        null),
                canonical);
    }

    private static Gateways gateways() {
        try {
            return GatewayFile.read("""
                    gateways:
                      simulator:
                        class: queryable
                        url: http://127.0.0.1:1
                        network: {allow: [loopback]}
                        paths: {order: /orders, payment: /payments}
                        status_query:
                          paths: {order: "/orders/{request_id}", payment: "/payments/{request_id}"}
                    """);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
