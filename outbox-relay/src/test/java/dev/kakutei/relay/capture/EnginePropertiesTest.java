package dev.kakutei.relay.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;

/** What was measured to lose rows stays switched off, whatever else is tuned. */
class EnginePropertiesTest {
    private final Properties all = properties("jdbc:postgresql://h:5433/d?sslmode=require");

    @Test
    void of_anyConfig_keepsNoMemoryBesideTheSlot() {
        assertThat(all)
                .containsEntry("offset.storage", "org.apache.kafka.connect.storage.MemoryOffsetBackingStore")
                .containsEntry("snapshot.mode", "no_data")
                .containsEntry("lsn.flush.mode", "connector")
                .containsEntry("errors.max.retries", "0")
                .doesNotContainKeys("heartbeat.interval.ms", "heartbeat.action.query", "provide.transaction.metadata");
    }

    @Test
    void of_anyConfig_makesAndDropsNothing() {
        assertThat(all)
                .containsEntry("slot.name", "my_slot")
                .containsEntry("slot.drop.on.stop", "false")
                .containsEntry("internal.create.slot.command.timeout", "-1")
                .containsEntry("publication.name", "kakutei_outbox")
                .containsEntry("publication.autocreate.mode", "disabled");
    }

    @Test
    void of_parametersOfTheUrl_areForTheDriver() {
        assertThat(all).containsAllEntriesOf(Map.of("driver.sslmode", "require", "database.port", "5433"));
    }

    /** The later one of two settings wins at the server. */
    @Test
    void of_optionsOfTheUrl_comeAfterOurs() {
        Properties chosen = properties("jdbc:postgresql://h/d?options=-c%20wal_sender_timeout=3s");

        assertThat(all).containsEntry("driver.options", "-c wal_sender_timeout=10s");
        assertThat(chosen).containsEntry("driver.options", "-c wal_sender_timeout=10s -c wal_sender_timeout=3s");
    }

    private static Properties properties(String url) {
        return EngineProperties.of(new CaptureConfig(
                PostgresAddress.parse(url, "u", "p").orElseThrow(),
                "my_slot",
                Duration.ofMillis(5),
                10,
                20,
                Duration.ofMillis(100)));
    }
}
