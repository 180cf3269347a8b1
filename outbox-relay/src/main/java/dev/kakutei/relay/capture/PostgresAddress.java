package dev.kakutei.relay.capture;

import static java.util.Objects.requireNonNull;

import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import org.postgresql.Driver;

/**
 * Where the database is, and who we are there.
 *
 * @param parameters what the JDBC url says after the question mark, for the driver
 */
public record PostgresAddress(
        String url,
        String host,
        int port,
        String database,
        String user,
        String password,
        Map<String, String> parameters) {
    public PostgresAddress {
        requireNonNull(url, "url");
        requireNonNull(host, "host");
        requireNonNull(database, "database");
        requireNonNull(user, "user");
        requireNonNull(password, "password");
        parameters = Map.copyOf(parameters);
    }

    /** Empty when the url is no JDBC url of one PostgreSQL server: Debezium cannot be given several. */
    public static Optional<PostgresAddress> parse(String url, String user, String password) {
        Properties parsed = url.startsWith("jdbc:postgresql:") ? Driver.parseURL(url, new Properties()) : null;
        if (parsed == null || parsed.getProperty("PGHOST", "").contains(",")) {
            return Optional.empty();
        }
        Map<String, String> parameters = new TreeMap<>();
        for (String name : parsed.stringPropertyNames()) {
            if (!name.startsWith("PG")) {
                parameters.put(name, parsed.getProperty(name));
            }
        }
        return Optional.of(new PostgresAddress(
                url,
                parsed.getProperty("PGHOST", "localhost"),
                Integer.parseInt(parsed.getProperty("PGPORT", "5432")),
                parsed.getProperty("PGDBNAME", user),
                user,
                password,
                parameters));
    }

    /** Never shows the password. */
    @Override
    public String toString() {
        return user + "@" + host + ":" + port + "/" + database;
    }
}
