package dev.kakutei.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** SPEC G3: what is on the disk is for the owner of the data folder alone. */
class DataFolderTest {
    private static final List<String> PARTS = List.of("kafka", "simulator");

    @TempDir
    private Path parent;

    private Path folder;

    @BeforeEach
    void name() {
        folder = parent.resolve("deep").resolve("data");
    }

    @Test
    void newFolder_isForItsOwnerAlone() throws Exception {
        DataFolder.prepare(folder, PARTS, PostgresAccount.OWN);

        assertThat(permissions(folder)).isEqualTo("rwx------");
        assertThatCode(() -> DataFolder.prepare(folder, PARTS, PostgresAccount.OWN))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource({
        "rwxr-xr-x, OWN",
        "rwxr-x---, NAMESPACE",
        "rwx---r--, OWN",
        "rwx-w----, NAMESPACE",
        "rwx--x--x, OWN",
        "rwxr-xr-x, UNPRIVILEGED",
        "rwx--x-wx, UNPRIVILEGED"
    })
    void folderThatOthersMayEnter_isRefusedWithTheCommandThatClosesIt(String permissions, PostgresAccount account)
            throws Exception {
        make(permissions);

        assertThatThrownBy(() -> DataFolder.prepare(folder, PARTS, account))
                .isInstanceOf(EmbeddedStartException.class)
                .hasMessageContaining(permissions)
                .hasMessageEndingWith("chmod 700 " + folder);
        assertThat(permissions(folder)).isEqualTo(permissions);
    }

    /** PostgreSQL's account passes through; what is inside, of before as well, is closed to it and to everyone. */
    @ParameterizedTest
    @ValueSource(strings = {"rwx------", "rwx--x--x"})
    void folderThatAnotherAccountMustPass_isClosedInside(String permissions) throws Exception {
        make(permissions);
        Files.createDirectory(
                folder.resolve("kafka"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        Path file = Files.writeString(folder.resolve("gateways.yaml"), "gateways: {}\n");

        DataFolder.prepare(folder, PARTS, PostgresAccount.UNPRIVILEGED);

        assertThat(permissions(folder)).isEqualTo("rwx--x--x");
        assertThat(permissions(folder.resolve("kafka"))).isEqualTo("rwx------");
        assertThat(permissions(folder.resolve("simulator"))).isEqualTo("rwx------");
        assertThat(permissions(file)).isEqualTo("rw-------");
    }

    @Test
    void folderOfAnUnprivilegedServer_letsItServe() throws Exception {
        assumeTrue(PostgresAccount.choose() != PostgresAccount.OWN, "only root can change accounts");
        Files.setPosixFilePermissions(parent, PosixFilePermissions.fromString("rwxr-xr-x"));
        DataFolder.prepare(folder, PARTS, PostgresAccount.UNPRIVILEGED);
        try (EmbeddedPostgres postgres = new EmbeddedPostgres(
                        EmbeddedPostgresConfig.in(folder.resolve("postgres")),
                        sentence -> {},
                        PostgresAccount.UNPRIVILEGED)
                .start()) {
            try (Connection connection = postgres.connect("kakutei")) {
                assertThat(connection.isValid(5)).isTrue();
            }
        }
    }

    @Test
    void fileInItsPlace_isRefused() throws Exception {
        Files.createDirectories(folder.getParent());
        Files.writeString(folder, "no folder");

        assertThatThrownBy(() -> DataFolder.prepare(folder, PARTS, PostgresAccount.OWN))
                .isInstanceOf(EmbeddedStartException.class)
                .hasMessageContaining(folder.toString());
    }

    private void make(String permissions) throws IOException {
        Files.createDirectories(folder);
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(permissions));
    }

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}
