package dev.kakutei.e2e.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** README.ja.md has its own words, and shows the very commands and answers that ReadmeTest runs from README.md. */
class JapaneseReadmeTest {
    private static final Path ENGLISH = ComposeFile.ROOT.resolve("README.md");
    private static final Path JAPANESE = ComposeFile.ROOT.resolve("README.ja.md");
    private static final Pattern BLOCK = Pattern.compile("```[^\n]*\n.*?\n```", Pattern.DOTALL);
    private static final Pattern LINK = Pattern.compile("]\\((?!https?:)([^)#]+)");

    @Test
    void blocks_areThoseOfTheEnglishOne() throws IOException {
        String japanese = Files.readString(JAPANESE);
        List<String> english = found(BLOCK, Files.readString(ENGLISH), 0);
        assertThat(found(BLOCK, japanese, 0))
                .as("a block was added or removed: do so in README.ja.md as well")
                .hasSameSizeAs(english);
        if ("write".equals(System.getProperty("kakutei.docs"))) {
            List<String> blocks = new ArrayList<>(english);
            Files.writeString(
                    JAPANESE, BLOCK.matcher(japanese).replaceAll(old -> Matcher.quoteReplacement(blocks.remove(0))));
        }
        assertThat(found(BLOCK, Files.readString(JAPANESE), 0))
                .as("take them over with: mvn -pl :e2e -am test -Dtest=JapaneseReadmeTest"
                        + " -Dsurefire.failIfNoSpecifiedTests=false -Dkakutei.docs=write")
                .isEqualTo(english);
    }

    @Test
    void readmes_leadToEachOther() throws IOException {
        assertThat(Files.readString(ENGLISH)).contains("(README.ja.md)");
        assertThat(Files.readString(JAPANESE)).contains("(README.md)");
    }

    @Test
    void links_ofWhatPeopleReadFirst_leadSomewhere() throws IOException {
        for (String page : List.of(
                "README.md",
                "README.ja.md",
                "SECURITY.md",
                "docs/README.md",
                "docs/guides/deploying.md",
                "docs/guides/consuming.md")) {
            Path file = ComposeFile.ROOT.resolve(page);
            assertThat(found(LINK, Files.readString(file), 1))
                    .isNotEmpty()
                    .allSatisfy(link ->
                            assertThat(file.resolveSibling(link)).as(page).exists());
        }
    }

    private static List<String> found(Pattern pattern, String text, int group) {
        List<String> all = new ArrayList<>();
        Matcher matcher = pattern.matcher(text);
        while (matcher.find()) {
            all.add(matcher.group(group));
        }
        return all;
    }
}
