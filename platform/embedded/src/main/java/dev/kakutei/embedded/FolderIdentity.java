package dev.kakutei.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * By what a folder differs from a copy of it: the file system's own keys (device and inode) and the times at which the
 * files were made. The times are needed because a deleted file's inode is often given to the next file that is made.
 * Where the file system or the JDK (early builds of 17 on Linux) has none, a folder that was deleted and restored may get
 * its keys back and goes unnoticed; so do files that are overwritten in place everywhere.
 *
 * @param marker of the marker file; empty where the file system has no such keys
 * @param folder of the folder itself
 * @param inside of the folders in it by name, which may be replaced while the marker file stays
 */
record FolderIdentity(Optional<String> marker, Optional<String> folder, Map<String, String> inside) {
    static final FolderIdentity UNKNOWN = new FolderIdentity(Optional.empty(), Optional.empty(), Map.of());

    private static final String INSIDE = "inside.";
    private static final String MADE = "@";

    /** What a file's key is made of. */
    private interface Key {
        Optional<String> of(BasicFileAttributes file);
    }

    FolderIdentity {
        inside = Map.copyOf(inside);
    }

    /** As it is now; compared with what {@link #toWrite} found. */
    static FolderIdentity of(Path folder, Path marker) throws IOException {
        return of(folder, marker, file -> key(file).map(key -> key + MADE + file.creationTime()));
    }

    /** To be written into the new marker file, which may have any name yet: renaming it changes nothing. */
    static FolderIdentity toWrite(Path folder, Path marker) throws IOException {
        return hasTimesOfCreation(marker) ? of(folder, marker) : of(folder, marker, FolderIdentity::key);
    }

    /** Where there are none, Java gives the time of the last change instead, which does not stay. */
    private static boolean hasTimesOfCreation(Path file) throws IOException {
        Instant made = attributes(file).creationTime().toInstant();
        Files.setLastModifiedTime(file, FileTime.from(made.plus(1, ChronoUnit.DAYS)));
        BasicFileAttributes changed = attributes(file);
        return !changed.creationTime().equals(changed.lastModifiedTime());
    }

    private static FolderIdentity of(Path folder, Path marker, Key key) throws IOException {
        Map<String, String> inside = new TreeMap<>();
        for (Path entry : foldersIn(folder)) {
            key.of(attributes(entry))
                    .ifPresent(found -> inside.put(entry.getFileName().toString(), found));
        }
        return new FolderIdentity(key.of(attributes(marker)), key.of(attributes(folder)), inside);
    }

    boolean isKnown() {
        return marker.isPresent() && folder.isPresent();
    }

    /** Whether this, which was written down, is true of the folder found now. New folders inside are no difference. */
    boolean isThatOf(FolderIdentity now) {
        return isKnown() && same(marker, now.marker) && same(folder, now.folder) && hasInsideOf(now);
    }

    /** Whether the marker is where it was written, but beside it stands another folder than was there then. */
    boolean wasReplacedInside(FolderIdentity now) {
        return same(marker, now.marker) && !hasInsideOf(now);
    }

    void writeTo(Properties all) {
        all.setProperty("marker", marker.orElse(""));
        all.setProperty("folder", folder.orElse(""));
        inside.forEach((name, key) -> all.setProperty(INSIDE + name, key));
    }

    static FolderIdentity readFrom(Properties all) {
        Map<String, String> inside = new TreeMap<>();
        for (String name : all.stringPropertyNames()) {
            if (name.startsWith(INSIDE)) {
                inside.put(name.substring(INSIDE.length()), all.getProperty(name));
            }
        }
        return new FolderIdentity(
                Optional.of(RunMarker.required(all, "marker")).filter(key -> !key.isEmpty()),
                Optional.of(RunMarker.required(all, "folder")).filter(key -> !key.isEmpty()),
                inside);
    }

    private boolean hasInsideOf(FolderIdentity now) {
        return inside.entrySet().stream()
                .allMatch(written ->
                        same(Optional.of(written.getValue()), Optional.ofNullable(now.inside.get(written.getKey()))));
    }

    private static boolean same(Optional<String> written, Optional<String> now) {
        return written.isPresent()
                && now.isPresent()
                && (now.equals(written) || now.get().startsWith(written.get() + MADE));
    }

    static List<Path> foldersIn(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            // What is being made has a name of its own until it is whole, and is made again after a crash.
            return entries.filter(entry -> Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS))
                    .filter(entry -> !entry.getFileName().toString().endsWith(".partial"))
                    .toList();
        }
    }

    private static BasicFileAttributes attributes(Path file) throws IOException {
        return Files.readAttributes(file, BasicFileAttributes.class);
    }

    private static Optional<String> key(BasicFileAttributes file) {
        return Optional.ofNullable(file.fileKey()).map(Object::toString);
    }
}
