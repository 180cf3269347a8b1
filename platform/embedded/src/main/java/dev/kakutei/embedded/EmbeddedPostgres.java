package dev.kakutei.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A real PostgreSQL server beside this JVM, with durable data.
 *
 * <p>The server is a process of its own in a session of its own, so Ctrl-C in a terminal does not reach it before the
 * services that use it have ended. When this JVM is killed the server is shut down soon after; a start that comes
 * earlier than that finds it by its pid file, proves that it serves this very folder, and stops it first.
 */
public final class EmbeddedPostgres implements AutoCloseable {
    private static final Duration START_TIME = Duration.ofSeconds(90);
    private static final Duration STOP_TIME = Duration.ofSeconds(10);
    private static final int START_TRIES = 5;

    private final EmbeddedPostgresConfig config;
    private final Consumer<String> progress;
    private final PostgresAccount account;
    private final PostgresCluster cluster;
    private PostgresTools tools;
    private DirectoryLock lock;
    private PostgresGuard guard;
    private int port;

    public EmbeddedPostgres(EmbeddedPostgresConfig config, Consumer<String> progress) {
        this(config, progress, PostgresAccount.choose());
    }

    public EmbeddedPostgres(EmbeddedPostgresConfig config) {
        this(config, sentence -> {});
    }

    EmbeddedPostgres(EmbeddedPostgresConfig config, Consumer<String> progress, PostgresAccount account) {
        this.config = config;
        this.progress = progress;
        this.account = account;
        this.cluster = new PostgresCluster(config.dataDirectory(), account);
        this.port = config.port();
    }

    /** Returns when the server takes connections and its database is there; comes back on the same port. */
    public synchronized EmbeddedPostgres start() {
        if (guard != null && process().isPresent()) {
            return this;
        }
        dismissGuard();
        long begin = System.nanoTime();
        if (lock == null) {
            lock = DirectoryLock.acquire(config.dataDirectory(), "PostgreSQL");
        }
        try {
            tools = new PostgresTools(
                    PostgresBinaries.unpacked(config.binariesDirectory(), progress), account, config.dataDirectory());
            cluster.create(tools, progress);
            stopLeftover();
            startServer();
            createDatabase(config.database());
        } catch (RuntimeException e) {
            closeAfter(e);
            throw e;
        }
        progress.accept("PostgreSQL: ready on " + LoopbackPort.HOST + ":" + port + " after "
                + (System.nanoTime() - begin) / 1_000_000 + " ms");
        return this;
    }

    public String jdbcUrl() {
        return jdbcUrl(config.database());
    }

    public String jdbcUrl(String database) {
        return "jdbc:postgresql://" + LoopbackPort.HOST + ":" + port() + "/"
                + EmbeddedPostgresConfig.requireName(database);
    }

    /** The owner of everything; may also read the WAL (replication). */
    public String user() {
        return PostgresCluster.USER;
    }

    public String password() {
        return cluster.password();
    }

    public synchronized int port() {
        if (port == 0) {
            throw new IllegalStateException("PostgreSQL has no port before its first start");
        }
        return port;
    }

    public Connection connect(String database) throws SQLException {
        return DriverManager.getConnection(jdbcUrl(database), user(), password());
    }

    /** Makes a database unless it is there. */
    public void createDatabase(String database) {
        EmbeddedPostgresConfig.requireName(database);
        try (Connection connection = connect("postgres")) {
            if (!exists(connection, database)) {
                try (Statement statement = connection.createStatement()) {
                    statement.execute("CREATE DATABASE " + database);
                }
            }
        } catch (SQLException e) {
            throw new EmbeddedStartException("cannot make the database " + database + ": " + e.getMessage(), e);
        }
    }

    /** An outage with a clean end; {@link #start()} brings the server back on the same port. */
    public synchronized void stop() {
        end(PostgresTools.StopMode.FAST);
    }

    /** A crash of the server: nothing is written at the end, and the next start recovers from the WAL. */
    public synchronized void stopImmediately() {
        end(PostgresTools.StopMode.IMMEDIATE);
    }

