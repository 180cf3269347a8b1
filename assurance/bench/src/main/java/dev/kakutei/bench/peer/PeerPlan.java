package dev.kakutei.bench.peer;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.util.List;

/**
 * Where a peer finds its database, its gateway and its own port.
 *
 * @param connections of the pool to Postgres
 */
public record PeerPlan(
        PeerKind kind, String jdbcUrl, String user, String password, int port, int gatewayPort, int connections) {
    /** The gateway takes so many at a time. */
    public static final int AT_ONCE = 64;

    public List<String> arguments() {
        return List.of(kind.name(), jdbcUrl, user, password, "" + port, "" + gatewayPort, "" + connections);
    }

    static PeerPlan of(String[] arguments) {
        return new PeerPlan(
                PeerKind.valueOf(arguments[0]),
                arguments[1],
                arguments[2],
                arguments[3],
                Integer.parseInt(arguments[4]),
                Integer.parseInt(arguments[5]),
                Integer.parseInt(arguments[6]));
    }

    /** A pool as its makers advise: of a fixed size, with statements prepared by the server. */
    public HikariDataSource pool() {
        HikariConfig config = new HikariConfig();
        config.setPoolName(kind.label());
        config.setJdbcUrl(jdbcUrl);
        config.setUsername(user);
        config.setPassword(password);
        config.setMaximumPoolSize(connections);
        return new HikariDataSource(config);
    }
}
