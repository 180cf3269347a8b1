package dev.kakutei.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The folder of everything durable. Kafka's segments, the tables and the simulator's journal in it hold payments, so only its owner may
 * enter it. Where PostgreSQL runs as another account ({@link PostgresAccount#UNPRIVILEGED}), that one must pass through to its own
 * folder: then everyone may, and what is inside is closed instead.
 */
public final class DataFolder {
    private static final Set<PosixFilePermission> CLOSED = PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> PASSAGE = PosixFilePermissions.fromString("rwx--x--x");
    private static final Set<PosixFilePermission> CLOSED_FILE = PosixFilePermissions.fromString("rw-------");

    private DataFolder() {}

    /**
     * Makes it, for its owner alone; refuses one that others may enter.
     *
     * @param parts the folders in it that hold payments
     */
    public static void prepare(Path folder, List<String> parts) {
        prepare(folder, parts, PostgresAccount.choose());
    }

    static void prepare(Path folder, List<String> parts, PostgresAccount account) {
        try {
            if (!Files.isDirectory(folder)) {
                ForcedFiles.createFolder(folder.getParent());
                create(folder);
                ForcedFiles.force(folder.getParent());
            } else if (isPosix(folder)) {
                refuseOpen(folder, account);
            }
            if (account == PostgresAccount.UNPRIVILEGED && isPosix(folder)) {
                letPass(folder, parts);
            }
        } catch (IOException e) {
            throw new EmbeddedStartException("the data folder " + folder + " cannot be used: " + e, e);
        }
    }

    private static void create(Path folder) throws IOException {
        if (isPosix(folder.getParent())) {
            Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(CLOSED));
        } else {
            Files.createDirectory(folder);
        }
    }

    private static void refuseOpen(Path folder, PostgresAccount account) throws IOException {
        Set<PosixFilePermission> found = Files.getPosixFilePermissions(folder);
        Set<PosixFilePermission> tooMany = EnumSet.copyOf(found);
        tooMany.removeAll(account == PostgresAccount.UNPRIVILEGED ? PASSAGE : CLOSED);
        if (!tooMany.isEmpty()) {
            throw new EmbeddedStartException("the data folder " + folder + " is open to other users of this machine ("
                    + PosixFilePermissions.toString(found)
                    + "), and holds payments. Close it, then start again: chmod 700 " + folder);
        }
    }

    /** The parts are closed first, so that there is no moment in which they can be read. */
    private static void letPass(Path folder, List<String> parts) throws IOException {
        for (String part : parts) {
            Path inside = folder.resolve(part);
            if (!Files.isDirectory(inside)) {
                Files.createDirectory(inside, PosixFilePermissions.asFileAttribute(CLOSED));
            }
            Files.setPosixFilePermissions(inside, CLOSED);
        }
        try (Stream<Path> inside = Files.list(folder)) {
            for (Path file : inside.filter(Files::isRegularFile).toList()) {
                Files.setPosixFilePermissions(file, CLOSED_FILE);
            }
        }
        Files.setPosixFilePermissions(folder, PASSAGE);
    }

    private static boolean isPosix(Path folder) throws IOException {
        return Files.getFileStore(folder).supportsFileAttributeView(PosixFileAttributeView.class);
    }
}
