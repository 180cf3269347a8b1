package dev.kakutei.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GatewaySettingsTest {
    @TempDir
    Path folder;

    @Test
    void file_valid_isRead() throws IOException {
        Settings settings = settings("gateways: {sim: {class: neither, url: 'http://localhost', paths: {order: /o}}}");
        assertThat(GatewaySettings.source(settings).gateways().byName()).containsOnlyKeys("sim");
        settings.check();
    }

    @Test
    void file_withMistakes_reportsAllOfThemWithTheOthers() throws IOException {
        Settings settings = settings("gateways: {sim: {url: 'http://localhost', pats: {order: /o}}}");
        GatewaySettings.source(settings);
        settings.requiredText("other", "needed");
        assertThatThrownBy(settings::check)
                .hasMessageContaining("gateways.sim.class: is missing")
                .hasMessageContaining("gateways.sim.pats: is not known here")
                .hasMessageContaining("other: is missing");
    }

    @Test
    void file_notThere_isAMistake() {
        Settings settings =
                Settings.of(Map.of("gateways.file", folder.resolve("no.yaml").toString()));
        GatewaySettings.source(settings);
        assertThatThrownBy(settings::check).hasMessageContaining("gateways.file: cannot read");
    }

    @Test
    void file_notNamed_isAMistake() {
        Settings settings = Settings.load(null, Map.of("KAKUTEI_GATEWAYS_FILE", ""), Map.of());
        GatewaySettings.source(settings);
        assertThatThrownBy(settings::check).hasMessageContaining("gateways.file: is missing");
    }

    private Settings settings(String yaml) throws IOException {
        Path file = Files.writeString(folder.resolve("gateways.yaml"), yaml);
        return Settings.of(Map.of("gateways.file", file.toString()));
    }
}
