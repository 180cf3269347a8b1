package dev.kakutei.relay;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The migrations as they are on the class path, in the order in which Flyway applies them. */
public final class MigrationFiles {
    private static final String FOLDER = "/dev/kakutei/schemas/postgres";

    private MigrationFiles() {}

    /** One file. V3 makes the slot, which is not possible in a transaction that has written. */
    public record MigrationFile(int version, String name, String sql) {
        public boolean inTransaction() {
            return version != 3;
        }
    }

    public static List<MigrationFile> all() {
        try {
            URI folder = MigrationFiles.class.getResource(FOLDER).toURI();
            if (!folder.getScheme().equals("jar")) {
                return all(Path.of(folder));
            }
            try (FileSystem jar = FileSystems.newFileSystem(folder, Map.of())) {
                return all(jar.getPath(FOLDER));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<MigrationFile> all(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().endsWith(".sql"))
                    .map(MigrationFiles::read)
                    .sorted(Comparator.comparingInt(MigrationFile::version))
                    .toList();
        }
    }

    private static MigrationFile read(Path file) {
        String name = file.getFileName().toString();
        try {
            return new MigrationFile(
                    Integer.parseInt(name.substring(1, name.indexOf("__"))), name, Files.readString(file, UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
