package dev.kakutei.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
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
