package dev.kakutei.testkit;

import java.nio.file.Files;
import java.nio.file.Path;

/** The checkout that the tests run in, whichever module they belong to. */
public final class SourceTree {
    private SourceTree() {}

    /** The top folder, which has the one script and the one settings file. */
    public static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("settings.gradle"))) {
            folder = folder.getParent();
            if (folder == null) {
                throw new IllegalStateException("not inside Kakutei's source tree");
            }
        }
        return folder;
    }

    /** @param path from the top folder, with slashes */
    public static Path file(String path) {
        return root().resolve(path);
    }
}
