package dev.kakutei.testkit;

import dev.kakutei.embedded.EmbeddedPostgres;
import dev.kakutei.embedded.EmbeddedPostgresConfig;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * One PostgreSQL per test JVM, started when first asked for. Tests share it, each in a database of its own, and must
 * not stop it: a test about outages starts an {@link EmbeddedPostgres} for itself.
 *
 * <p>It commits as usual, but does not wait for the disk: what it holds would not survive a crash of the machine, and no
 * test needs that. A test of what survives starts an {@link EmbeddedPostgres}, which waits.
 */
public final class RealPostgres {
    private static final AtomicInteger NAMES = new AtomicInteger();
    private static final Map<String, Database> TEMPLATES = new ConcurrentHashMap<>();

    private RealPostgres() {}

    /** A database that no other test uses. */
    public record Database(String name, String jdbcUrl, String user, String password) {
        public Connection connect() throws SQLException {
            return DriverManager.getConnection(jdbcUrl, user, password);
        }

        /** For reading the WAL of this database, as a subscriber does. */
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
        Database made = database("test_" + NAMES.incrementAndGet());
        server().createDatabase(made.name());
        return made;
    }

    /**
     * A database of the caller's own that begins as a copy of one that was prepared once in this JVM. Replication slots
     * belong to one database and are not copied: who needs one makes it in the copy.
     *
     * @param template names what is prepared
     * @param preparation must leave no connection open
     */
    public static Database copyOf(String template, Consumer<Database> preparation) {
        Database source = TEMPLATES.computeIfAbsent(template, name -> {
            Database made = database("template_" + name);
            server().createDatabase(made.name());
            preparation.accept(made);
            return made;
        });
        Database copy = database("test_" + NAMES.incrementAndGet());
        // PostgreSQL itself waits for some seconds until the last connection to the template has gone.
        execute("create database " + copy.name() + " template " + source.name());
        return copy;
    }

    private static Database database(String name) {
        return new Database(name, server().jdbcUrl(name), server().user(), server().password());
    }

    private static void execute(String sql) {
        try (Connection connection = server().connect("postgres");
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    private static final class Holder {
        static final EmbeddedPostgres SERVER = start();

        private static EmbeddedPostgres start() {
            Path folder = TestFolders.create("postgres");
            EmbeddedPostgres postgres = new EmbeddedPostgres(EmbeddedPostgresConfig.in(folder)
                    .withSettings(Map.of(
                            "max_connections", "300",
                            "max_replication_slots", "60",
                            "max_wal_senders", "60",
                            "fsync", "off",
                            "full_page_writes", "off")));
            TestFolders.removeAtEnd(postgres, folder);
            return postgres.start();
        }
    }
}
