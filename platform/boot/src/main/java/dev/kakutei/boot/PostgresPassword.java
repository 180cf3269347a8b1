package dev.kakutei.boot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** The database's password: given as it is, or by a file that holds it, as secrets are mounted into containers. */
public final class PostgresPassword {
    private PostgresPassword() {}

    public static String read(Settings settings) {
        return read(settings, "postgres.password", "the user's password");
    }

    /** @param what whose password it is, for the page of settings */
    public static String read(Settings settings, String key, String what) {
        String password = settings.text(key, "", what);
        String fileKey = key + "-file";
        String file = settings.text(fileKey, "", "a file that holds " + what);
        if (file.isEmpty()) {
            return password;
        }
        if (!password.isEmpty()) {
            settings.mistake(fileKey, "is set together with " + key + "; set one of them");
        }
        try {
            return Files.readString(Path.of(file)).strip();
        } catch (NoSuchFileException e) {
            settings.mistake(fileKey, "there is no file " + file);
        } catch (IOException e) {
            settings.mistake(fileKey, "cannot read " + file + ": " + e.getMessage());
        }
        return "";
    }
}
