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
                "../standalone/src/main/resources/dev/kakutei/standalone/gateways.yaml"
            })
    void shipped_file_isSoundButForItsPlainHttp(String file) throws IOException {
        String yaml = Files.readString(Path.of(file)).replace("${simulator}", "http://127.0.0.1:1");
        GatewayFileReport report = SchemaAgreement.check(yaml);
        assertThat(report.mistakes()).isEmpty();
        assertThat(report.warnings()).allMatch(warning -> warning.contains(".url: is not encrypted"));
    }

    @Test
    void examples_all_areListed() throws IOException {
        String list = Files.readString(FOLDER.resolve("README.md"));
        assertThat(examples())
                .hasSizeGreaterThanOrEqualTo(4)
                .allSatisfy(file -> assertThat(list).contains("(" + file.getFileName() + ")"));
    }
}
