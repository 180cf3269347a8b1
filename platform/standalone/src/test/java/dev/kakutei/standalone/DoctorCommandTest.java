package dev.kakutei.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.embedded.EmbeddedKafka;
import dev.kakutei.embedded.EmbeddedPostgres;
import dev.kakutei.schemas.codec.Json;
import dev.kakutei.store.database.Database;
import dev.kakutei.store.database.PostgresConfig;
import dev.kakutei.testkit.RealKafka;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** {@code ./kakutei doctor} on a real Postgres and a real Kafka that are set wrong in many ways at once. */
class DoctorCommandTest {
    private static final String SLOT = "kakutei_outbox";

    private static final String DATABASE = "doctor";
    private static final String PREFIX = "doctor.";

    private static EmbeddedPostgres postgres;
    private static EmbeddedKafka kafka;

    @BeforeAll
    static void start() {
        postgres = SharedData.postgres();
        postgres.createDatabase(DATABASE);
        kafka = SharedData.kafka();
        RealKafka.createTopics(
                kafka.bootstrapServers(),
                List.of(
                        new NewTopic(PREFIX + "ledger", 6, (short) 1).configs(Map.of("retention.ms", "3600000")),
                        new NewTopic(PREFIX + "accepted", 4, (short) 1)
                                .configs(Map.of("cleanup.policy", "compact", "retention.bytes", "1000"))));
    }

    @Test
    void doctor_serversSetWrong_reportsEverythingAtOnceAndChangesNothing() throws Exception {
        CommandRun run = CommandRun.of(with(postgres.user(), postgres.password()));

        assertThat(run.err()).isEmpty();
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out())
                .containsPattern("mistake +postgres +fsync: off")
                .containsPattern("mistake +postgres +synchronous_commit: off")
                .containsPattern("warning +postgres +wal_sender_timeout: 60 s")
                .containsPattern("mistake +postgres +max_slot_wal_keep_size: 1024 MiB.* 8192 MiB")
                .containsPattern("warning +postgres +max_connections: ")
                .containsPattern("note +postgres +slot kakutei_outbox: .*not migrated")
                .containsPattern("warning +kafka +topics.replication: 1 copy")
                .containsPattern("warning +kafka +offsets.retention.minutes: 7 days")
                .containsPattern(
                        "note +kafka +internal topics: __consumer_offsets and __transaction_state have one copy")
                .containsPattern("mistake +kafka +doctor.ledger: kept for 1 h instead of for ever")
                .containsPattern("mistake +kafka +doctor.accepted: 4 partitions, the settings say 6")
                .containsPattern("mistake +kafka +doctor.accepted: cleanup.policy compact")
                .containsPattern("mistake +kafka +doctor.accepted: retention.bytes 1000")
                .containsPattern("note +kafka +topics: not there yet: .*doctor.alerts")
                .contains("kafka-configs.sh --alter --entity-type topics --entity-name doctor.ledger")
                .doesNotContain("wal_level", postgres.password());
        assertThat(run.out().lines().toList()).last().asString().matches("\\d+ checks: 7 mistakes, .*");
    }

    @Test
    void doctor_json_isOneObjectALineWithWhatIsGoodToo() throws Exception {
        List<String> args = new ArrayList<>(List.of(with(postgres.user(), postgres.password())));
        args.add("--json");
        CommandRun run = CommandRun.of(args.toArray(String[]::new));
        List<JsonNode> lines = new ArrayList<>();
        for (String line : run.out().lines().toList()) {
            lines.add(Json.MAPPER.readTree(line));
        }
        assertThat(lines).anySatisfy(line -> {
            assertThat(line.get("subject").textValue()).isEqualTo("wal_level");
            assertThat(line.get("level").textValue()).isEqualTo("good");
        });
    }

    @Test
    void doctor_userWithoutRights_namesWhichAreMissing() throws Exception {
        try (Connection connection = postgres.connect(DATABASE);
                Statement statement = connection.createStatement()) {
            statement.execute("create role stranger login password 'x'");
        }
        assertThat(CommandRun.of(with("stranger", "x")).out())
                .containsPattern("mistake +postgres +replication: the user may not read the log")
                .containsPattern("mistake +postgres +tables: the user may not make tables");
    }

    @Test
    void doctor_ownerAndUserApart_judgesTheRightsOfTheOwner() throws Exception {
        try (Connection connection = postgres.connect(DATABASE);
                Statement statement = connection.createStatement()) {
            statement.execute("create role worker login password 'x'");
        }
        List<String> args = new ArrayList<>(List.of(with("worker", "x")));
        args.addAll(List.of(
                "-s",
                "postgres.migration.user=" + postgres.user(),
                "-s",
                "postgres.migration.password=" + postgres.password()));
        assertThat(CommandRun.of(args.toArray(String[]::new)).out()).doesNotContain("the user may not", "connection: ");
        args.set(6, "postgres.password=wrong");
        assertThat(CommandRun.of(args.toArray(String[]::new)).out())
                .containsPattern("mistake +postgres +connection: .* as worker: .*password");
    }

    @Test
    void doctor_noAnswer_namesBothServers() {
        CommandRun run = CommandRun.of(
                "doctor",
                "-s",
                "postgres.url=jdbc:postgresql://127.0.0.1:1/kakutei?password=hush",
                "-s",
                "postgres.user=u",
                "-s",
                "kafka.bootstrap=127.0.0.1:1");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out())
                .containsPattern("mistake +postgres +connection: jdbc:postgresql://127.0.0.1:1/kakutei as u: ")
                .containsPattern("mistake +kafka +connection: 127.0.0.1:1: ")
                .doesNotContain("hush", "\tat ");
    }

    @Test
    void doctor_slotDroppedBesideItsTables_isAMistake() throws Exception {
        String name = "dropped";
        postgres.createDatabase(name);
        PostgresConfig config =
                new PostgresConfig(postgres.jdbcUrl(name), postgres.user(), postgres.password(), 3, SLOT);
        try (Database database = new Database(config, new SimpleMeterRegistry())) {
            database.start();
            try (Connection connection = database.connection();
                    Statement statement = connection.createStatement()) {
                statement.execute("select pg_drop_replication_slot('" + SLOT + "')");
            }
        }
        String[] args = with(postgres.user(), postgres.password());
        args[2] = "postgres.url=" + postgres.jdbcUrl(name);
        assertThat(CommandRun.of(args).out()).containsPattern("mistake +postgres +slot kakutei_outbox: .*not exist");
    }

    private static String[] with(String user, String password) {
        return new String[] {
            "doctor",
            "-s",
            "postgres.url=" + postgres.jdbcUrl(DATABASE),
            "-s",
            "postgres.user=" + user,
            "-s",
            "postgres.password=" + password,
            "-s",
            "kafka.bootstrap=" + kafka.bootstrapServers(),
            "-s",
            "topics.prefix=" + PREFIX
        };
    }
}
