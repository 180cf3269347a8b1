package dev.kakutei.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Folders under {@code target/}, removed when the test JVM ends. */
public final class TestFolders {
    private TestFolders() {}

    public static Path create(String name) {
        try {
            Path target = Files.createDirectories(Path.of("target", "testkit").toAbsolutePath());
            return Files.createTempDirectory(target, name + "-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** At the JVM's end: closes the server first, then removes what it wrote. */
    public static void removeAtEnd(AutoCloseable user, Path folder) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            try {
                user.close();
                delete(folder);
            } catch (Exception e) {
                System.err.println("left behind in " + folder + ": " + e);
            }
        }));
    }

    private static void delete(Path folder) throws IOException {
        List<Path> deepestFirst;
        try (Stream<Path> all = Files.walk(folder)) {
            deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : deepestFirst) {
            Files.deleteIfExists(path);
        }
    }
}
