package dev.kakutei.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Habits of the pages that no browser enforces for us, or only when it is too late. */
class ConsoleSourcesTest {
    private static final Pattern MARKUP_FROM_TEXT = Pattern.compile("innerHTML|outerHTML|insertAdjacentHTML"
            + "|document\\.write|createContextualFragment|DOMParser|srcdoc|\\beval\\(|new Function|setTimeout\\('");
    private static final Pattern IMPORT = Pattern.compile("from '([^']+)'");
    private static final Pattern ELSEWHERE = Pattern.compile("https?://(?!www\\.w3\\.org/2000/svg)");
    /** What browsers have only over HTTPS and on the machine itself. */
    private static final Pattern SECURE_ONLY =
            Pattern.compile("crypto\\.(randomUUID|subtle)|navigator\\.(clipboard|serviceWorker)");

    private static final int LONGEST_FILE_LINES = 400;

    private final Map<String, String> scripts = Sources.ending(".js");

    @Test
    void scripts_text_neverBecomesMarkup() {
        assertThat(scripts)
                .allSatisfy((path, source) -> assertThat(
                                MARKUP_FROM_TEXT.matcher(source).results())
                        .as(path)
                        .isEmpty());
    }

    @Test
    void scripts_overPlainHttp_needNothingThatIsNotThere() {
        assertThat(scripts)
                .allSatisfy(
                        (path, source) -> assertThat(SECURE_ONLY.matcher(source).results())
                                .as(path)
                                .isEmpty());
    }

    @Test
    void scripts_imports_leadToFilesOfTheConsole() {
        ConsoleFiles files = new ConsoleFiles();
        scripts.forEach((path, source) -> {
            Matcher imports = IMPORT.matcher(source);
            while (imports.find()) {
                String target = Path.of(path)
                        .resolveSibling(imports.group(1))
                        .normalize()
                        .toString()
                        .replace('\\', '/');
                assertThat(files.find(target)).as(path + " imports " + target).isPresent();
            }
        });
    }

    @Test
    void files_nothing_isFetchedFromElsewhere() {
        for (String extension : Set.of(".js", ".css", ".html", ".json")) {
            assertThat(Sources.ending(extension))
                    .allSatisfy((path, source) -> assertThat(
                                    ELSEWHERE.matcher(source).results())
                            .as(path)
                            .isEmpty());
        }
    }

    @Test
    void index_nothing_isInline() {
        String index = Sources.ending(".html").get(ConsoleFiles.INDEX);
        assertThat(index).doesNotContain(" style=", "<style", " onclick=", " onload=", "javascript:");
        assertThat(index).doesNotContainPattern("<script(?![^>]* src=)");
    }

    @Test
    void files_all_areShortEnoughToRead() {
        for (String extension : Set.of(".js", ".css")) {
            assertThat(Sources.ending(extension))
                    .allSatisfy((path, source) ->
                            assertThat(source.lines().count()).as(path).isLessThanOrEqualTo(LONGEST_FILE_LINES));
        }
    }
}
