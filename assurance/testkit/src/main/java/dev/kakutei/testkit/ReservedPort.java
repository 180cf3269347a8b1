package dev.kakutei.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A port on 127.0.0.1 that must be known before its server starts, because a file names it. Whoever can, binds port 0
 * and reads the address instead.
 *
 * <p>It lies below the range from which systems take the ports of outgoing connections, and a locked file keeps other
 * test JVMs from choosing it too, until this JVM ends. A process that is no test may still take it.
 */
public final class ReservedPort {
    private static final int LOWEST = 10_000;
    private static final int HIGHEST = 15_000;
    private static final int TRIES = 500;
    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

    private ReservedPort() {}

    public static int next() {
        try {
            Path folder = Files.createDirectories(
                    Path.of(System.getProperty("java.io.tmpdir"), "kakutei-ports-" + System.getProperty("user.name")));
            for (int i = 0; i < TRIES; i++) {
                int port = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST);
                if (lock(folder.resolve(Integer.toString(port))) && isFree(port)) {
                    return port;
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        throw new AssertionError("no free port found between " + LOWEST + " and " + HIGHEST);
    }

    /** The lock is held until this JVM ends: its channel is never closed. */
    @SuppressWarnings("resource")
    private static boolean lock(Path file) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            FileLock lock = channel.tryLock();
            if (lock != null) {
                return true;
            }
        } catch (OverlappingFileLockException e) {
            // this JVM has given it out before
        }
        channel.close();
        return false;
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(LOOPBACK, port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
