package dev.kakutei.simulator;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a data folder for one simulator: two writers would make two truths. The lock is on a file of its own, because
 * on POSIX a lock is lost as soon as the process closes any handle of the same file, and the journal is read a lot.
 * It goes with the process, however that ends.
 */
final class DataLock implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DataLock.class);

    private final FileChannel channel;

    private DataLock(FileChannel channel) {
        this.channel = channel;
    }

    static DataLock take(Path data) throws IOException {
        Path file = data.resolve("simulator.lock");
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            if (channel.tryLock() != null) {
                return new DataLock(channel);
            }
        } catch (OverlappingFileLockException e) {
            LOG.debug("held by this very process", e);
        }
        channel.close();
        throw new IOException(data + " is in use by another simulator");
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            LOG.warn("the lock was not released cleanly", e);
        }
    }
}
