package dev.kakutei.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kakutei.access.AccessConfig;
import dev.kakutei.boot.InvalidSettings;
import dev.kakutei.boot.Settings;
import dev.kakutei.http.DeadlineRule;
import dev.kakutei.http.HttpConfig;
import dev.kakutei.ingest.topic.TopicConfig;
import dev.kakutei.operator.search.SearchConfig;
import dev.kakutei.operator.stream.StreamConfig;
import dev.kakutei.store.accept.BatchConfig;
import dev.kakutei.store.database.PostgresConfig;
import dev.kakutei.store.project.ProjectionConfig;
import dev.kakutei.store.upkeep.CleaningConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IngestConfigTest {
    private static Map<String, String> required() {
        return new HashMap<>(Map.of(
                "postgres.url", "jdbc:postgresql://db:5432/kakutei",
                "postgres.user", "kakutei",
                "kafka.bootstrap", "kafka:9092",
                "gateways.file", TestService.gatewayFile().toString()));
    }

    @Test
    void read_onlyWhatIsRequired_hasTheseDefaults() {
        IngestConfig config = TestService.config(required());

        assertThat(config.http())
                .isEqualTo(new HttpConfig(
                        "127.0.0.1",
                        8080,
                        Optional.empty(),
                        262_144,
                        10_000,
                        Duration.ofSeconds(30),
                        new DeadlineRule(Duration.ofSeconds(30), Duration.ofMinutes(5))));
        assertThat(config.store().postgres())
                .isEqualTo(
                        new PostgresConfig("jdbc:postgresql://db:5432/kakutei", "kakutei", "", 12, "kakutei_outbox"));
        assertThat(config.access()).isEqualTo(new AccessConfig(AccessConfig.Mode.OPEN, Duration.ofSeconds(5)));
        assertThat(config.store().batch()).isEqualTo(new BatchConfig(2, 256, Duration.ofMillis(1), 5_000, 8_192));
        assertThat(config.store().projection())
                .isEqualTo(new ProjectionConfig("ingest-projection", 1_000, Duration.ofSeconds(30)));
        assertThat(config.operators().search()).isEqualTo(new SearchConfig(20_000, Duration.ofSeconds(5)));
        assertThat(config.store().cleaning())
                .isEqualTo(new CleaningConfig(Duration.ofDays(7), Duration.ZERO, Duration.ofMinutes(1), 500));
        assertThat(config.operators().stream())
                .isEqualTo(new StreamConfig(1_000, Duration.ofMinutes(5), Duration.ofSeconds(15), 262_144));
        assertThat(config.topic())
                .isEqualTo(new TopicConfig(TopicConfig.Enabled.TRUE, "ingest-requests", 200, Duration.ofSeconds(30)));
        assertThat(config.gateways().gateways().defaultGateway()).isEqualTo("simulator");
    }

    @Test
    void read_always_asksForTheseKeys() {
        Settings settings = Settings.of(required());
        IngestConfig.read(settings);

        Map<String, String> asked = settings.described().stream()
                .collect(Collectors.toMap(setting -> setting.key(), setting -> setting.fallback()));

        assertThat(asked)
                .containsExactlyInAnyOrderEntriesOf(Map.ofEntries(
                        Map.entry("ingest.http.host", "127.0.0.1"),
                        Map.entry("ingest.http.port", "8080"),
                        Map.entry("ingest.http.max-body", "262144"),
                        Map.entry("ingest.http.max-waiting", "10000"),
                        Map.entry("ingest.http.idle-timeout", "30s"),
                        Map.entry("ingest.http.tls.certificate", ""),
                        Map.entry("ingest.http.tls.key", ""),
                        Map.entry("ingest.http.tls.reload", "10s"),
                        Map.entry("ingest.access", "open"),
                        Map.entry("ingest.keys.freshness", "5s"),
                        Map.entry("ingest.deadline.default", "30s"),
                        Map.entry("ingest.deadline.cap", "5m"),
                        Map.entry("postgres.url", ""),
                        Map.entry("postgres.user", ""),
                        Map.entry("postgres.password", ""),
                        Map.entry("postgres.password-file", ""),
                        Map.entry("postgres.migration.user", ""),
                        Map.entry("postgres.migration.password", ""),
                        Map.entry("postgres.migration.password-file", ""),
                        Map.entry("postgres.slot", "kakutei_outbox"),
                        Map.entry("ingest.postgres.pool", "12"),
                        Map.entry("ingest.batch.writers", "2"),
                        Map.entry("ingest.batch.requests", "256"),
                        Map.entry("ingest.batch.linger", "1ms"),
                        Map.entry("ingest.batch.queue", "5000"),
                        Map.entry("ingest.shed.wal", "8192"),
                        Map.entry("ingest.projection.group", "ingest-projection"),
                        Map.entry("ingest.projection.records", "1000"),
                        Map.entry("ingest.projection.progress-timeout", "30s"),
                        Map.entry("ingest.search.rows", "20000"),
                        Map.entry("ingest.search.timeout", "5s"),
                        Map.entry("ingest.cleaning.keep-outbox", "7d"),
                        Map.entry("ingest.cleaning.keep-requests", "0s"),
                        Map.entry("ingest.cleaning.every", "1m"),
                        Map.entry("ingest.cleaning.batch", "500"),
                        Map.entry("ingest.watch.every", "10s"),
                        Map.entry("ingest.watch.rows", "20000"),
                        Map.entry("ingest.actions.wait", "10s"),
                        Map.entry("ingest.actions.max", "1000"),
                        Map.entry("ingest.bulk.max", "100000"),
                        Map.entry("ingest.bulk.lease", "30s"),
                        Map.entry("ingest.summariser.url", ""),
                        Map.entry("ingest.summariser.token", ""),
                        Map.entry("ingest.summariser.allow", ""),
                        Map.entry("ingest.summariser.timeout", "30s"),
                        Map.entry("ingest.summariser.attempts", "3"),
                        Map.entry("ingest.summariser.concurrency", "2"),
                        Map.entry("ingest.summariser.name", "summariser"),
                        Map.entry("ingest.stream.max", "1000"),
                        Map.entry("ingest.stream.timeout", "5m"),
                        Map.entry("ingest.stream.heartbeat", "15s"),
                        Map.entry("ingest.stream.buffer", "262144"),
                        Map.entry("ingest.topic.enabled", "true"),
                        Map.entry("ingest.topic.group", "ingest-requests"),
                        Map.entry("ingest.topic.records", "200"),
                        Map.entry("ingest.topic.progress-timeout", "30s"),
                        Map.entry("kafka.bootstrap", ""),
                        Map.entry("kafka.security-file", ""),
                        Map.entry("topics.prefix", "kakutei."),
                        Map.entry("topics.partitions", "6"),
                        Map.entry("topics.replication", "1"),
                        Map.entry("gateways.file", ""),
                        Map.entry("gateways.reload", "5s")));
    }

    @Test
    void read_manyMistakes_reportsAllOfThem() {
        Map<String, String> settings = required();
        settings.put("postgres.url", "mysql://db");
        settings.put("postgres.slot", "Not A Slot");
        settings.put("ingest.deadline.default", "10m");
        settings.put("ingest.http.port", "99999");

        assertThatThrownBy(() -> TestService.config(settings))
                .isInstanceOfSatisfying(
                        InvalidSettings.class,
                        e -> assertThat(e.mistakes())
                                .extracting(mistake -> mistake.substring(0, mistake.indexOf(':')))
                                .containsExactlyInAnyOrder(
                                        "postgres.url",
                                        "postgres.slot",
                                        "ingest.deadline.default",
                                        "ingest.http.port"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "url=ftp://x.example             | url: must be http",
                "url=http://u:p@x.example        | url: must be http",
                "url=http:// x                   | url: is no address",
                "url=http://127.0.0.1:9          | url: 127.0.0.1 is loopback, and ingest.summariser.allow does not",
                "url=http://169.254.169.254/     | url: 169.254.169.254 is a cloud's metadata service",
                "token=env:TOKEN                 | url: is missing, though there is a token",
                "url=https://x.example;token=abc | token: must be env:NAME or file:PATH",
                "url=https://x.example;token=file:/nowhere/t | token: there is no file",
                "allow=everywhere                | allow: must be loopback",
                "name=Mr X                       | name: must have",
                "attempts=0                      | attempts: ",
                "timeout=10m                     | timeout: ",
            })
    void read_summariserMistakes_areReportedWithTheirKeys(String set, String mistake) {
        Map<String, String> settings = required();
        for (String one : set.split(";")) {
            String[] parts = one.split("=", 2);
            settings.put("ingest.summariser." + parts[0], parts[1]);
        }

        assertThatThrownBy(() -> TestService.config(settings)).hasMessageContaining("ingest.summariser." + mistake);
    }

    @Test
    void read_certificateMistakes_areReportedWithTheirKeys(@TempDir Path folder) throws Exception {
        Map<String, String> half = required();
        half.put("ingest.http.tls.key", "key.pem");
        Map<String, String> wrong = required();
        wrong.put("ingest.http.tls.certificate", folder.resolve("none.pem").toString());
        wrong.put(
                "ingest.http.tls.key",
                Files.writeString(folder.resolve("key.pem"), "?").toString());
        wrong.put("ingest.access", "closed");

        assertThatThrownBy(() -> TestService.config(half))
                .hasMessageContaining("ingest.http.tls.certificate: is missing");
        assertThatThrownBy(() -> TestService.config(wrong))
                .hasMessageContaining("ingest.http.tls.certificate: there is no file")
                .hasMessageContaining("ingest.access: must be one of open, open_to_network, keys");
    }

    @Test
    void read_openWhereOtherMachinesReachIt_isAMistakeUnlessItIsMeant() {
        Map<String, String> open = required();
        open.put("ingest.http.host", "0.0.0.0");

        assertThatThrownBy(() -> TestService.config(open))
                .hasMessageContaining("ingest.access: is open")
                .hasMessageContaining("ingest.access=keys", "open_to_network");
        open.put("ingest.access", "open_to_network");
        assertThat(TestService.config(open).access().mode()).isEqualTo(AccessConfig.Mode.OPEN_TO_NETWORK);
        open.put("ingest.access", "keys");
        assertThat(TestService.config(open).access().mode()).isEqualTo(AccessConfig.Mode.KEYS);
    }

    @Test
    void httpConfig_hosts_knowWhetherTheyAreReachedFromElsewhere() {
        for (String here : List.of("127.0.0.1", "localhost", "::1", "127.0.0.9")) {
            assertThat(http(here).loopback()).as(here).isTrue();
        }
        for (String everywhere : List.of("0.0.0.0", "::", "10.1.2.3")) {
            assertThat(http(everywhere).loopback()).as(everywhere).isFalse();
        }
        assertThat(http("::").address(80)).hasToString("http://[::]:80");
    }

    private static HttpConfig http(String host) {
        Map<String, String> settings = required();
        settings.put("ingest.http.host", host);
        settings.put("ingest.access", "keys");
        return TestService.config(settings).http();
    }

    @Test
    void read_keysDeletedTooSoon_isAMistake() {
        Map<String, String> settings = required();
        settings.put("ingest.cleaning.keep-requests", "29d");

        assertThatThrownBy(() -> TestService.config(settings))
                .isInstanceOfSatisfying(
                        InvalidSettings.class,
                        e -> assertThat(e.mistakes())
                                .singleElement()
                                .satisfies(mistake -> assertThat(mistake).contains("at least 30d")));
    }

    @Test
    void read_passwordFile_isReadAndNeverShown(@TempDir Path folder) throws Exception {
        Map<String, String> settings = required();
        settings.put(
                "postgres.password-file",
                Files.writeString(folder.resolve("secret"), "hush\n").toString());

        IngestConfig config = TestService.config(settings);

        assertThat(config.store().postgres().password()).isEqualTo("hush");
        assertThat(config.toString()).doesNotContain("hush");
    }

    @Test
    void read_passwordTwice_isAMistake(@TempDir Path folder) {
        Map<String, String> settings = required();
        settings.put("postgres.password", "a");
        settings.put("postgres.password-file", folder.resolve("none").toString());

        assertThatThrownBy(() -> TestService.config(settings))
                .isInstanceOfSatisfying(
                        InvalidSettings.class,
                        e -> assertThat(List.copyOf(e.mistakes())).hasSize(2));
    }

    @Test
    void read_migrationUser_makesTheTablesInPlaceOfTheUser() {
        Map<String, String> settings = required();
        assertThat(TestService.config(settings).store().postgres().owner()).isEqualTo("kakutei");
        settings.put("postgres.migration.user", "owner");
        settings.put("postgres.migration.password", "hush");

        IngestConfig config = TestService.config(settings);

        assertThat(config.store().postgres().user()).isEqualTo("kakutei");
        assertThat(config.store().postgres().owner()).isEqualTo("owner");
        assertThat(config.store().postgres().ownersPassword()).isEqualTo("hush");
        assertThat(config.toString()).doesNotContain("hush");
    }
}
