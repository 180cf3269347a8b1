package dev.kakutei.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;

/** Files that only their owner can read. */
final class PrivateFiles {
    private static final String OWNER_ONLY = "rw-------";
    private static final int SECRET_BYTES = 24;

    private PrivateFiles() {}

    /** Writes beside the file and renames, so that a crash leaves no half of it, and no moment in which others can read it. */
    static void write(Path file, String text) throws IOException {
        Path partial = file.resolveSibling(file.getFileName() + ".partial");
        Files.deleteIfExists(partial);
        Files.createFile(partial, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(OWNER_ONLY)));
        Files.writeString(partial, text);
        ForcedFiles.force(partial);
        Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE);
    }

    static String randomSecret() {
        byte[] random = new byte[SECRET_BYTES];
        new SecureRandom().nextBytes(random);
        return HexFormat.of().formatHex(random);
    }
}
