package dev.kakutei.sender;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kakutei.boot.InvalidSettings;
import dev.kakutei.boot.Setting;
import dev.kakutei.boot.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SenderConfigTest {
    private static Path gateways(Path folder) throws IOException {
        return Files.writeString(
                folder.resolve("gateways.yaml"),
                "gateways: {gw: {class: neither, url: 'http://127.0.0.1:1', network: {allow: [loopback]},"
                        + " paths: {order: /orders}}}");
    }

    @Test
    void read_nothingSet_asksForTheseKeysWithTheseDefaults(@TempDir Path folder) throws IOException {
        Settings settings = Settings.of(Map.of(
                "kafka.bootstrap", "k:1", "gateways.file", gateways(folder).toString()));
        SenderConfig config = SenderConfig.read(settings);
        settings.check();

        assertThat(settings.described().stream().collect(Collectors.toMap(Setting::key, Setting::fallback)))
                .isEqualTo(Map.of(
                        "gateways.file", "",
                        "gateways.reload", "5s",
                        "kafka.bootstrap", "",
                        "topics.prefix", "kakutei.",
                        "topics.partitions", "6",
                        "topics.replication", "1",
                        "sender.name", "",
                        "sender.poll.records", "100",
                        "sender.drain", "5s",
                        "sender.reports.pending", "1000"));
        assertThat(config.pollRecords()).isEqualTo(100);
        assertThat(config.drain()).isEqualTo(Duration.ofSeconds(5));
        assertThat(config.pendingReports()).isEqualTo(1000);
        assertThat(config.gateways().byName()).containsOnlyKeys("gw");
    }

    @Test
    void read_noName_makesADifferentOneEachTime(@TempDir Path folder) throws IOException {
        Map<String, String> values = Map.of(
                "kafka.bootstrap", "k:1", "gateways.file", gateways(folder).toString());

        assertThat(SenderConfig.read(Settings.of(values)).name())
                .isNotEmpty()
                .isNotEqualTo(SenderConfig.read(Settings.of(values)).name());
    }

    @Test
    void check_severalMistakes_areReportedAtOnce() {
        Settings settings = Settings.of(Map.of("sender.drain", "soon", "sender.poll.records", "0"));
        SenderConfig.read(settings);

        assertThatThrownBy(settings::check)
                .isInstanceOf(InvalidSettings.class)
                .hasMessageContaining("sender.drain")
                .hasMessageContaining("sender.poll.records")
                .hasMessageContaining("kafka.bootstrap")
                .hasMessageContaining("gateways.file");
    }
}
