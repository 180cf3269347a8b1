package dev.kakutei.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;

/** What an operator does to data folders with {@code cp} and {@code rm}. */
final class StoreFolders {
    private StoreFolders() {}

    /** Copies a folder that may be in use: a file that goes away meanwhile is not in the copy. */
    static Path copy(Path from, Path to) {
        try {
            Files.walkFileTree(from, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes found) throws IOException {
                    Path made = Files.createDirectories(to.resolve(from.relativize(folder)));
                    // PostgreSQL refuses a folder that others may read.
                    Files.setPosixFilePermissions(made, Files.getPosixFilePermissions(folder));
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes found) throws IOException {
                    if (found.isRegularFile() || found.isSymbolicLink()) {
                        copyFile(file, to.resolve(from.relativize(file)));
                    }
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
                    if (failure instanceof NoSuchFileException) {
                        return FileVisitResult.CONTINUE;
                    }
                    throw failure;
                }
            });
            return to;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
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

    private static void copyFile(Path from, Path to) throws IOException {
        try {
            Files.copy(from, to, StandardCopyOption.COPY_ATTRIBUTES, LinkOption.NOFOLLOW_LINKS);
        } catch (NoSuchFileException gone) {
            return;
        }
    }
}
