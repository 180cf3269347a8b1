package dev.kakutei.boot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A password among the settings: itself, or the name of a file that holds it. */
public final class Password {
    private Password() {}

    /** Reads {@code key} or {@code key-file}; both at once is a mistake, and so is a file that cannot be read. */
    public static String read(Settings settings, String key, String whose) {
        String password = settings.text(key, "", whose + " password");
        String fileKey = key + "-file";
        String file = settings.text(fileKey, "", "a file that holds " + whose + " password");
        if (file.isEmpty()) {
            return password;
        }
        if (!password.isEmpty()) {
            settings.mistake(fileKey, "is set together with " + key + "; set one of them");
        }
        try {
            return Files.readString(Path.of(file)).strip();
        } catch (IOException e) {
            settings.mistake(fileKey, "cannot read " + file + ": " + e.getMessage());
            return "";
        }
    }
}
