package dev.kakutei.schemas.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The examples that integrators begin with (SPEC D1). How they judge answers is tested where answers are judged. */
class GatewayExamplesTest {
    private static final Path FOLDER = Path.of("..", "docs", "examples", "gateways");

    static List<Path> examples() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void example_byItself_hasNeitherMistakesNorWarnings(Path file) throws IOException {
        GatewayFileReport report = SchemaAgreement.check(Files.readString(file));
        assertThat(report.mistakes()).isEmpty();
        assertThat(report.warnings()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../deploy/gateways.yaml",
                "../platform/standalone/src/main/resources/dev/kakutei/standalone/gateways.yaml"
            })
    void shipped_file_isSoundButForItsPlainHttp(String file) throws IOException {
        String yaml = Files.readString(Path.of(file)).replace("${simulator}", "http://127.0.0.1:1");
        GatewayFileReport report = SchemaAgreement.check(yaml);
        assertThat(report.mistakes()).isEmpty();
        assertThat(report.warnings()).allMatch(warning -> warning.contains(".url: is not encrypted"));
    }

    /** What it shows as the defaults is what a file that says nothing of it gets. */
    @Test
    void deployFile_showsTheDefaults() throws Exception {
        Gateway shown = gateway(Files.readString(Path.of("../deploy/gateways.yaml")));
        Gateway bare = gateway("gateways: {simulator: {class: neither, url: 'https://h.example', paths: {order: /o}}}");

        assertThat(shown.callSettings().connectTimeout())
                .isEqualTo(bare.callSettings().connectTimeout());
        assertThat(shown.callTimeout()).isEqualTo(bare.callTimeout());
        assertThat(shown.minCallTimeout()).isEqualTo(bare.minCallTimeout());
        assertThat(shown.sendWindow()).isEqualTo(bare.sendWindow());
        assertThat(shown.limits()).isEqualTo(bare.limits());
        assertThat(shown.retry()).isEqualTo(bare.retry());
        assertThat(shown.verification()).isEqualTo(bare.verification());
    }

    /** SPEC D2, D3: both use criteria, and the same; how they judge is tested with the simulator. */
    @Test
    void shippedFiles_judgeAnswersAlike() throws Exception {
        Gateway deployed = gateway(Files.readString(Path.of("../deploy/gateways.yaml")));
        Gateway builtIn = gateway(Files.readString(
                        Path.of("../platform/standalone/src/main/resources/dev/kakutei/standalone/gateways.yaml"))
                .replace("${simulator}", "http://127.0.0.1:1"));

        assertThat(deployed.answerRules()).isEqualTo(builtIn.answerRules());
        assertThat(deployed.statusQuery()).isEqualTo(builtIn.statusQuery());
        assertThat(deployed.answerRules().success().isEmpty()).isFalse();
    }

    private static Gateway gateway(String yaml) throws InvalidGatewayFile {
        return GatewayFile.read(yaml).byName().get("simulator");
    }

    @Test
    void examples_all_areListed() throws IOException {
        String list = Files.readString(FOLDER.resolve("README.md"));
        assertThat(examples())
                .hasSizeGreaterThanOrEqualTo(4)
                .allSatisfy(file -> assertThat(list).contains("(" + file.getFileName() + ")"));
    }
}
