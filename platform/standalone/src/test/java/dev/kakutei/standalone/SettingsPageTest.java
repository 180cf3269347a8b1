package dev.kakutei.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.boot.Setting;
import dev.kakutei.boot.Settings;
import dev.kakutei.ingest.IngestConfig;
import dev.kakutei.relay.RelayConfig;
import dev.kakutei.sender.SenderConfig;
import dev.kakutei.testkit.SourceTree;
import dev.kakutei.verifier.VerifierConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The settings page is printed from the config records, so it cannot name a default that is not there. */
class SettingsPageTest {
    private static final Path PAGE = SourceTree.file("docs/reference/settings.md");

    @Test
    void settingsPage_isWhatTheConfigRecordsSay() throws IOException {
        String page = page();
        if ("write".equals(System.getProperty("kakutei.docs"))) {
            Files.createDirectories(PAGE.getParent());
            Files.writeString(PAGE, page);
        }
        assertThat(PAGE)
                .as("write it again with: mvn -pl :standalone -am test -Dtest=SettingsPageTest"
                        + " -Dsurefire.failIfNoSpecifiedTests=false -Dkakutei.docs=write")
                .hasContent(page);
    }

    private static String page() {
        Map<String, Set<String>> readers = new TreeMap<>();
        Map<String, Setting> settings = new TreeMap<>();
        readersOf("ingest-service", IngestConfig::read, readers, settings);
        readersOf("outbox-relay", RelayConfig::read, readers, settings);
        readersOf("verifier-stream", VerifierConfig::read, readers, settings);
        readersOf("broker-sender", SenderConfig::read, readers, settings);
        StringBuilder page = new StringBuilder("""
                # Settings

                Every setting of every service, as its config record reads it. A setting can stand in a YAML file
                (`--config FILE`; the dots of a key are levels of the file), in the environment, or on the command line
                (`-s key=value`); the later goes before the earlier. All mistakes are reported at once, a key that no service
                reads among them. The four services may share one file and one environment. `./kakutei up` sets the
                addresses and folders by itself. `./kakutei ingest --settings` prints the settings of one service.

                | key | environment | default | form | meaning | read by |
                |---|---|---|---|---|---|
                """);
        settings.forEach((key, setting) -> page.append("| `%s` | `%s` | %s | %s | %s | %s |%n"
                .formatted(
                        key,
                        setting.variable(),
                        setting.fallback().isEmpty() ? "" : "`" + setting.fallback() + "`",
                        setting.form(),
                        setting.meaning(),
                        String.join(", ", readers.get(key)))));
        page.append("""

                Every process also reads `admin.host` (`127.0.0.1`) and `admin.port` (`0`: a free one), where health and
                metrics are served; a service alone reads `admin.stop-delay` (`0s`): how long it goes on after SIGTERM, no
                longer ready, so that callers are led elsewhere. From the environment alone come `KAKUTEI_LOG_LEVEL` (`INFO`; `WARN` under
                `./kakutei up`) and `KAKUTEI_LOG_FORMAT` (`text` or `json`).
                """);
        return page.toString();
    }

    private static void readersOf(
            String service,
            Consumer<Settings> reader,
            Map<String, Set<String>> readers,
            Map<String, Setting> settings) {
        Settings read = Settings.of(new LinkedHashMap<>());
        reader.accept(read);
        for (Setting setting : read.described()) {
            readers.computeIfAbsent(setting.key(), key -> new LinkedHashSet<>()).add(service);
            settings.put(setting.key(), setting);
        }
    }
}
