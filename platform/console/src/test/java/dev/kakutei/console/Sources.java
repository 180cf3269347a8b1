package dev.kakutei.console;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The console's files as they are written, by their paths. */
final class Sources {
    private static final Path FOLDER = Path.of("src/main/resources/dev/kakutei/console");

    private Sources() {}

    static Map<String, String> ending(String extension) {
        try (Stream<Path> files = Files.walk(FOLDER)) {
            Map<String, String> found = new TreeMap<>();
            for (Path file :
                    files.filter(one -> one.toString().endsWith(extension)).toList()) {
                found.put(FOLDER.relativize(file).toString().replace('\\', '/'), Files.readString(file));
            }
            return found;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
