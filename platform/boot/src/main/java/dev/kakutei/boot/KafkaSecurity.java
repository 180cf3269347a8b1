package dev.kakutei.boot;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/**
 * The client settings of a secured Kafka, from a file in Kafka's own format. Only security settings may be in it:
 * acknowledgements, offsets and the like carry promises and are for Kakutei to choose.
 */
final class KafkaSecurity {
    private static final String KEY = "kafka.security-file";
    private static final List<String> ALLOWED = List.of("security.", "sasl.", "ssl.");

    private KafkaSecurity() {}

    static Map<String, String> read(Settings settings) {
        String file = settings.text(
                KEY,
                "",
                "a properties file with security.*, sasl.* and ssl.* for Kafka's clients; empty: none are needed");
        Map<String, String> security = new TreeMap<>();
        if (file.isEmpty()) {
            return security;
        }
        Properties read = new Properties();
        try (BufferedReader reader = Files.newBufferedReader(Path.of(file))) {
            read.load(reader);
        } catch (NoSuchFileException e) {
            settings.mistake(KEY, "there is no file " + file);
        } catch (IOException | IllegalArgumentException e) {
            settings.mistake(KEY, "cannot read " + file + ": " + e.getMessage());
        }
        for (String name : read.stringPropertyNames()) {
            if (ALLOWED.stream().anyMatch(name::startsWith)) {
                security.put(name, read.getProperty(name));
            } else {
                settings.mistake(KEY, file + " sets " + name + "; only security.*, sasl.* and ssl.* may stand there");
            }
        }
        return security;
    }
}
