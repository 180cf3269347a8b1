package dev.kakutei.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.source.util.JavacTask;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

/**
 * Every mutant fits the sources as they are, and compiles: whoever changes a line that one of them needs finds it here, and
 * not an hour later among the proofs. Mutants that change different files are compiled together, and nothing is generated.
 */
class MutantSourcesTest {
    @Test
    void sources_ofEveryMutant_fitAndCompile() throws IOException {
        List<Map<Path, Mutated>> batches = batches(everyMutant());
        assertThat(batches.stream().mapToInt(Map::size).sum())
                .isGreaterThanOrEqualTo(everyMutant().size());
        assertThat(mistakes(batches)).isEmpty();
    }

    @Test
    void sources_ofAMutantThatDoesNotFit_areRefusedByItsName() {
        SourceMutant outdated = SourceMutant.of("outdated", SourceMutant.LEDGER + "Ledger.java", "no such words", "");
        assertThatThrownBy(() -> Mutation.sources(outdated)).hasMessageContaining("'outdated' must be changed");
    }

    @Test
    void compile_aMutantThatIsNoJava_isReportedByItsName() throws IOException {
        SourceMutant broken = SourceMutant.of(
                "broken",
                SourceMutant.LEDGER + "RetrySchedule.java",
                "return attemptsMade >= attempts;",
                "return attemptsMade >= attempts");
        assertThat(mistakes(batches(List.of(broken))))
                .singleElement()
                .asString()
                .startsWith("'broken'");
    }

    private static List<SourceMutant> everyMutant() {
        return SourceMutant.ALL;
    }

    /** A changed file, whose it is, and what it holds. */
    private static final class Mutated extends SimpleJavaFileObject {
        private final SourceMutant mutant;
        private final String text;

        Mutated(SourceMutant mutant, Path file, String text) {
            super(URI.create("string:///" + file.getFileName()), Kind.SOURCE);
            this.mutant = mutant;
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    /** As few as there are mutants of the file that has most of them. */
    private static List<Map<Path, Mutated>> batches(List<SourceMutant> mutants) throws IOException {
        List<Map<Path, Mutated>> batches = new ArrayList<>();
        for (SourceMutant mutant : mutants) {
            Map<Path, String> sources = Mutation.sources(mutant);
            Map<Path, Mutated> batch = batches.stream()
                    .filter(one -> sources.keySet().stream().noneMatch(one::containsKey))
                    .findFirst()
                    .orElse(null);
            if (batch == null) {
                batch = new LinkedHashMap<>();
                batches.add(batch);
            }
            for (Map.Entry<Path, String> source : sources.entrySet()) {
                batch.put(source.getKey(), new Mutated(mutant, source.getKey(), source.getValue()));
            }
        }
        return batches;
    }

    private static List<String> mistakes(List<Map<Path, Mutated>> batches) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<String> mistakes = new ArrayList<>();
        // One for all of them: it keeps what it has read of the class path.
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            for (Map<Path, Mutated> batch : batches) {
                DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
                JavacTask task = (JavacTask) compiler.getTask(
                        null,
                        files,
                        found,
                        List.of("-proc:none", "-implicit:none", "-cp", Mutation.classPath()),
                        null,
                        batch.values());
                task.analyze();
                found.getDiagnostics().stream()
                        .filter(one -> one.getKind() == Diagnostic.Kind.ERROR)
                        .forEach(one -> mistakes.add(mistake(one, batch.values())));
            }
        }
        return mistakes;
    }

    private static String mistake(Diagnostic<? extends JavaFileObject> found, Iterable<Mutated> batch) {
        for (Mutated mutated : batch) {
            if (found.getSource() != null && found.getSource().toUri().equals(mutated.toUri())) {
                return "'" + mutated.mutant + "' does not compile: " + found;
            }
        }
        return found.toString();
    }
}
