package dev.kakutei.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** SPEC G3: what is on the disk is for the owner of the data folder alone. */
class DataFolderTest {
    @TempDir
    private Path parent;

    @Test
    void newFolder_isReadableByItsOwnerAlone() throws Exception {
        Path folder = parent.resolve("deep").resolve("data");

        DataFolder.prepare(folder);

        assertThat(permissions(folder)).isEqualTo("rwx------");
        assertThatCode(() -> DataFolder.prepare(folder)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(strings = {"rwxr-xr-x", "rwxr-x---", "rwx---r--", "rwx-w----"})
    void folderThatOthersMayReadOrWrite_isRefusedWithTheCommandThatClosesIt(String permissions) throws Exception {
        Path folder = folder(permissions);

        assertThatThrownBy(() -> DataFolder.prepare(folder))
                .isInstanceOf(StartException.class)
                .hasMessageContaining(permissions)
                .hasMessageEndingWith("chmod 700 " + folder);
        assertThat(permissions(folder)).isEqualTo(permissions);
    }

    @ParameterizedTest
    @ValueSource(strings = {"rwx------", "rwx--x--x"})
    void folderThatIsClosed_isTakenAsItIs(String permissions) throws Exception {
        Path folder = folder(permissions);

        DataFolder.prepare(folder);

        assertThat(permissions(folder)).isEqualTo(permissions);
    }

    @Test
    void fileInItsPlace_isRefused() throws Exception {
        Path file = Files.writeString(parent.resolve("data"), "no folder");

        assertThatThrownBy(() -> DataFolder.prepare(file))
                .isInstanceOf(StartException.class)
                .hasMessageContaining(file.toString());
    }

    private Path folder(String permissions) throws IOException {
        Path folder = Files.createDirectory(parent.resolve("data"));
        return Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(permissions));
    }

    private static String permissions(Path folder) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(folder));
    }
}