    /** Stops the server in bounded time and frees the data folder. */
    @Override
    public synchronized void close() {
        stop();
        if (lock != null) {
            lock.close();
            lock = null;
        }
    }

    /** The server's process while it runs. */
    public Optional<ProcessHandle> process() {
        return Postmaster.in(cluster.data())
                .filter(postmaster -> postmaster.serves(cluster.data()))
                .flatMap(postmaster -> ProcessHandle.of(postmaster.pid()));
    }

    /** The small shell that ends the server when this JVM is gone. */
    public synchronized Optional<ProcessHandle> guardProcess() {
        return Optional.ofNullable(guard).flatMap(present -> ProcessHandle.of(present.pid()));
    }

    private void startServer() {
        for (int tries = 1; ; tries++) {
            int chosen = port == 0 ? LoopbackPort.anyFree() : port;
            LoopbackPort.requireFree(chosen, "PostgreSQL");
            PostgresSettings.write(cluster.data(), PostgresSettings.of(config, chosen));
            account.own(config.dataDirectory());
            cluster.turnLog();
            progress.accept("PostgreSQL: starting on " + LoopbackPort.HOST + ":" + chosen);
            PostgresTools.Result started = tools.start(cluster.data(), cluster.log(), START_TIME);
            if (started.ok()) {
                port = chosen;
                guard = PostgresGuard.over(Postmaster.in(cluster.data())
                        .orElseThrow(() -> new EmbeddedStartException("PostgreSQL ended at once: " + logText()))
                        .pid());
                return;
            }
            if (tries == START_TRIES || !mayPass(chosen)) {
                throw new EmbeddedStartException("PostgreSQL did not start on " + LoopbackPort.HOST + ":" + chosen
                        + " with data in " + config.dataDirectory() + ": " + started.output() + "\n" + logText());
            }
        }
    }

    /**
     * Whether another try makes sense: a free port was snatched between choosing and using it, or children of a killed
     * server still hold its memory for a moment. Each failed try takes pg_ctl long enough that no pause is needed.
     */
    private boolean mayPass(int chosen) {
        String log = logText();
        return log.contains("pre-existing shared memory block") || (port != chosen && log.contains("could not bind"));
    }

    private void stopLeftover() {
        Optional<Postmaster> named = Postmaster.in(cluster.data()).filter(Postmaster::isAlive);
        if (named.isEmpty()) {
            return;
        }
        Postmaster postmaster = named.get();
        if (postmaster.serves(cluster.data())) {
            progress.accept(
                    "PostgreSQL: stopping the server a killed process left behind (pid " + postmaster.pid() + ")");
            stopServer(PostgresTools.StopMode.FAST);
        } else {
            progress.accept("PostgreSQL: the pid file names a process that is not ours; removing the file");
            postmaster.forget(cluster.data());
        }
    }

    private void end(PostgresTools.StopMode mode) {
        if (tools != null && process().isPresent()) {
            progress.accept("PostgreSQL: stopping");
            stopServer(mode);
        }
        dismissGuard();
    }

    private void dismissGuard() {
        if (guard != null) {
            guard.close();
            guard = null;
        }
    }

    private void closeAfter(RuntimeException failure) {
        try {
            close();
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    private void stopServer(PostgresTools.StopMode mode) {
        PostgresTools.Result stopped = tools.stop(cluster.data(), mode, STOP_TIME);
        if (!stopped.ok() && process().isPresent()) {
            stopped = tools.stop(cluster.data(), PostgresTools.StopMode.IMMEDIATE, STOP_TIME);
        }
        if (!stopped.ok() && process().isPresent()) {
            throw new EmbeddedStartException(
                    "PostgreSQL with data in " + config.dataDirectory() + " does not stop: " + stopped.output());
        }
    }

    private static boolean exists(Connection connection, String database) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement("SELECT 1 FROM pg_database WHERE datname = ?")) {
            query.setString(1, database);
            return query.executeQuery().next();
        }
    }

    private String logText() {
        try {
            return Files.exists(cluster.log()) ? Files.readString(cluster.log()) : "";
        } catch (IOException e) {
            return "(its log cannot be read: " + e + ")";
        }
    }
}
