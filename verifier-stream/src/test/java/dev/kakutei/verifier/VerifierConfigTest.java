package dev.kakutei.verifier;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.boot.Settings;
import dev.kakutei.ledger.Retention;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.streams.StreamsConfig;
import org.junit.jupiter.api.Test;

/** Every default, and the settings of Streams that lose data when they are wrong. */
class VerifierConfigTest {
    private final VerifierConfig config = VerifierConfig.read(Settings.of(Map.of("kafka.bootstrap", "localhost:9092")));

    @Test
    void defaults_areTheseAndNoOthers() {
        assertThat(config.stateDir()).isEqualTo(Path.of("data/verifier"));
        assertThat(config.threads()).isEqualTo(1);
        assertThat(config.standbys()).isZero();
        assertThat(config.commitInterval()).isEqualTo(Duration.ofMillis(500));
        assertThat(config.tickInterval()).isEqualTo(Duration.ofMillis(100));
        assertThat(config.tickLimit()).isEqualTo(500);
        assertThat(config.retention()).isEqualTo(new Retention(Duration.ofDays(7)));
        assertThat(config.instance()).isEqualTo("verifier");
        assertThat(VerifierConfig.applicationId(config.kafka(), 0)).isEqualTo("kakutei.verifier");
        assertThat(config.gateways().reload()).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void streams_areExactlyOnceWithBoundedMemoryAndCompactedChangelogs() {
        StreamsConfig streams = config.streams(0);

        assertThat(streams.getString(StreamsConfig.PROCESSING_GUARANTEE_CONFIG)).isEqualTo("exactly_once_v2");
        assertThat(streams.getClass(StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG))
                .isEqualTo(BoundedRocksDb.class);
        assertThat(streams.originals()).containsEntry("topic.cleanup.policy", "compact");
        assertThat(streams.getLong(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG)).isEqualTo(500);
    }
}
