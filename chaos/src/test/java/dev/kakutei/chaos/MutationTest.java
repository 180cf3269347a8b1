package dev.kakutei.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Mutants run when somebody asks for them; that they still fit the sources is seen every time. */
class MutationTest {
    @TempDir
    private Path folder;

    @Test
    void compiled_everyMutant_fitsTheSourcesOfToday() throws Exception {
        assertThat(Mutant.ALL).hasSizeGreaterThanOrEqualTo(20);
        assertThat(Mutant.ALL).extracting(Mutant::name).doesNotHaveDuplicates();
        for (Mutant mutant : Mutant.ALL) {
            Path classes =
                    Mutation.compiled(mutant, folder.resolve(mutant.name().replaceAll("[^a-z]", "-")));
            try (Stream<Path> files = Files.walk(classes)) {
                assertThat(files.filter(file -> file.toString().endsWith(".class")))
                        .as(mutant.name())
                        .isNotEmpty();
            }
        }
    }
}
