package dev.kakutei.bench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RunFilesTest {
    private static final Run RUN = new Run.Builder()
            .condition("gateway_ms", 20)
            .figure("settled_per_second", 1234.5)
            .figure("never_measured", Double.NaN)
            .cpu("postgres", 250)
            .latency("accept", new Latency(2, 1, 2, 3, 4, 5, List.of(new Latency.Point(50, 1))))
            .minute("heap_mb", 100)
            .minute("heap_mb", 101)
            .fault("one is missing")
            .of("W1", "textbook", "20ms", 2, "2026-11-16T12:00:00Z");

    @TempDir
    private Path folder;

    @Test
    void write_thenAll_isTheSame() throws IOException {
        Path file = new RunFiles(folder).write(RUN);
        assertThat(file).hasFileName("W1-textbook-20ms-2.json");
        assertThat(new RunFiles(folder).all()).containsExactly(RUN);
    }

    /** The form that docs/performance/README.md describes. */
    @Test
    void text_isTheDocumentedForm() {
        assertThat(RunFiles.text(RUN))
                .contains(
                        "\"form\" : 1",
                        "\"workload\" : \"W1\"",
                        "\"contestant\" : \"textbook\"",
                        "\"variant\" : \"20ms\"",
                        "\"round\" : 2",
                        "\"taken_at\" : \"2026-11-16T12:00:00Z\"",
                        "\"gateway_ms\" : \"20\"",
                        "\"settled_per_second\" : 1234.5",
                        "\"cpu_micros\" : {",
                        "\"p999\" : 4.0",
                        "\"percentile\" : 50.0",
                        "\"heap_mb\" : [ 100.0, 101.0 ]",
                        "\"faults\" : [ \"one is missing\" ]")
                .doesNotContain("never_measured");
    }

    @Test
    void all_fileOfAnotherForm_isNamed() throws IOException {
        Files.writeString(folder.resolve("old.json"), RunFiles.text(RUN).replace("\"form\" : 1", "\"form\" : 0"));
        assertThatThrownBy(() -> new RunFiles(folder).all())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("old.json")
                .hasMessageContaining("form 0");
    }

    @Test
    void all_noFolder_isEmpty() throws IOException {
        assertThat(new RunFiles(folder.resolve("none")).all()).isEmpty();
    }
}
