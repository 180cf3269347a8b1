package dev.kakutei.boot.renew;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;

/**
 * What a file looks like from outside; another stamp means that somebody wrote it, or put another file in its place.
 *
 * @param modified null where there is no file to be seen
 */
public record FileStamp(FileTime modified, long size, Object file) {
    private static final FileStamp NONE = new FileStamp(null, 0, null);

    public static FileStamp of(String path) {
        try {
            BasicFileAttributes seen = Files.readAttributes(Path.of(path), BasicFileAttributes.class);
            return new FileStamp(seen.lastModifiedTime(), seen.size(), seen.fileKey());
        } catch (IOException | RuntimeException e) {
            return NONE;
        }
    }
}
