package dev.kakutei.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.standalone.sbom.BomTest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SbomCommandTest {
    @TempDir
    private Path folder;

    @Test
    void sbom_folder_isListedOnStandardOutputOrInAFile() throws Exception {
        Files.writeString(folder.resolve("zstd-jni-1.jar"), "abc");
        BomTest.program(folder, "7", List.of("zstd-jni-1.jar"));
        CommandRun printed = CommandRun.of("sbom", "--lib", folder.toString());
        assertThat(printed.code()).isZero();
        assertThat(printed.out()).startsWith("{").contains("pkg:maven/com.github.luben/zstd-jni@1");

        Path file = folder.resolve("bom.json");
        CommandRun written = CommandRun.of("sbom", file.toString(), "--lib", folder.toString());
        assertThat(written.out()).isEmpty();
        assertThat(written.err()).contains("2 jars");
        assertThat(file).content().contains("zstd-jni");
    }

    @Test
    void sbom_noFolder_saysSo() {
        CommandRun run = CommandRun.of("sbom", "--lib", folder.resolve("none").toString());
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("kakutei.jar is not there; --lib names");
    }
}
