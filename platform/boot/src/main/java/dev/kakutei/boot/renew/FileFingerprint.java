package dev.kakutei.boot.renew;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;

/**
 * The metadata by which a change of a file is noticed; another fingerprint means that the file was written or replaced.
 *
 * @param modified null where there is no file to be seen
 */
public record FileFingerprint(FileTime modified, long size, Object file) {
    private static final FileFingerprint NONE = new FileFingerprint(null, 0, null);

    public static FileFingerprint of(String path) {
        try {
            BasicFileAttributes seen = Files.readAttributes(Path.of(path), BasicFileAttributes.class);
            return new FileFingerprint(seen.lastModifiedTime(), seen.size(), seen.fileKey());
        } catch (IOException | RuntimeException e) {
            return NONE;
        }
    }
}
