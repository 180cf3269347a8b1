package dev.kakutei.embedded;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Files that survive a loss of power from the moment these methods return. */
final class ForcedFiles {
    private ForcedFiles() {}

    /** Its name is not forced yet: that is the folder's part. */
    static void write(Path file, String text) throws IOException {
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
    }

    /** A file's contents, or the names in a folder. */
    static void force(Path fileOrFolder) throws IOException {
        try (FileChannel channel = FileChannel.open(fileOrFolder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    /** Makes a folder with those above it, each of them named durably in the one above. */
    static void createFolder(Path folder) throws IOException {
        Path absolute = folder.toAbsolutePath().normalize();
        if (!Files.isDirectory(absolute) && absolute.getParent() != null) {
            createFolder(absolute.getParent());
            Files.createDirectories(absolute);
            force(absolute.getParent());
        }
    }
}
