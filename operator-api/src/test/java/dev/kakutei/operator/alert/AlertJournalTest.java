package dev.kakutei.operator.alert;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.boot.TopicSetup;
import dev.kakutei.schemas.Alert;
import dev.kakutei.schemas.codec.Codecs;
import dev.kakutei.schemas.topic.Topics;
import dev.kakutei.store.TestStore;
import dev.kakutei.testkit.Await;
import dev.kakutei.testkit.RealKafka;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The table of alerts follows its topic, though one of the two is put back to an earlier time (SPEC H3, F3). */
class AlertJournalTest {
    private static final Instant T0 = Instant.parse("2026-03-02T01:02:03Z");

    private final TestStore store = TestStore.open();
    private final KafkaConfig kafka =
            new KafkaConfig(RealKafka.bootstrapServers(), new Topics(RealKafka.freshPrefix(), 1), 1);
    private final String topic = kafka.topics().alerts().name();

    AlertJournalTest() {
        TopicSetup.ensure(kafka, kafka.topics().all(List.of()));
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void postgresPutBack_alertsSinceThenAreStoredAgain() {
        publish("known", 1, 0);
        following(() -> await("known open=1"));
        store.execute("create table alerts_then as select * from alerts");
        store.execute("create table positions_then as select * from projection_offsets");
        publish("known", 2, 10);
        publish("later", 1, 20);
        following(() -> await("known open=2, later open=1"));

        store.execute("delete from alerts");
        store.execute("insert into alerts select * from alerts_then");
        store.execute("delete from projection_offsets");
        store.execute("insert into projection_offsets select * from positions_then");

        following(() -> await("known open=2, later open=1"));
    }

    @Test
    void kafkaLostItsAlerts_whatComesAtTheSameOffsetsIsStored() throws Exception {
        publish("known", 1, 0);
        publish("known", 2, 10);
        publish("other", 1, 20);
        following(() -> await("known open=2, other open=1"));
        try (Admin admin = Admin.create(kafka.clientProperties("test"))) {
            admin.deleteTopics(List.of(topic)).all().get(60, TimeUnit.SECONDS);
            Await.until("the topic is gone", () -> !topics(admin).contains(topic));
        }
        TopicSetup.ensure(kafka, kafka.topics().all(List.of()));
        publish("known", 1, 0);
        publishResolved("known", 3, 30);

        following(() -> await("known over=3, other open=1"));
        publish("other", 2, 40);
        following(() -> await("known over=3, other open=2"));
    }

    private static Set<String> topics(Admin admin) {
        try {
            return admin.listTopics().names().get(60, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private void following(Runnable meanwhile) {
        try (AlertJournal journal =
                new AlertJournal(kafka, store.database(), Duration.ofSeconds(30), InstantSource.fixed(T0))) {
            journal.start();
            meanwhile.run();
        }
    }

    private void await(String rows) {
        Await.until(
                "alerts are " + rows,
                () -> store.text("select string_agg(cause || ' ' || case when resolved_at is null then 'open' else"
                        + " 'over' end || '=' || count, ', ' order by cause) from alerts"),
                rows::equals);
    }

    private void publish(String cause, long count, int seconds) {
        publish(cause, count, seconds, null);
    }

    private void publishResolved(String cause, long count, int seconds) {
        publish(cause, count, seconds, T0.plusSeconds(seconds));
    }

    private void publish(String cause, long count, int seconds, Instant resolvedAt) {
        Alert alert = new Alert(
                cause + "/" + seconds,
                Alert.Severity.HIGH,
                cause,
                null,
                "bank",
                "a summary",
                T0.plusSeconds(seconds),
                cause + "/bank@" + T0,
                T0,
                count,
                resolvedAt);
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                kafka.clientProperties("test"), new ByteArraySerializer(), new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>(topic, "bank".getBytes(UTF_8), Codecs.ALERT.encode(alert)));
        }
    }
}
