package dev.kakutei.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.boot.TopicSetup;
import dev.kakutei.embedded.EmbeddedKafka;
import dev.kakutei.embedded.EmbeddedPostgres;
import dev.kakutei.ingest.store.Database;
import dev.kakutei.ingest.store.LedgerTable;
import dev.kakutei.ingest.store.NewRequest;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.codec.CanonicalJson;
import dev.kakutei.schemas.codec.Json;
import dev.kakutei.schemas.topic.Topics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** SPEC E3 from the command line, against a Postgres and a Kafka that run on a data folder. */
class UpkeepCommandTest {
    private static final Instant T0 = Instant.parse("2026-11-01T10:00:00Z");

    private static EmbeddedPostgres postgres;
    private static EmbeddedKafka kafka;
    private static NewRequest request;

    @BeforeAll
    static void start() throws Exception {
        postgres = SharedData.postgres();
        kafka = SharedData.kafka();
        request = request();
        try (Database database = new Database(SharedData.config(), new SimpleMeterRegistry())) {
            database.open();
            new LedgerTable(database).accept(List.of(request));
        }
    }

    @Test
    void check_damage_isReported_andRebuildRepairsIt() throws Exception {
        assertThat(run("check").code()).isZero();
        sql("update ledger set attempts = 42");

        CommandRun check = run("check");
        assertThat(check.code()).isOne();
        assertThat(check.out())
                .contains(request.id() + " (default/k-1) ledger.attempts: stored 42, by its events 0")
                .endsWith("1 requests checked: 1 differences, 0 records not projected" + System.lineSeparator());
        List<String> lines = run("check", "--json").out().lines().toList();
        JsonNode difference = Json.MAPPER.readTree(lines.get(0));
        assertThat(difference.get("field").textValue()).isEqualTo("attempts");
        assertThat(difference.get("expected").textValue()).isEqualTo("0");
        assertThat(Json.MAPPER.readTree(lines.get(1)).get("differences").intValue())
                .isOne();

        CommandRun rebuild = run("rebuild", "--only-different");
        assertThat(rebuild.code()).isZero();
        assertThat(rebuild.out()).contains("; repaired").contains("1 repaired, 0 left");
        assertThat(run("check").code()).isZero();
        for (String how : List.of("--all", "--only-different", "--key=k-1")) {
            sql("update outbox_orders set status = 'failed'");
            assertThat(run("rebuild", how, "--json").code()).as(how).isZero();
            assertThat(run("check").code()).as(how).isZero();
        }
    }

    @Test
    void rebuild_fromTopic_bringsBackWhatWasNotProjected() throws Exception {
        KafkaConfig config = new KafkaConfig(kafka.bootstrapServers(), new Topics("kakutei.", 6), 1);
        TopicSetup.ensure(config, List.of(config.topics().ledger()));
        LedgerEvent attempt = new LedgerEvent(
                request.id(),
                2,
                T0.plusSeconds(1),
                "verifier",
                new Fact.AttemptStarted(1, T0.plusSeconds(10), T0.plusSeconds(60)));
        try (KafkaProducer<String, byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", kafka.bootstrapServers()),
                new StringSerializer(),
                new ByteArraySerializer())) {
            for (LedgerEvent event : List.of(request.event(), attempt)) {
                producer.send(new ProducerRecord<>(
                                config.topics().ledger().name(),
                                request.id().toString(),
                                config.topics().ledger().codec().encode(event)))
                        .get(60, TimeUnit.SECONDS);
            }
        }
        sql("insert into projection_faults values ('kakutei.ledger', 1, 7, '" + request.id() + "', 2, 'a gap')");
        CommandRun check = run("check");
        assertThat(check.code()).isOne();
        assertThat(check.out()).contains("not projected: kakutei.ledger-1@7").contains("a gap");

        CommandRun rebuild = run("rebuild", "--not-projected", "--from-topic");

        assertThat(rebuild.code()).as(rebuild.err()).isZero();
        assertThat(rebuild.out()).contains("2 records on the topic, 1 applied");
        assertThat(run("check").code()).isZero();
        sql("insert into projection_faults values ('kakutei.ledger', 1, 8, null, null, 'nonsense')");
        assertThat(run("rebuild", "--dismiss", "kakutei.ledger-1@8").code()).isZero();
        assertThat(run("check").code()).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "rebuild                              | 2 | --key",
                "rebuild --all --only-different       | 2 | mutually exclusive",
                "rebuild --all --from-topic           | 2 | --from-topic goes with --key",
                "rebuild --key unknown                | 1 | there is no request unknown of default",
                "rebuild --key k-1 --client unknown   | 1 | there is no request k-1 of unknown",
                "rebuild --dismiss kakutei.ledger-9@9 | 1 | ''",
                "check --after nonsense               | 2 | must be a request's id",
            })
    void command_mistake_isReportedInASentence(String line, int code, String sentence) {
        CommandRun run = run(line.split(" +"));

        assertThat(run.code()).as(run.err()).isEqualTo(code);
        assertThat(run.err()).contains(sentence).doesNotContain("\tat ");
    }

    @Test
    void check_databaseAway_isReportedInASentence() {
        CommandRun run = CommandRun.of(
                "check", "-s", "postgres.url=jdbc:postgresql://127.0.0.1:1/none", "-s", "postgres.user=none");

        assertThat(run.code()).isOne();
        assertThat(run.err()).startsWith("kakutei: the database does not answer at jdbc:postgresql://127.0.0.1:1/none");
    }

    private static CommandRun run(String... args) {
        return CommandRun.of(Stream.concat(Stream.of(args), Stream.of("--data", SharedData.FOLDER.toString()))
                .toArray(String[]::new));
    }

    private static void sql(String sql) throws Exception {
        try (Connection connection = postgres.connect("kakutei");
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static NewRequest request() {
        ObjectNode document = Json.MAPPER.createObjectNode().put("amount", "10");
        String canonical = CanonicalJson.of(document);
        return NewRequest.of(
                new RequestId(UUID.randomUUID()),
                T0,
                new Fact.Accepted(
                        RequestKind.PAYMENT,
                        "default",
                        "k-1",
                        CanonicalJson.digest(canonical),
                        "simulator",
                        new BigDecimal("10"),
                        "JPY",
                        T0.plusSeconds(30),
                        null,
                        null,
                        document,
                        null),
                canonical);
    }
}
