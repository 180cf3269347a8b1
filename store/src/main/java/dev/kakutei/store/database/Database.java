package dev.kakutei.store.database;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;

/** The connections to Postgres. Made without connecting. */
public final class Database implements AutoCloseable {
    /** A caller waits at most this long for a connection before Postgres counts as unavailable. */
    private static final Duration CONNECTION_TIMEOUT = Duration.ofSeconds(3);

    private static final int PROBE_SECONDS = 2;

    private final PostgresConfig config;
    private final MeterRegistry registry;
    private volatile HikariDataSource pool;

    public Database(PostgresConfig config, MeterRegistry registry) {
        this.config = config;
        this.registry = registry;
    }

    /** Brings the tables up to date, then opens the pool. */
    public void start() {
        Migration.run(config);
        open();
    }

    /** Opens the pool without migrating: for a command that runs beside services, which have migrated the tables. */
    public void open() {
        HikariConfig hikari = new HikariConfig();
        hikari.setPoolName("ingest");
        hikari.setJdbcUrl(config.url());
        hikari.setUsername(config.user());
        hikari.setPassword(config.password());
        hikari.setMaximumPoolSize(config.poolSize());
        hikari.setAutoCommit(false);
        hikari.setConnectionTimeout(CONNECTION_TIMEOUT.toMillis());
        hikari.setValidationTimeout(1_000);
        hikari.setMetricRegistry(registry);
        hikari.addDataSourceProperty("ApplicationName", "kakutei-ingest");
        hikari.addDataSourceProperty("tcpKeepAlive", "true");
        hikari.addDataSourceProperty("connectTimeout", "3");
        // A server that vanished without closing the connection must not block a writer for ever.
        hikari.addDataSourceProperty("socketTimeout", "30");
        pool = new HikariDataSource(hikari);
    }

    /** A connection of the pool, in a transaction; closing it without a commit rolls back. */
    public Connection connection() throws SQLException {
        HikariDataSource open = pool;
        if (open == null) {
            throw new SQLException("the database is not open", "08003");
        }
        return open.getConnection();
    }

    public Optional<String> problem() {
        try (Connection connection = connection();
                Statement probe = connection.createStatement()) {
            probe.setQueryTimeout(PROBE_SECONDS);
            probe.execute("select 1");
            connection.rollback();
            return Optional.empty();
        } catch (SQLException e) {
            return Optional.of("Postgres does not answer: " + e.getMessage());
        }
    }

    @Override
    public void close() {
        HikariDataSource open = pool;
        pool = null;
        if (open != null) {
            open.close();
        }
    }
}
