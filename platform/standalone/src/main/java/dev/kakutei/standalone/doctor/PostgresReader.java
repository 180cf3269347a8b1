package dev.kakutei.standalone.doctor;

import dev.kakutei.store.database.PostgresConfig;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;

/** Asks a Postgres about itself. */
final class PostgresReader {
    private static final String SETTINGS = """
            select name, setting from pg_settings where name in (
              'wal_level', 'fsync', 'full_page_writes', 'synchronous_commit', 'max_replication_slots', 'max_wal_senders',
              'wal_sender_timeout', 'max_slot_wal_keep_size', 'idle_replication_slot_timeout', 'max_connections',
              'superuser_reserved_connections', 'server_encoding', 'data_checksums', 'server_version_num')
            """;

    private static final String REST = """
            select pg_is_in_recovery() as replica,
                   extract(epoch from clock_timestamp()) as now,
                   (select rolreplication or rolsuper from pg_roles where rolname = current_user) as may_replicate,
                   has_database_privilege(current_database(), 'create')
                     and has_schema_privilege('public', 'create') as may_create,
                   (select count(*) from pg_replication_slots) as slots
            """;

    private PostgresReader() {}

    /** As the owner, whose rights they are that making tables and the slot needs. */
    static PostgresFacts read(PostgresConfig config) throws SQLException {
        try (Connection connection = connect(config.url(), config.owner(), config.ownersPassword());
                Statement statement = connection.createStatement()) {
            Map<String, String> settings = new HashMap<>();
            try (ResultSet rows = statement.executeQuery(SETTINGS)) {
                while (rows.next()) {
                    settings.put(rows.getString("name"), rows.getString("setting"));
                }
            }
            Instant before = Instant.now();
            try (ResultSet row = statement.executeQuery(REST)) {
                Instant after = Instant.now();
                row.next();
                Instant middle = before.plus(Duration.between(before, after).dividedBy(2));
                Instant there = Instant.ofEpochMilli((long) (row.getDouble("now") * 1000));
                return new PostgresFacts(
                        settings,
                        Integer.parseInt(settings.getOrDefault("server_version_num", "0")),
                        row.getBoolean("replica"),
                        Duration.between(middle, there),
                        row.getBoolean("may_replicate"),
                        row.getBoolean("may_create"),
                        row.getInt("slots"));
            }
        }
    }

    /** Whether a user is let in at all. */
    static void knock(String url, String user, String password) throws SQLException {
        connect(url, user, password).close();
    }

    private static Connection connect(String url, String user, String password) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", user);
        properties.setProperty("password", password);
        properties.setProperty("connectTimeout", "10");
        properties.setProperty("socketTimeout", "30");
        properties.setProperty("ApplicationName", "kakutei-doctor");
        return DriverManager.getConnection(url, properties);
    }
}
