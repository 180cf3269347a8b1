package dev.kakutei.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.kakutei.standalone.sbom.Bom;
import dev.kakutei.standalone.sbom.ShippedJar;
import dev.kakutei.testkit.SourceTree;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What is shipped is listed, all of it and nothing else. It looks at the folder that a build lays out. */
class SbomTest {
    private static final String TABLE =
            "platform/standalone/src/main/resources/dev/kakutei/standalone/sbom/shipped.txt";

    @Test
    void bom_everyShippedJar_hasOriginVersionLicenseAndHash() throws Exception {
        Path lib = Stream.of("target", "build")
                .map(out -> SourceTree.file("platform/standalone").resolve(out).resolve("lib"))
                .filter(folder -> Files.exists(folder.resolve("kakutei.jar")))
                .findFirst()
                .orElse(null);
        assumeTrue(lib != null, "nothing is laid out: mvn package does it");
        List<ShippedJar> jars = Bom.jars(lib);
        String bom = Bom.of(jars, Instant.EPOCH);
        assertThat(jars).hasSizeGreaterThan(100).allSatisfy(jar -> {
            assertThat(bom).contains(jar.purl(), jar.sha256());
            assertThat(jar.version()).as("version of %s", jar.artifact()).isNotEmpty();
            assertThat(jar.group())
                    .as("a line in %s for %s", TABLE, jar.artifact())
                    .isNotEmpty();
            assertThat(jar.license().isEmpty())
                    .as("license of %s", jar.artifact())
                    .isEqualTo(jar.group().equals("dev.kakutei"));
        });
        assertThat(table())
                .as("lines of %s that nothing is shipped for", TABLE)
                .allMatch(artifact -> jars.stream()
                        .anyMatch(jar -> artifact.endsWith("*")
                                ? jar.artifact().startsWith(artifact.substring(0, artifact.length() - 1))
                                : jar.artifact().equals(artifact)));
    }

    private static List<String> table() throws Exception {
        try (InputStream in = Objects.requireNonNull(Bom.class.getResourceAsStream("shipped.txt"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.split(" ")[1])
                    .toList();
        }
    }
}
