package dev.kakutei.embedded;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.Optional;

/** A server that another process runs on a data folder: how to reach it. Whoever may read the folder may. */
public record RunningPostgres(String jdbcUrl, String user, String password) {
    public RunningPostgres {
        requireNonNull(jdbcUrl, "jdbcUrl");
        requireNonNull(user, "user");
        requireNonNull(password, "password");
    }

    /** Empty when no server works on this folder. */
    public static Optional<RunningPostgres> in(Path dataDirectory) {
        EmbeddedPostgresConfig config = EmbeddedPostgresConfig.in(dataDirectory);
        PostgresCluster cluster = new PostgresCluster(config.dataDirectory(), PostgresAccount.OWN);
        return Postmaster.in(cluster.data())
                .filter(postmaster -> postmaster.port() != 0 && postmaster.serves(cluster.data()))
                .map(postmaster -> new RunningPostgres(
                        "jdbc:postgresql://" + LoopbackPort.HOST + ":" + postmaster.port() + "/" + config.database(),
                        PostgresCluster.USER,
                        cluster.password()));
    }

    /** Without the password. */
    @Override
    public String toString() {
        return jdbcUrl;
    }
}
