package dev.kakutei.boot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** The database's password: given as it is, or by a file that holds it, as secrets are mounted into containers. */
public final class PostgresPassword {
    private static final String FILE = "postgres.password-file";

    private PostgresPassword() {}

    public static String read(Settings settings) {
        String password = settings.text("postgres.password", "", "the user's password");
        String file = settings.text(FILE, "", "a file that holds the password");
        if (file.isEmpty()) {
            return password;
        }
        if (!password.isEmpty()) {
            settings.mistake(FILE, "is set together with postgres.password; set one of them");
        }
        try {
            return Files.readString(Path.of(file)).strip();
        } catch (NoSuchFileException e) {
            settings.mistake(FILE, "there is no file " + file);
        } catch (IOException e) {
            settings.mistake(FILE, "cannot read " + file + ": " + e.getMessage());
        }
        return "";
    }
}
