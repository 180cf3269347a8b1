package dev.kakutei.store.project;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.boot.TopicSetup;
import dev.kakutei.embedded.EmbeddedKafka;
import dev.kakutei.embedded.EmbeddedKafkaConfig;
import dev.kakutei.ledger.Status;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.topic.Topics;
import dev.kakutei.store.EventHistories;
import dev.kakutei.store.Requests;
import dev.kakutei.store.TestStore;
import dev.kakutei.store.accept.LedgerTable;
import dev.kakutei.store.accept.NewRequest;
import dev.kakutei.store.database.Database;
import dev.kakutei.store.metrics.ProjectionMetrics;
import dev.kakutei.testkit.Await;
import dev.kakutei.testkit.RealKafka;
import dev.kakutei.testkit.RealPostgres;
import dev.kakutei.testkit.TcpProxy;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The projection on real Kafka and real Postgres, with both going away. */
class LedgerProjectionTest {

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final TestStore store = TestStore.open();
    private final LedgerTable ledger = new LedgerTable(store.database());

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void projection_poisonAmongGoodRecords_projectsTheGoodAndStaysUnhealthy() throws Exception {
        KafkaConfig kafka = kafka(RealKafka.bootstrapServers());
        try (LedgerProjection projection = projection(kafka, store.database())) {
            projection.start();
            NewRequest before = accepted("before");
            NewRequest after = accepted("after");
            send(kafka, before.id().toString(), EventHistories.succeeded(before));
            sendRaw(kafka, "poison", "{\"v\":1,\"nonsense\":true}".getBytes(StandardCharsets.UTF_8));
            sendRaw(kafka, "poison", null);
            send(kafka, after.id().toString(), EventHistories.succeeded(after));

            awaitSucceeded("before", "after");
            Await.until("both poisons are counted", () -> count(ProjectionMetrics.QUARANTINED) == 2);
            assertThat(projection.problem())
                    .hasValueSatisfying(problem ->
                            assertThat(problem).contains("2 records of the ledger topic were not projected"));
        }
    }

    @Test
    void projection_secondInstanceTakesOver_goesOnWhereTheFirstEnded() throws Exception {
        KafkaConfig kafka = kafka(RealKafka.bootstrapServers());
        NewRequest one = accepted("one");
        try (LedgerProjection first = projection(kafka, store.database())) {
            first.start();
            send(kafka, one.id().toString(), EventHistories.succeeded(one));
            awaitSucceeded("one");
        }
        double applied = count(ProjectionMetrics.PROJECTED);
        double repeated = count(ProjectionMetrics.REPEATED);
        NewRequest two = accepted("two");
        send(kafka, two.id().toString(), EventHistories.succeeded(two));
        try (LedgerProjection second = projection(kafka, store.database())) {
            second.start();
            awaitSucceeded("two");
        }
        assertThat(count(ProjectionMetrics.PROJECTED) - applied).isEqualTo(2);
        // only the acceptance, which ingest wrote itself
        assertThat(count(ProjectionMetrics.REPEATED) - repeated).isEqualTo(1);
    }

    @Test
    void projection_postgresGoesAwayAndComesBack_losesNothing() throws Exception {
        KafkaConfig kafka = kafka(RealKafka.bootstrapServers());
        try (TcpProxy proxy = TcpProxy.to("127.0.0.1", RealPostgres.server().port());
                Database through = new Database(
                        TestStore.config(
                                store.raw(),
                                "jdbc:postgresql://127.0.0.1:" + proxy.port() + "/"
                                        + store.raw().name(),
                                3),
                        registry);
                LedgerProjection projection = projection(kafka, through)) {
            through.start();
            projection.start();
            NewRequest before = accepted("before");
            send(kafka, before.id().toString(), EventHistories.succeeded(before));
            awaitSucceeded("before");

            proxy.mode(TcpProxy.Mode.RESET_NEW);
            proxy.resetAll();
            NewRequest during = accepted("during");
            send(kafka, during.id().toString(), EventHistories.succeeded(during));
            Await.until("the outage is reported", () -> projection.problem().isPresent());
            assertThat(ledger.find("default", "during").orElseThrow().status()).isEqualTo(Status.ACCEPTED);

            proxy.mode(TcpProxy.Mode.FORWARD);
            awaitSucceeded("during");
            Await.until("the problem is over", () -> projection.problem().isEmpty());
        }
    }

