package dev.kakutei.e2e;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;

/** What an operator does to data folders with {@code cp} and {@code rm}. */
final class StoreFolders {
    private StoreFolders() {}

    /**
     * Copies a folder that may be in use: a file that goes away meanwhile is not in the copy. With {@code cp}, which leaves the
     * holes of Kafka's index files unwritten: there are gigabytes of them.
     */
    static Path copy(Path from, Path to) {
        try {
            Files.createDirectories(to);
            Process copying = new ProcessBuilder("cp", "-a", from + "/.", to.toString())
                    .redirectErrorStream(true)
                    .start();
            List<String> complaints;
            try (BufferedReader lines = copying.inputReader()) {
                complaints = lines.lines()
                        .filter(line -> !line.contains("No such file or directory"))
                        .toList();
            }
            copying.waitFor();
            if (!complaints.isEmpty()) {
                throw new IllegalStateException("cp " + from + " " + to + ": " + complaints);
            }
            return to;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while copying", e);
        }
    }

    static void delete(Path folder) {
        if (!Files.exists(folder)) {
            return;
        }
        try {
            Files.walkFileTree(folder, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes found) throws IOException {
                    Files.delete(file);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path emptied, IOException failure) throws IOException {
                    Files.delete(emptied);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Puts the copy in the place of the folder. */
    static void restore(Path copy, Path folder) {
        delete(folder);
        copy(copy, folder);
    }
}
