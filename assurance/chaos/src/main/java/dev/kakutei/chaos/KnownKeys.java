package dev.kakutei.chaos;

import dev.kakutei.embedded.EmbeddedPostgres;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/** Looks up in the database which requests are there, and which are settled, on a connection of its own that no fault cuts. */
final class KnownKeys implements AutoCloseable {
    private static final String STORED =
            "select idempotency_key from ledger where client = ? and idempotency_key = any(?)";
    private static final String SETTLED = STORED + " and settled_at is not null";

    private static final int SECONDS = 5;

    private final EmbeddedPostgres postgres;
    private Connection connection;

    KnownKeys(EmbeddedPostgres postgres) {
        this.postgres = postgres;
    }

    /** None where the database does not say: it is one of those that are attacked. */
    Set<String> settled(Collection<String> keys) {
        return found(SETTLED, keys);
    }

    /** Those that were accepted; none where the database does not say. */
    Set<String> stored(Collection<String> keys) {
        return found(STORED, keys);
    }

    private synchronized Set<String> found(String query, Collection<String> keys) {
        Set<String> found = new HashSet<>();
        if (keys.isEmpty()) {
            return found;
        }
        try {
            if (connection == null) {
                connection = postgres.connect("kakutei");
            }
            try (PreparedStatement statement = connection.prepareStatement(query)) {
                statement.setQueryTimeout(SECONDS);
                statement.setString(1, Access.SUBMITTER);
                statement.setArray(2, connection.createArrayOf("text", keys.toArray()));
                try (ResultSet rows = statement.executeQuery()) {
                    while (rows.next()) {
                        found.add(rows.getString(1));
                    }
                }
            }
        } catch (SQLException e) {
            close();
        }
        return found;
    }

    @Override
    public synchronized void close() {
        try {
            if (connection != null) {
                connection.close();
            }
        } catch (SQLException e) {
            // it was gone already
        } finally {
            connection = null;
        }
    }
}
