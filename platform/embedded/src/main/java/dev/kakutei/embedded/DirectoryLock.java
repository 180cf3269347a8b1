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
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** One owner per data folder. The system releases the lock when its process ends, however it ends. */
final class DirectoryLock implements AutoCloseable {
    private static final String FILE = "kakutei.lock";

    /**
     * What this JVM has locked. The system gives up all locks that a process has on a file as soon as the process closes
     * any channel to it, so a file that is locked here must not be opened a second time.
     */
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    private final Path file;
    private final FileChannel channel;

    private DirectoryLock(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    static DirectoryLock acquire(Path directory, String server) {
        return acquire(directory, FILE, server);
    }

    /** @param name of the file to lock, for those who share a folder and lock it for different purposes */
    static DirectoryLock acquire(Path directory, String name, String server) {
        try {
            Files.createDirectories(directory);
            Path file = directory.toRealPath().resolve(name);
            if (!HELD.add(file)) {
                throw inUse(
                        directory, server, Long.toString(ProcessHandle.current().pid()));
            }
            try {
                return lock(directory, file, server);
            } catch (IOException | RuntimeException e) {
                HELD.remove(file);
                throw e;
            }
        } catch (IOException e) {
            throw new EmbeddedStartException(server + " data folder " + directory + " cannot be used: " + e, e);
        }
    }

    private static DirectoryLock lock(Path directory, Path file, String server) throws IOException {
        FileChannel channel = null;
        try {
            channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            if (tryLock(channel) == null) {
                String owner = Files.readString(file).strip();
                channel.close();
                throw inUse(directory, server, owner);
            }
            channel.truncate(0);
            channel.write(
                    ByteBuffer.wrap(Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.US_ASCII)),
                    0);
            return new DirectoryLock(file, channel);
        } catch (IOException e) {
            closeQuietly(channel);
            throw e;
        }
    }

    private static FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException heldInThisJvm) {
            return null;
        }
    }

    private static EmbeddedStartException inUse(Path directory, String server, String owner) {
        return new EmbeddedStartException(server + " data folder " + directory + " is in use by another process"
                + (owner.isEmpty() ? "" : " (pid " + owner + ")"));
    }

    @Override
    public void close() {
        // Once only: a second time the file may be locked by a later owner.
        if (channel.isOpen()) {
            closeQuietly(channel);
            HELD.remove(file);
        }
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
