package dev.kakutei.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.embedded.EmbeddedPostgres;
import dev.kakutei.embedded.EmbeddedPostgresConfig;
import dev.kakutei.store.TestStore;
import dev.kakutei.testkit.Await;
import dev.kakutei.testkit.ChildJvm;
import dev.kakutei.testkit.RealKafka;
import dev.kakutei.testkit.RealPostgres;
import java.net.URI;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SPEC A3: what was answered with a 2xx is in the ledger, whoever dies while requests pour in. */
@Tag("proof")
class KilledTest {
    private static final Duration LIMIT = Duration.ofSeconds(120);
    private static final int BEFORE = 300;
    private static final int BY_TOPIC = 400;

    @Test
    void ingest_killedUnderLoad_keepsWhatItAnsweredAndTakesTheTopicToItsEnd() throws Exception {
        TestStore store = TestStore.open();
        Map<String, String> settings = TestService.settings(store.raw());
        settings.put("ingest.topic.records", "20");
        String[] args = settings.entrySet().stream()
                .map(setting -> setting.getKey() + "=" + setting.getValue())
                .toArray(String[]::new);
        try (ChildJvm ingest = ChildJvm.start(IngestMain.class, args);
                Load load = new Load(address(ingest.awaitLine("ingest ready", LIMIT)), 8)) {
            load.start();
            publish(settings.get("topics.prefix") + "requests");
            Await.until("requests pour in", LIMIT, () -> load.answered().size() > BEFORE);
            ingest.kill9();
            load.stop();
            assertThat(keys(store.raw().connect())).containsAll(load.answered());
        }
        try (ChildJvm ingest = ChildJvm.start(IngestMain.class, args)) {
            ingest.awaitLine("ingest ready", LIMIT);
            Await.until(
                    "the topic is taken to its end",
                    LIMIT,
                    () -> store.count("ledger where idempotency_key like 'topic-%'") == BY_TOPIC);
            assertThat(store.count("outbox_orders where idempotency_key like 'topic-%'"))
                    .isEqualTo(BY_TOPIC);
            assertThat(store.count("ledger")).isEqualTo(store.count("outbox_orders"));
        } finally {
            store.close();
        }
    }

    @Test
    void postgres_killedUnderLoad_keepsWhatWasAnsweredAndIsUsedAgain(@TempDir Path folder) throws Exception {
        try (EmbeddedPostgres postgres = new EmbeddedPostgres(EmbeddedPostgresConfig.in(folder)).start()) {
            Map<String, String> settings = TestService.settings(
                    new RealPostgres.Database("kakutei", postgres.jdbcUrl(), postgres.user(), postgres.password()));
            try (IngestService service = TestService.start(TestService.config(settings));
                    Load load = new Load(service.address(), 8)) {
                load.start();
                for (int round = 1; round <= 2; round++) {
                    int enough = load.answered().size() + BEFORE;
                    Await.until("requests pour in", LIMIT, () -> load.answered().size() > enough);
                    ProcessHandle postmaster = postgres.process().orElseThrow();
                    postmaster.destroyForcibly();
                    Await.until("it is dead", LIMIT, () -> !postmaster.isAlive());
                    // Its children hold the shared memory for a moment longer.
                    Await.until("it is back", LIMIT, () -> postgres.start() != null);
                }
                int before = load.answered().size();
                Await.until(
                        "requests pour in again", LIMIT, () -> load.answered().size() > before + BEFORE);
                load.stop();
                Set<String> stored = keys(postgres.connect("kakutei"));
                assertThat(stored).containsAll(load.answered());
                assertThat(load.turnedAway()).isNotEmpty();
            }
        }
    }

    private static void publish(String topic) throws Exception {
        try (KafkaProducer<String, byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", RealKafka.bootstrapServers()),
                new StringSerializer(),
                new ByteArraySerializer())) {
            for (int i = 0; i < BY_TOPIC; i++) {
                producer.send(new ProducerRecord<>(
                        topic,
                        null,
                        "topic-" + i,
                        Load.PAYMENT.getBytes(UTF_8),
                        List.of(
                                new RecordHeader("kind", "payment".getBytes(UTF_8)),
                                new RecordHeader("idempotency-key", ("topic-" + i).getBytes(UTF_8)))));
            }
            producer.flush();
        }
    }

    private static Set<String> keys(Connection opened) throws SQLException {
        Set<String> keys = new HashSet<>();
        try (Connection connection = opened;
                ResultSet row = connection
                        .createStatement()
                        .executeQuery(
                                "select l.idempotency_key from ledger l join outbox_orders o on o.id = l.request_id"
                                        + " join ledger_events e on e.request_id = l.request_id and e.event_id = 1")) {
            while (row.next()) {
                keys.add(row.getString(1));
            }
        }
        return keys;
    }

    /** As the process says when it is ready. */
    private static URI address(String ready) {
        Matcher address = Pattern.compile("http://[^,\\s]+").matcher(ready);
        assertThat(address.find()).as(ready).isTrue();
        return URI.create(address.group());
    }
}
