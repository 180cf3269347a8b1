package dev.kakutei.embedded;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** One owner per data folder. The system releases the lock when its process ends, however it ends. */
final class DirectoryLock implements AutoCloseable {
    private static final String FILE = "kakutei.lock";

    private final FileChannel channel;

    private DirectoryLock(FileChannel channel) {
        this.channel = channel;
    }

    static DirectoryLock acquire(Path directory, String server) {
        Path file = directory.resolve(FILE);
        FileChannel channel = null;
        try {
            Files.createDirectories(directory);
            channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            if (tryLock(channel) == null) {
                String owner = Files.readString(file).strip();
                channel.close();
                throw new EmbeddedStartException(server + " data folder " + directory + " is in use by another process"
                        + (owner.isEmpty() ? "" : " (pid " + owner + ")"));
            }
            channel.truncate(0);
            channel.write(
                    ByteBuffer.wrap(Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.US_ASCII)),
                    0);
            return new DirectoryLock(channel);
        } catch (IOException e) {
            closeQuietly(channel);
            throw new EmbeddedStartException(server + " data folder " + directory + " cannot be used: " + e, e);
        }
    }

    private static FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException heldInThisJvm) {
            return null;
        }
    }

    @Override
    public void close() {
        closeQuietly(channel);
    }

    private static void closeQuietly(FileChannel channel) {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException ignored) {
            // The lock goes with the process at the latest.
        }
    }
}
