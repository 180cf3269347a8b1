package dev.kakutei.relay.capture;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;

/** One connection that is kept, and opened again after it broke. For one thread. */
public final class PostgresLink implements AutoCloseable {
    private final PostgresAddress postgres;
    private Connection connection;

    public PostgresLink(PostgresAddress postgres) {
        this.postgres = postgres;
    }

    public Connection connection() throws SQLException {
        if (connection == null) {
            Properties properties = new Properties();
            properties.setProperty("user", postgres.user());
            properties.setProperty("password", postgres.password());
            properties.setProperty("ApplicationName", "kakutei-outbox-relay");
            // A server that vanished without a word must not hold up the supervision.
            properties.setProperty("loginTimeout", "5");
            properties.setProperty("connectTimeout", "5");
            properties.setProperty("socketTimeout", "10");
            // A process that is frozen must not keep what its session holds: a running one sends a query every few
            // seconds.
            properties.setProperty("options", "-c idle_session_timeout=10s");
            connection = DriverManager.getConnection(postgres.url(), properties);
        }
        return connection;
    }

    /** The next one who asks gets a new connection. */
    @Override
    public void close() {
        try {
            if (connection != null) {
                connection.close();
            }
        } catch (SQLException alreadyGone) {
            // Gone is what was asked for.
        }
        connection = null;
    }
}
