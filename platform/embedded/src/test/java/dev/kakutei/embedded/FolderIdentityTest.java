package dev.kakutei.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderIdentityTest {
    @TempDir
    Path temporary;

    @Test
    void identity_usedAndRenamed_stays() throws IOException {
        Path folder = make();
        FolderIdentity written = FolderIdentity.toWrite(folder, folder.resolve("marker"));
        Files.writeString(folder.resolve("marker"), "text", StandardOpenOption.APPEND);
        Files.writeString(folder.resolve("log/records"), "more");
        Files.createDirectory(folder.resolve("new"));
        Files.move(folder.resolve("marker"), folder.resolve("renamed"));
        assertThat(written.isKnown()).isTrue();
        assertThat(written.isThatOf(FolderIdentity.of(folder, folder.resolve("renamed"))))
                .isTrue();
    }

    @Test
    void identity_folderMovedOnItsFileSystem_stays() throws IOException {
        Path folder = make();
        FolderIdentity written = FolderIdentity.toWrite(folder, folder.resolve("marker"));
        Path moved = Files.move(folder, temporary.resolve("moved"));
        assertThat(written.isThatOf(FolderIdentity.of(moved, moved.resolve("marker"))))
                .isTrue();
    }

    /** The usual restore: remove what is there, put the copy in its place. Its inodes are often those just freed. */
    @Test
    void identity_deletedAndMadeAgainWithTheSameInodes_differs() throws IOException {
        Path folder = make();
        assumeTrue(hasTimesOfCreation(folder));
        FolderIdentity written = FolderIdentity.toWrite(folder, folder.resolve("marker"));
        String inodes = inodes(folder);
        int attempts = 0;
        do {
            assumeTrue(attempts++ < 50, "this file system does not use inodes again");
            Folders.delete(folder);
            awaitLaterThan(written);
            make();
        } while (!inodes(folder).equals(inodes));
        FolderIdentity now = FolderIdentity.of(folder, folder.resolve("marker"));
        assertThat(written.isThatOf(now)).isFalse();
        assertThat(written.wasReplacedInside(now)).as("a whole copy").isFalse();
    }

    @Test
    void identity_withoutTimesOfCreation_comparesInodes() {
        FolderIdentity written = new FolderIdentity(Optional.of("(1,2)"), Optional.of("(1,3)"), Map.of("log", "(1,4)"));
        assertThat(written.isThatOf(new FolderIdentity(
                        Optional.of("(1,2)@2026"), Optional.of("(1,3)@2025"), Map.of("log", "(1,4)@2024"))))
                .isTrue();
        assertThat(written.isThatOf(new FolderIdentity(
                        Optional.of("(1,2)@2026"), Optional.of("(1,3)@2025"), Map.of("log", "(1,44)@2024"))))
                .isFalse();
    }

    @Test
    void toWrite_linksAndHalfMadeFolders_areLeftOut() throws IOException {
        Path folder = make();
        Files.createSymbolicLink(folder.resolve("link"), temporary);
        assertThat(FolderIdentity.toWrite(folder, folder.resolve("marker")).inside())
                .containsOnlyKeys("log");
    }

    @Test
    void readFrom_whatWasWritten_isTheSame() throws IOException {
        Path folder = make();
        for (FolderIdentity identity :
                new FolderIdentity[] {FolderIdentity.toWrite(folder, folder.resolve("marker")), FolderIdentity.UNKNOWN
                }) {
            Properties all = new Properties();
            identity.writeTo(all);
            assertThat(FolderIdentity.readFrom(all)).isEqualTo(identity);
        }
    }

    private Path make() throws IOException {
        Path folder = Files.createDirectory(temporary.resolve("folder"));
        Files.createFile(folder.resolve("marker"));
        Files.createDirectory(folder.resolve("log"));
        Files.createDirectory(folder.resolve("log.partial"));
        return folder;
    }

    private boolean hasTimesOfCreation(Path folder) throws IOException {
        Path marker = folder.resolve("marker");
        return FolderIdentity.toWrite(folder, marker).marker().orElse("").contains("@");
    }

    /** Times of creation have steps of some milliseconds; a restore takes longer. */
    private void awaitLaterThan(FolderIdentity written) throws IOException {
        String made = written.marker().orElseThrow().replaceFirst(".*@", "");
        Path probe = temporary.resolve("probe");
        long deadline = System.nanoTime() + 60_000_000_000L;
        do {
            Files.deleteIfExists(probe);
            Files.createFile(probe);
        } while (Files.readAttributes(probe, BasicFileAttributes.class)
                        .creationTime()
                        .toString()
                        .equals(made)
                && System.nanoTime() < deadline);
        Files.delete(probe);
    }

    private static String inodes(Path folder) throws IOException {
        return key(folder) + key(folder.resolve("marker")) + key(folder.resolve("log"));
    }

    private static String key(Path file) throws IOException {
        return String.valueOf(
                Files.readAttributes(file, BasicFileAttributes.class).fileKey());
    }
}
