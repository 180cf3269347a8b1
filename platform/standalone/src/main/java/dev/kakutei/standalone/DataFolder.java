package dev.kakutei.standalone;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;

/**
 * The folder of everything durable. Kafka's segments, the tables and the simulator's journal in it hold payments, so no other user of
 * the machine may read it. Whether others may pass through it matters to nothing that is in it: a root process lets PostgreSQL run as
 * another account, which may have to.
 */
final class DataFolder {
    private static final Set<PosixFilePermission> OWNER = PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> OTHERS = PosixFilePermissions.fromString("---rw-rw-");

    private DataFolder() {}

    /** Makes it, readable by its owner alone; refuses one that others may read. */
    static void prepare(Path folder) {
        try {
            if (!Files.isDirectory(folder)) {
                Files.createDirectories(folder.getParent());
                create(folder);
            } else if (isPosix(folder)) {
                refuseOpen(folder);
            }
        } catch (IOException e) {
            throw new StartException("the data folder " + folder + " cannot be used: " + e.getMessage(), e);
        }
    }

    private static void create(Path folder) throws IOException {
        if (isPosix(folder.getParent())) {
            Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(OWNER));
        } else {
            Files.createDirectory(folder);
        }
    }

    private static void refuseOpen(Path folder) throws IOException {
        Set<PosixFilePermission> found = Files.getPosixFilePermissions(folder);
        Set<PosixFilePermission> others = EnumSet.copyOf(OTHERS);
        others.retainAll(found);
        if (!others.isEmpty()) {
            throw new StartException("the data folder " + folder + " is open to other users of this machine ("
                    + PosixFilePermissions.toString(found)
                    + "), and holds payments. Close it, then start again: chmod 700 "
                    + folder);
        }
    }

    private static boolean isPosix(Path folder) throws IOException {
        FileStore store = Files.getFileStore(folder);
        return store.supportsFileAttributeView(PosixFileAttributeView.class);
    }
}
