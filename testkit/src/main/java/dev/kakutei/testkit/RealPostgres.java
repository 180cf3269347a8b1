package dev.kakutei.testkit;

import dev.kakutei.embedded.EmbeddedPostgres;
import dev.kakutei.embedded.EmbeddedPostgresConfig;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One PostgreSQL per test JVM, started when first asked for. Tests share it, each in a database of its own, and must
 * not stop it: a test about outages starts an {@link EmbeddedPostgres} for itself.
 */
public final class RealPostgres {
    private static final AtomicInteger NAMES = new AtomicInteger();

    private RealPostgres() {}

    /** A database nobody else uses. */
    public record Database(String name, String jdbcUrl, String user, String password) {
        public Connection connect() throws SQLException {
            return DriverManager.getConnection(jdbcUrl, user, password);
        }

        /** For reading the log of this database, as a subscriber does. */
        public Connection replication() throws SQLException {
            Properties properties = new Properties();
            properties.setProperty("user", user);
            properties.setProperty("password", password);
            properties.setProperty("replication", "database");
            properties.setProperty("assumeMinServerVersion", "9.4");
            properties.setProperty("preferQueryMode", "simple");
            return DriverManager.getConnection(jdbcUrl, properties);
        }

        @Override
        public String toString() {
            return jdbcUrl;
        }
    }

    public static EmbeddedPostgres server() {
        return Holder.SERVER;
    }

    public static Database freshDatabase() {
        String name = "test_" + NAMES.incrementAndGet();
        server().createDatabase(name);
        return new Database(name, server().jdbcUrl(name), server().user(), server().password());
    }

    private static final class Holder {
        static final EmbeddedPostgres SERVER = start();

        private static EmbeddedPostgres start() {
            Path folder = TestFolders.create("postgres");
            EmbeddedPostgres postgres = new EmbeddedPostgres(EmbeddedPostgresConfig.in(folder)
                    .withSettings(
                            Map.of("max_connections", "300", "max_replication_slots", "60", "max_wal_senders", "60")));
            TestFolders.removeAtEnd(postgres, folder);
            return postgres.start();
        }
    }
}
