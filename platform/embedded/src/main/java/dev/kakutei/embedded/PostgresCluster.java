package dev.kakutei.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.function.Consumer;

/**
 * The files of one server in its folder: {@code data} (PostgreSQL's own), {@code password} and {@code postgres.log}.
 * The password is drawn at random when the data is made and read back ever after.
 */
record PostgresCluster(Path folder, PostgresAccount account) {
    static final String USER = "kakutei";

    Path data() {
        return folder.resolve("data");
    }

    Path log() {
        return folder.resolve("postgres.log");
    }

    String password() {
        try {
            return Files.readString(passwordFile()).strip();
        } catch (IOException e) {
            throw new EmbeddedStartException("cannot read the database password from " + passwordFile(), e);
        }
    }

    /** Makes the data beside its place and renames it, so a crash in between leaves nothing half made. */
    void create(PostgresTools tools, Consumer<String> progress) {
        try {
            if (Files.exists(data())) {
                requireVersion(tools.majorVersion());
            } else {
                progress.accept("PostgreSQL: creating " + data());
                Path making = folder.resolve("data.partial");
                Folders.delete(making);
                writePassword();
                account.own(folder);
                PostgresTools.Result made = tools.initdb(making, USER, passwordFile());
                if (!made.ok()) {
                    throw new EmbeddedStartException("PostgreSQL cannot make " + data() + ": " + made.output());
                }
                Files.move(making, data(), StandardCopyOption.ATOMIC_MOVE);
            }
        } catch (IOException e) {
            throw new EmbeddedStartException("PostgreSQL data folder " + data() + " cannot be made: " + e, e);
        }
    }

    /** One earlier log is kept, so the logs never hold more than two runs. */
    void turnLog() {
        try {
            if (Files.exists(log())) {
                Files.move(log(), folder.resolve("postgres.log.1"), StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (IOException e) {
            throw new EmbeddedStartException("cannot move " + log() + " aside: " + e, e);
        }
    }

    private void requireVersion(String major) throws IOException {
        String found = Files.readString(data().resolve("PG_VERSION")).strip();
        if (!found.equals(major)) {
            throw new EmbeddedStartException(data() + " was written by PostgreSQL " + found + ", this is PostgreSQL "
                    + major + ": dump and restore it");
        }
    }

    private void writePassword() throws IOException {
        PrivateFiles.write(passwordFile(), PrivateFiles.randomSecret() + "\n");
    }

    private Path passwordFile() {
        return folder.resolve("password");
    }
}