    @Test
    void projection_kafkaGoesAwayAndComesBack_losesNothing(@TempDir Path folder) throws Exception {
        try (EmbeddedKafka broker = new EmbeddedKafka(EmbeddedKafkaConfig.in(folder)).start()) {
            KafkaConfig kafka = kafka(broker.bootstrapServers());
            try (LedgerProjection projection = projection(kafka, store.database())) {
                projection.start();
                NewRequest before = accepted("before");
                send(kafka, before.id().toString(), EventHistories.succeeded(before));
                awaitSucceeded("before");

                broker.stop();
                Await.until("the outage is reported", () -> projection.problem().isPresent());
                broker.start();

                NewRequest after = accepted("after");
                send(kafka, after.id().toString(), EventHistories.succeeded(after));
                awaitSucceeded("after");
                Await.until("the problem is over", () -> projection.problem().isEmpty());
            }
        }
    }

    /** No comparison was made since: the projection must notice another record in the place of the last one. */
    @Test
    void projection_topicLostItsRecordsAndWasWrittenOn_staysWhereItIs() throws Exception {
        KafkaConfig kafka = kafka(RealKafka.bootstrapServers());
        NewRequest one = accepted("one");
        List<String> before;
        try (LedgerProjection first = projection(kafka, store.database())) {
            first.start();
            send(kafka, one.id().toString(), EventHistories.succeeded(one));
            awaitSucceeded("one");
            before = positions();
        }
        emptied(kafka);
        NewRequest two = accepted("two");
        send(kafka, one.id().toString(), EventHistories.succeeded(one));
        send(kafka, one.id().toString(), EventHistories.succeeded(two));
        try (LedgerProjection second = projection(kafka, store.database())) {
            second.start();
            Await.until(
                    "the loss is noticed",
                    () -> second.problem()
                            .filter(problem -> problem.contains("Kafka has lost records"))
                            .isPresent());
        }
        assertThat(positions()).isEqualTo(before);
        assertThat(ledger.find("default", "two").orElseThrow().status()).isEqualTo(Status.ACCEPTED);
    }

    private List<String> positions() throws Exception {
        List<String> positions = new ArrayList<>();
        try (Connection connection = store.database().connection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select topic || partition || ' ' || next_offset || ' '"
                        + " || last_record from projection_offsets order by 1")) {
            while (row.next()) {
                positions.add(row.getString(1));
            }
        }
        return positions;
    }

    private static void emptied(KafkaConfig kafka) throws Exception {
        String topic = kafka.topics().ledger().name();
        try (Admin admin = Admin.create(kafka.clientProperties("test-admin"))) {
            admin.deleteTopics(List.of(topic)).all().get(30, TimeUnit.SECONDS);
            Await.until("the topic is gone", () -> !names(admin).contains(topic));
        }
        TopicSetup.ensure(kafka, List.of(kafka.topics().ledger()));
    }

    private static Set<String> names(Admin admin) {
        try {
            return admin.listTopics().names().get(30, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private KafkaConfig kafka(String bootstrap) {
        KafkaConfig kafka = new KafkaConfig(bootstrap, new Topics(RealKafka.freshPrefix(), 2), 1);
        TopicSetup.ensure(kafka, List.of(kafka.topics().ledger()));
        return kafka;
    }

    private LedgerProjection projection(KafkaConfig kafka, Database database) {
        return new LedgerProjection(
                new ProjectionConfig("projection", 100, Duration.ofSeconds(3)),
                kafka,
                database,
                LaneReaders.UNKNOWN,
                new ProjectionMetrics(registry),
                Set::of);
    }

    private NewRequest accepted(String key) {
        NewRequest request = Requests.payment(key);
        ledger.accept(List.of(request));
        return request;
    }

    private void awaitSucceeded(String... keys) {
        for (String key : keys) {
            Await.until(
                    key + " is shown as succeeded",
                    () -> ledger.find("default", key).orElseThrow().status() == Status.SUCCEEDED);
        }
    }

    private double count(String counter) {
        return registry.counter(counter).count();
    }

    private static void send(KafkaConfig kafka, String key, List<LedgerEvent> events) throws Exception {
        for (LedgerEvent event : events) {
            sendRaw(kafka, key, kafka.topics().ledger().codec().encode(event));
        }
    }

    private static void sendRaw(KafkaConfig kafka, String key, byte[] value) throws Exception {
        try (KafkaProducer<String, byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", kafka.bootstrap()), new StringSerializer(), new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>(kafka.topics().ledger().name(), key, value))
                    .get(30, TimeUnit.SECONDS);
        }
    }
}
