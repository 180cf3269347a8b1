package dev.kakutei.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kakutei.boot.InvalidSettings;
import dev.kakutei.boot.Setting;
import dev.kakutei.boot.Settings;
import dev.kakutei.relay.capture.PostgresAddress;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RelayConfigTest {
    private static final Map<String, String> LEAST = Map.of(
            "postgres.url", "jdbc:postgresql://db.example:5433/kakutei?sslmode=require",
            "postgres.user", "relay",
            "kafka.bootstrap", "kafka.example:9092");

    @Test
    void read_keysAndDefaults_arePinned() {
        Settings settings = Settings.of(LEAST);
        RelayConfig.read(settings);
        settings.check();

        Map<String, String> defaults = new LinkedHashMap<>();
        for (Setting setting : settings.described()) {
            defaults.put(setting.key(), setting.fallback());
        }
        assertThat(defaults)
                .containsExactlyInAnyOrderEntriesOf(Map.ofEntries(
                        Map.entry("postgres.url", ""),
                        Map.entry("postgres.user", ""),
                        Map.entry("postgres.password", ""),
                        Map.entry("postgres.slot", "kakutei_outbox"),
                        Map.entry("kafka.bootstrap", ""),
                        Map.entry("kafka.security-file", ""),
                        Map.entry("postgres.password-file", ""),
                        Map.entry("topics.prefix", "kakutei."),
                        Map.entry("topics.partitions", "6"),
                        Map.entry("topics.replication", "1"),
                        Map.entry("relay.poll-interval", "15ms"),
                        Map.entry("relay.batch-rows", "2048"),
                        Map.entry("relay.queue-rows", "8192"),
                        Map.entry("relay.acknowledge-interval", "100ms"),
                        Map.entry("relay.standby-interval", "500ms"),
                        Map.entry("relay.missing-grace", "10s"),
                        Map.entry("relay.name", ""),
                        Map.entry("relay.canary-interval", "1s"),
                        Map.entry("relay.canary-timeout", "15s"),
                        Map.entry("relay.request-timeout", "10s"),
                        Map.entry("relay.slot-failover", "off"),
                        Map.entry("relay.reconcile.interval", "1m"),
                        Map.entry("relay.reconcile.age", "2m"),
                        Map.entry("relay.reconcile.rows", "1000")));
    }

    @Test
    void read_url_isTakenApart() {
        PostgresAddress postgres =
                RelayConfig.read(Settings.of(LEAST)).capture().postgres();

        assertThat(postgres.host()).isEqualTo("db.example");
        assertThat(postgres.port()).isEqualTo(5433);
        assertThat(postgres.database()).isEqualTo("kakutei");
        assertThat(postgres.parameters()).containsExactlyEntriesOf(Map.of("sslmode", "require"));
    }

    @Test
    void address_toString_hidesThePassword() {
        PostgresAddress postgres = PostgresAddress.parse("jdbc:postgresql://h/d", "u", "secret-word")
                .orElseThrow();

        assertThat(postgres.toString()).doesNotContain("secret-word");
    }

    @ParameterizedTest
    @ValueSource(strings = {"postgresql://h/d", "jdbc:mysql://h/d", "jdbc:postgresql://h1,h2/d"})
    void read_urlOfNoSingleServer_isAMistakeOfItsKey(String url) {
        assertThat(mistakes(Map.of("postgres.url", url)))
                .singleElement()
                .satisfies(mistake -> assertThat(mistake).startsWith("postgres.url: "));
    }

    @ParameterizedTest
    @CsvSource({
        "postgres.slot, Kakutei-Outbox",
        "relay.poll-interval, 0s",
        "relay.queue-rows, 2048",
        "relay.acknowledge-interval, soon"
    })
    void read_valueOutOfRange_isAMistakeOfItsKey(String key, String value) {
        assertThat(mistakes(Map.of(key, value)))
                .singleElement()
                .satisfies(mistake -> assertThat(mistake).startsWith(key + ": "));
    }

    @Test
    void read_nothingGiven_reportsEverythingMissingAtOnce() {
        Settings settings = Settings.of(Map.of());
        RelayConfig.read(settings);

        assertThatThrownBy(settings::check)
                .isInstanceOf(InvalidSettings.class)
                .hasMessageContainingAll("postgres.url", "postgres.user", "kafka.bootstrap");
    }

    private static List<String> mistakes(Map<String, String> change) {
        Map<String, String> values = new HashMap<>(LEAST);
        values.putAll(change);
        Settings settings = Settings.of(values);
        RelayConfig.read(settings);
        try {
            settings.check();
            return List.of();
        } catch (InvalidSettings e) {
            return e.mistakes();
        }
    }
}
