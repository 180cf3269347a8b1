package dev.kakutei.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EmbeddedPostgresTest {
    @TempDir
    Path folder;

    private final List<String> progress = new ArrayList<>();

    @Test
    void start_secondTimeOnSameFolder_keepsRows() throws Exception {
        try (EmbeddedPostgres postgres = postgres().start()) {
            execute(postgres, "CREATE TABLE kept (word text)", "INSERT INTO kept VALUES ('first')");
        }
        assertThat(Files.exists(folder.resolve("data/postmaster.pid"))).isFalse();
        try (EmbeddedPostgres postgres = postgres().start()) {
            execute(postgres, "INSERT INTO kept VALUES ('second')");
            assertThat(query(postgres, "SELECT string_agg(word, ' ' ORDER BY word) FROM kept"))
                    .isEqualTo("first second");
        }
        progress.forEach(System.out::println);
        assertThat(progress).filteredOn(line -> line.contains("creating")).hasSize(1);
    }

    @Test
    void running_askedByAnother_isFoundOnlyWhileItRuns() throws Exception {
        assertThat(RunningPostgres.in(folder)).isEmpty();
        EmbeddedPostgres postgres = Shared.SERVER;
        RunningPostgres found = RunningPostgres.in(Shared.FOLDER).orElseThrow();

        assertThat(found).isEqualTo(new RunningPostgres(postgres.jdbcUrl(), postgres.user(), postgres.password()));
        assertThat(found.toString()).doesNotContain(postgres.password());
        DriverManager.getConnection(found.jdbcUrl(), found.user(), found.password())
                .close();
        postgres.close();
        assertThat(RunningPostgres.in(Shared.FOLDER)).isEmpty();
        postgres.start();
    }

    @Test
    void start_afterCrash_recoversCommittedRowsOnTheSamePort() throws Exception {
        EmbeddedPostgres postgres = Shared.SERVER;
        int port = postgres.port();
        execute(postgres, "CREATE TABLE kept (word text)", "INSERT INTO kept VALUES ('committed')");
        postgres.stopImmediately();
        assertThat(postgres.process()).isEmpty();
        postgres.start();
        assertThat(postgres.port()).isEqualTo(port);
        assertThat(query(postgres, "SELECT word FROM kept")).isEqualTo("committed");
    }

    @ParameterizedTest
    @CsvSource({
        "fsync, on",
        "synchronous_commit, on",
        "full_page_writes, on",
        "wal_level, logical",
        "wal_sender_timeout, 10s",
        "listen_addresses, 127.0.0.1",
        "max_connections, 37",
        "cluster_name, it's quoted",
        "server_version_num, 180006",
    })
    void settings_ofARunningServer_areDurableAndAsAsked(String setting, String value) throws Exception {
        assertThat(query(Shared.SERVER, "SHOW " + setting)).isEqualTo(value);
    }

    @Test
    void connect_wrongPassword_isRefused() {
        assertThatThrownBy(() -> DriverManager.getConnection(Shared.SERVER.jdbcUrl(), Shared.SERVER.user(), "guess")
                        .close())
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("password authentication failed");
    }

    @Test
    void start_portTaken_namesThePort() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"));
                EmbeddedPostgres postgres =
                        new EmbeddedPostgres(EmbeddedPostgresConfig.in(folder).withPort(taken.getLocalPort()))) {
            assertThatThrownBy(postgres::start)
                    .isInstanceOf(EmbeddedStartException.class)
                    .hasMessageContaining("port " + taken.getLocalPort() + " is taken");
        }
    }

    @Test
    void start_folderInUse_saysSo() {
        try (DirectoryLock held = DirectoryLock.acquire(folder, "another");
                EmbeddedPostgres postgres = postgres()) {
            assertThat(held).isNotNull();
            assertThatThrownBy(postgres::start)
                    .isInstanceOf(EmbeddedStartException.class)
                    .hasMessageContaining(folder.toString())
                    .hasMessageContaining("in use by another process");
        }
    }

    @Test
    void start_pidFileOfAnotherLivingProcess_leavesThatProcessAlone() throws Exception {
        try (EmbeddedPostgres postgres = postgres().start()) {
            execute(postgres, "CREATE TABLE kept (word text)");
        }
        Process stranger = new ProcessBuilder("sleep", "60").start();
        try (EmbeddedPostgres postgres = postgres()) {
            Path data = folder.resolve("data");
            Files.writeString(
                    data.resolve("postmaster.pid"), stranger.pid() + "\n" + data + "\n1700000000\n5432\n\n127.0.0.1\n");
            postgres.start();
            assertThat(query(postgres, "SELECT count(*) FROM kept")).isEqualTo("0");
            assertThat(stranger.isAlive()).isTrue();
            assertThat(progress).anyMatch(line -> line.contains("not ours"));
        } finally {
            stranger.destroyForcibly();
        }
    }

    @Test
    void start_serverDiedByItself_startsItAgainOnTheSamePort() throws Exception {
        EmbeddedPostgres postgres = Shared.SERVER;
        int port = postgres.port();
        ProcessHandle server = postgres.process().orElseThrow();
        server.destroyForcibly();
        server.onExit().get(60, TimeUnit.SECONDS);
        postgres.start();
        assertThat(postgres.port()).isEqualTo(port);
        assertThat(query(postgres, "SELECT 1")).isEqualTo("1");
    }

    @Test
    void start_dataOfAnotherMajorVersion_isRefusedWithBothNumbers() throws Exception {
        Files.createDirectories(folder.resolve("data"));
        Files.writeString(folder.resolve("data/PG_VERSION"), "17\n");
        try (EmbeddedPostgres postgres = postgres()) {
            assertThatThrownBy(postgres::start)
                    .isInstanceOf(EmbeddedStartException.class)
                    .hasMessageContaining("written by PostgreSQL 17, this is PostgreSQL 18");
        }
    }

    @Test
    void start_impossibleSetting_showsTheServersOwnWords() {
        try (EmbeddedPostgres postgres = new EmbeddedPostgres(
                EmbeddedPostgresConfig.in(folder).withSettings(Map.of("shared_buffers", "much")))) {
            assertThatThrownBy(postgres::start)
                    .isInstanceOf(EmbeddedStartException.class)
                    .hasMessageContaining("invalid value for parameter \"shared_buffers\"");
        }
    }

    @Test
    void start_asUnprivilegedAccountWhereNamespacesAreClosed_servesFromAFolderOfItsOwn() throws Exception {
        assumeTrue(PostgresAccount.choose() != PostgresAccount.OWN, "only root can change accounts");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        try (EmbeddedPostgres postgres = new EmbeddedPostgres(
                        EmbeddedPostgresConfig.in(folder.resolve("server")),
                        progress::add,
                        PostgresAccount.UNPRIVILEGED)
                .start()) {
            execute(postgres, "CREATE TABLE kept (word text)");
            postgres.stopImmediately();
            postgres.start();
            assertThat(query(postgres, "SELECT count(*) FROM kept")).isEqualTo("0");
        }
    }

    private EmbeddedPostgres postgres() {
        return new EmbeddedPostgres(EmbeddedPostgresConfig.in(folder), progress::add);
    }

    private static void execute(EmbeddedPostgres postgres, String... statements) throws SQLException {
        try (Connection connection = postgres.connect("kakutei");
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private static String query(EmbeddedPostgres postgres, String sql) throws SQLException {
        try (Connection connection = postgres.connect("kakutei");
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(sql)) {
            return found.next() ? found.getString(1) : null;
        }
    }

    /** A server for the tests that only look, or that stop it and start it again. */
    private static final class Shared {
        static final Path FOLDER =
                Path.of("target", "shared-postgres-" + ProcessHandle.current().pid());
        static final EmbeddedPostgres SERVER = start();

        private static EmbeddedPostgres start() {
            EmbeddedPostgres postgres = new EmbeddedPostgres(EmbeddedPostgresConfig.in(FOLDER)
                    .withSettings(Map.of("max_connections", "37", "cluster_name", "it's quoted")));
            Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(postgres, FOLDER)));
            return postgres.start();
        }

        private static void remove(EmbeddedPostgres postgres, Path folder) {
            postgres.close();
            try {
                Folders.delete(folder);
            } catch (IOException left) {
                System.err.println("left behind: " + left);
            }
        }
    }
}
