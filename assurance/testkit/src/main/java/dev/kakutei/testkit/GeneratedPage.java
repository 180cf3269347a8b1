package dev.kakutei.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A page under {@code docs/} that is printed from code, so that it cannot drift. A test calls {@link #check}; it fails
 * when the committed page says something else, and rewrites the page when run with {@code -Dkakutei.docs=write}.
 */
public record GeneratedPage(String path) {
    private static final String SWITCH = "kakutei.docs";

    public void check(String text) {
        Path file = SourceTree.file("docs").resolve(path);
        String wanted = "<!-- Printed from code: change the code, then run its test with -D" + SWITCH + "=write -->\n\n"
                + text.strip() + "\n";
        try {
            if ("write".equals(System.getProperty(SWITCH))) {
                Files.createDirectories(file.getParent());
                Files.writeString(file, wanted);
            }
            String found = Files.exists(file) ? Files.readString(file) : "";
            if (!found.equals(wanted)) {
                throw new AssertionError("docs/" + path + " is not what the code says. Write it again with -D" + SWITCH
                        + "=write and commit it. It should be:\n" + wanted);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
