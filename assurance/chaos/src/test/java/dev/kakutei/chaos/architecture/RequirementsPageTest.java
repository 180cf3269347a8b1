package dev.kakutei.chaos.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** docs/requirements.md: everything that is cited is on it, and everything on it is shown by a test or not built yet. */
class RequirementsPageTest {
    private static final Path ROOT = SourceRules.ofThisCheckout().root();
    private static final Set<String> TEXTS = Set.of(
            "java", "md", "csv", "yaml", "yml", "sql", "json", "sh", "js", "css", "html", "txt", "xml", "gradle");
    private static final Set<String> NOT_OURS =
            Set.of("target", "build", ".git", ".gradle", ".idea", "data", "node_modules");

    private final RequirementsPage page = RequirementsPage.of(read(ROOT.resolve("docs/requirements.md")));

    @Test
    void page_ids_areCompleteAndInOrder() {
        assertThat(page.outOfOrder()).isEmpty();
        assertThat(page.ids())
                .startsWith("A1")
                .endsWith("I1")
                .doesNotHaveDuplicates()
                .hasSizeGreaterThan(50);
        assertThat(page.ids()).containsAll(page.deviations());
    }

    @Test
    void page_everyRequirement_isShownByATestOrNotBuiltYet() {
        assertThat(page.withoutEvidence()).isEmpty();
    }

    @Test
    void page_everyTestItNames_exists() {
        Set<String> tests = new TreeSet<>();
        for (String module : SourceRules.ofThisCheckout().modules()) {
            files(ROOT.resolve(module).resolve("src/test/java"))
                    .forEach(file -> tests.add(file.getFileName().toString().replace(".java", "")));
        }
        assertThat(page.requirements())
                .allSatisfy(each -> assertThat(tests).as(each.id()).containsAll(each.tests()));
    }

    @Test
    void repository_everyIdThatIsCited_isOnThePage() {
        TreeMap<String, Path> unknown = new TreeMap<>();
        TreeSet<String> cited = new TreeSet<>();
        files(ROOT).filter(RequirementsPageTest::isText).forEach(file -> {
            Set<String> ids = RequirementsPage.citedIn(read(file));
            cited.addAll(ids);
            ids.stream().filter(id -> !page.ids().contains(id)).forEach(id -> unknown.put(id, ROOT.relativize(file)));
        });
        assertThat(unknown).isEmpty();
        assertThat(cited).as("citations are found at all").hasSizeGreaterThan(40);
    }

    @ParameterizedTest
    @ValueSource(strings = {"README.md", "README.ja.md", "docs/README.md", "CONTRIBUTING.md"})
    void page_everyReadme_leadsToIt(String page) {
        assertThat(read(ROOT.resolve(page))).contains("requirements.md)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "A6; A6",
                "A6 (the floor); A6",
                "D2, D4; D2 D4",
                "C2, C5 and C6; C2 C5 C6",
                "A2–A4; A2 A3 A4",
                "A5, 30 s by default; A5",
                "H3.; H3",
                "B2, B3 and B5–B7; B2 B3 B5 B6 B7",
                "D4x; ''",
            })
    void citedIn_everyWayToCite_findsEachId(String behind, String ids) {
        assertThat(RequirementsPage.citedIn("a text, SPEC " + behind + " and more"))
                .containsExactlyElementsOf(ids.isEmpty() ? List.of() : List.of(ids.split(" ")));
    }

    @Test
    void of_brokenPage_saysWhatIsWrong() {
        RequirementsPage broken = RequirementsPage.of("""
                | A1 | it must hold | `SomeTest`, `OtherTest` |
                | A3 | it must hold | nothing |
                | B1 | it must hold | **Not built yet** |
                | B2 | one half. **Not built yet**: the other | `HalfTest` |
                | D1 | it must hold | `LastTest` |

                ## Deliberate deviations
                | A1, Z1 | not so | because |
                """);
        assertThat(broken.outOfOrder()).containsExactly("A3", "D1");
        assertThat(broken.withoutEvidence()).containsExactly("A3");
        assertThat(broken.requirements().get(0).tests()).containsExactly("SomeTest", "OtherTest");
        assertThat(broken.deviations()).containsExactly("A1", "Z1");
    }

    private static boolean isText(Path file) {
        String name = file.getFileName().toString();
        return name.equals("kakutei") || TEXTS.contains(name.substring(name.lastIndexOf('.') + 1));
    }

    private static Stream<Path> files(Path folder) {
        if (!Files.isDirectory(folder)) {
            return Stream.empty();
        }
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.sorted().toList().stream().flatMap(RequirementsPageTest::filesAt);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<Path> filesAt(Path path) {
        if (!Files.isDirectory(path)) {
            return Stream.of(path);
        }
        return NOT_OURS.contains(path.getFileName().toString()) ? Stream.empty() : files(path);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
