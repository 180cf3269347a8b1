package dev.kakutei.chaos;

import dev.kakutei.embedded.EmbeddedPostgres;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/** Looks up in the database which requests are settled, on a way of its own that nobody cuts. */
final class SettledKeys implements AutoCloseable {
    /** All of them are one client's: the door is open. */
    private static final String QUERY = "select idempotency_key from ledger where client = (select client from ledger"
            + " limit 1) and idempotency_key = any(?) and settled_at is not null";

    private static final int SECONDS = 5;

    private final EmbeddedPostgres postgres;
    private Connection connection;

    SettledKeys(EmbeddedPostgres postgres) {
        this.postgres = postgres;
    }

    /** None where the database does not say: it is one of those that are attacked. */
    synchronized Set<String> of(Collection<String> keys) {
        Set<String> settled = new HashSet<>();
        if (keys.isEmpty()) {
            return settled;
        }
        try {
            if (connection == null) {
                connection = postgres.connect("kakutei");
            }
            try (PreparedStatement statement = connection.prepareStatement(QUERY)) {
                statement.setQueryTimeout(SECONDS);
                statement.setArray(1, connection.createArrayOf("text", keys.toArray()));
                try (ResultSet rows = statement.executeQuery()) {
                    while (rows.next()) {
                        settled.add(rows.getString(1));
                    }
                }
            }
        } catch (SQLException e) {
            close();
        }
        return settled;
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
