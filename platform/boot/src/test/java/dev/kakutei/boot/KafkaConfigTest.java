package dev.kakutei.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.kakutei.schemas.topic.Topics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KafkaConfigTest {
    @Test
    void keysAndDefaults_areTheseAndNoOthers() {
        Settings settings = Settings.of(Map.of("kafka.bootstrap", "localhost:9092"));
        KafkaConfig config = KafkaConfig.read(settings);
        settings.check();
        assertThat(config.topics().prefix()).isEqualTo("kakutei.");
        assertThat(config.topics().partitions()).isEqualTo(6);
        assertThat(config.replication()).isEqualTo(1);
        assertThat(settings.described())
                .extracting(Setting::key, Setting::fallback)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("kafka.bootstrap", ""),
                        org.assertj.core.groups.Tuple.tuple("kafka.security-file", ""),
                        org.assertj.core.groups.Tuple.tuple("topics.partitions", "6"),
                        org.assertj.core.groups.Tuple.tuple("topics.prefix", "kakutei."),
                        org.assertj.core.groups.Tuple.tuple("topics.replication", "1"));
    }

    @Test
    void values_given_areTaken() {
        Settings settings = Settings.of(Map.of(
                "kafka.bootstrap", "a:1,b:2",
                "topics.prefix", "test-",
                "topics.partitions", "12",
                "topics.replication", "3"));
        KafkaConfig config = KafkaConfig.read(settings);
        settings.check();
        assertThat(config.topics().ledger().name()).isEqualTo("test-ledger");
        assertThat(config.topics().ledger().partitions()).isEqualTo(12);
        assertThat(config.replication()).isEqualTo(3);
        assertThat(config.clientProperties("me"))
                .containsEntry("bootstrap.servers", "a:1,b:2")
                .containsEntry("client.id", "me");
    }

    @ParameterizedTest
    @CsvSource({
        "topics.prefix, a b, 'topics.prefix: a topic prefix has'",
        "topics.partitions, 0, 'topics.partitions: must be'",
        "topics.partitions, 1001, 'topics.partitions: must be'",
        "topics.replication, ten, 'topics.replication: must be'"
    })
    void value_wrong_isOneMistake(String key, String value, String mistake) {
        Settings settings = Settings.of(Map.of("kafka.bootstrap", "localhost:9092", key, value));
        KafkaConfig.read(settings);
        assertThatThrownBy(settings::check)
                .isInstanceOfSatisfying(
                        InvalidSettings.class,
                        e -> assertThat(e.mistakes()).hasSize(1).allMatch(text -> text.startsWith(mistake)));
    }

    @Test
    void securityFile_isGivenToEveryClientAndShownNowhere(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("kafka.properties"), """
                security.protocol=SASL_SSL
                sasl.mechanism=PLAIN
                sasl.jaas.config=PlainLoginModule required username="k" password="hush";
                """);
        Settings settings =
                Settings.of(Map.of("kafka.bootstrap", "localhost:9092", "kafka.security-file", file.toString()));
        KafkaConfig config = KafkaConfig.read(settings);
        settings.check();
        assertThat(config.clientProperties("me"))
                .containsEntry("security.protocol", "SASL_SSL")
                .containsKey("sasl.jaas.config");
        assertThat(config.toString()).doesNotContain("hush");
    }

    @Test
    void securityFile_withWhatIsOurs_isRefusedByName(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("kafka.properties"), "acks=1\nisolation.level=x\n");
        assertThat(mistakes(file)).hasSize(2).anyMatch(text -> text.contains("sets acks; only security.*"));
        assertThat(mistakes(folder.resolve("none"))).hasSize(1).allMatch(text -> text.contains("there is no file"));
    }

    private static List<String> mistakes(Path securityFile) {
        Settings settings = Settings.of(
                Map.of("kafka.bootstrap", "localhost:9092", "kafka.security-file", securityFile.toString()));
        KafkaConfig.read(settings);
        return catchThrowableOfType(InvalidSettings.class, settings::check).mistakes();
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "2, 1", "3, 2", "5, 2"})
    void minInsyncReplicas_letsOneBrokerBeAway(int replication, int least) {
        assertThat(new KafkaConfig("localhost:9092", new Topics("t.", 1), replication).minInsyncReplicas())
                .isEqualTo(least);
    }

    @Test
    void bootstrap_missing_isAMistake() {
        Settings settings = Settings.of(Map.of());
        KafkaConfig.read(settings);
        assertThatThrownBy(settings::check)
                .isInstanceOfSatisfying(
                        InvalidSettings.class,
                        e -> assertThat(e.mistakes())
                                .isEqualTo(List.of("kafka.bootstrap: is missing; set it in the file or as"
                                        + " KAKUTEI_KAFKA_BOOTSTRAP (host:port of one or more Kafka brokers)")));
    }
}
