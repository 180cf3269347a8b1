package dev.kakutei.proof.read;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Folders for what is sorted; whoever gets one leaves it empty. */
final class TempFolders implements AutoCloseable {
    private final Path parent;
    private final List<Path> made = new ArrayList<>();

    TempFolders(Path parent) {
        this.parent = parent;
    }

    Path make(String name) {
        try {
            Path folder = Files.createTempDirectory(parent, "kakutei-proof-" + name + "-");
            made.add(folder);
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write to " + parent, e);
        }
    }

    @Override
    public void close() {
        for (Path folder : made) {
            try {
                Files.deleteIfExists(folder);
            } catch (IOException e) {
                throw new UncheckedIOException("cannot remove " + folder, e);
            }
        }
    }
}
