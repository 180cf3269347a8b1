package dev.kakutei.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BrokerPropertiesTest {
    private static final EmbeddedKafkaConfig CONFIG = EmbeddedKafkaConfig.in(Path.of("/data"));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "listeners | BROKER://127.0.0.1:1111,CONTROLLER://127.0.0.1:2222",
                "advertised.listeners | BROKER://127.0.0.1:1111",
                "controller.quorum.voters | 1@127.0.0.1:2222",
                "auto.create.topics.enable | false",
                "offsets.topic.replication.factor | 1",
                "transaction.state.log.replication.factor | 1",
                "transaction.state.log.min.isr | 1",
                "min.insync.replicas | 1",
                "broker.session.timeout.ms | 600000",
                "group.initial.rebalance.delay.ms | 0",
                "offsets.retention.minutes | 5256000",
            })
    void of_defaults_arePinned(String key, String value) {
        assertThat(properties(CONFIG)).containsEntry(key, value);
    }

    @Test
    void of_flushBySystem_leavesKafkasDefault() {
        assertThat(properties(CONFIG)).doesNotContainKey("log.flush.interval.messages");
    }

    @Test
    void of_flushEveryAppend_forcesEachMessage() {
        assertThat(properties(CONFIG.withFlush(EmbeddedKafkaConfig.Flush.EVERY_APPEND)))
                .containsEntry("log.flush.interval.messages", "1");
    }

    @Test
    void of_propertyGiven_winsOverTheDefault() {
        assertThat(properties(CONFIG.withProperties(Map.of("num.io.threads", "9"))))
                .containsEntry("num.io.threads", "9");
    }

    private static Properties properties(EmbeddedKafkaConfig config) {
        return BrokerProperties.of(config, Optional.empty(), Path.of("/data/log"), 1111, 2222);
    }
}
