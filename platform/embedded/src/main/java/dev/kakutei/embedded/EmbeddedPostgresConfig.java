package dev.kakutei.embedded;

import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Where an embedded PostgreSQL keeps its data and how it behaves.
 *
 * @param dataDirectory holds the whole state of the server; one process at a time
 * @param binariesDirectory where the unpacked programs are kept, shared by all who use the same release
 * @param port the port clients connect to on 127.0.0.1; 0 chooses a free one at each first start of an object
 * @param database is made when it is missing
 * @param settings of {@code postgresql.conf}, overriding the defaults of this module
 */
public record EmbeddedPostgresConfig(
        Path dataDirectory, Path binariesDirectory, int port, String database, Map<String, String> settings) {
    private static final Pattern NAME = Pattern.compile("[a-z_][a-z0-9_]{0,62}");

    public EmbeddedPostgresConfig {
        dataDirectory = dataDirectory.toAbsolutePath().normalize();
        binariesDirectory = binariesDirectory.toAbsolutePath().normalize();
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("PostgreSQL port out of range: " + port);
        }
        requireName(database);
        settings = Map.copyOf(settings);
        for (String key : settings.keySet()) {
            if (!key.matches("[A-Za-z_][A-Za-z0-9_.]*")) {
                throw new IllegalArgumentException("not a PostgreSQL setting: " + key);
            }
        }
    }

    public static EmbeddedPostgresConfig in(Path dataDirectory) {
        return new EmbeddedPostgresConfig(dataDirectory, sharedBinaries(), 0, "kakutei", Map.of());
    }

    public EmbeddedPostgresConfig withBinaries(Path binariesDirectory) {
        return new EmbeddedPostgresConfig(dataDirectory, binariesDirectory, port, database, settings);
    }

    public EmbeddedPostgresConfig withPort(int port) {
        return new EmbeddedPostgresConfig(dataDirectory, binariesDirectory, port, database, settings);
    }

    public EmbeddedPostgresConfig withSettings(Map<String, String> settings) {
        return new EmbeddedPostgresConfig(dataDirectory, binariesDirectory, port, database, settings);
    }

    /** A name that needs no quoting anywhere: in SQL, in an address, in a file name. */
    static String requireName(String database) {
        if (!NAME.matcher(database).matches()) {
            throw new IllegalArgumentException("not a plain database name: " + database);
        }
        return database;
    }

    private static Path sharedBinaries() {
        return Path.of(System.getProperty("java.io.tmpdir"), "kakutei-postgres-" + System.getProperty("user.name"));
    }
}
