package dev.kakutei.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** A page under {@code docs/} whose blocks are run by a test: what it says to type is what was tried. */
public final class GuidePage {
    private final String path;
    private final String text;

    private GuidePage(String path, String text) {
        this.path = path;
        this.text = text;
    }

    /** @param path below {@code docs/} */
    public static GuidePage of(String path) {
        try {
            return new GuidePage(
                    path, Files.readString(SourceTree.root().resolve("docs").resolve(path)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The blocks of this language in the section with this heading, in their order; a page without any fails. */
    public List<String> blocks(String heading, String language) {
        List<String> blocks = Pattern.compile("(?ms)^ *```" + language + "\\n(.*?)^ *```$")
                .matcher(section(heading))
                .results()
                .map((MatchResult found) -> found.group(1).stripIndent())
                .toList();
        if (blocks.isEmpty()) {
            throw new AssertionError("docs/" + path + " has no " + language + " under '" + heading + "'");
        }
        return blocks;
    }

    /**
     * The rows of a table in the section with this heading, without its head; a page without it fails.
     *
     * @param head the first cell of the table's head
     */
    public List<List<String>> table(String heading, String head) {
        List<List<String>> rows = section(heading)
                .lines()
                .dropWhile(line -> !line.startsWith("| " + head + " |"))
                .takeWhile(line -> line.startsWith("|"))
                .skip(2)
                .map(line -> List.of(line.substring(2, line.length() - 2).split(" \\| ")))
                .toList();
        if (rows.isEmpty()) {
            throw new AssertionError("docs/" + path + " has no table of '" + head + "' under '" + heading + "'");
        }
        return rows;
    }

    private String section(String heading) {
        int begin = text.indexOf("\n## " + heading + "\n");
        if (begin < 0) {
            throw new AssertionError("docs/" + path + " has no heading '" + heading + "'");
        }
        int end = text.indexOf("\n## ", begin + 1);
        return text.substring(begin, end < 0 ? text.length() : end);
    }
}
