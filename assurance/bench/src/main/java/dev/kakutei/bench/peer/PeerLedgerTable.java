package dev.kakutei.bench.peer;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

/** The row that a peer which is only a queue needs beside its queue, so that the work is the same for all. */
public final class PeerLedgerTable {
    public static final String CREATE = """
            create table ledger (
                key text primary key,
                body text not null,
                state text not null,
                accepted_at timestamptz not null default now(),
                settled_at timestamptz,
                answer text
            ) with (fillfactor = 70)
            """;

    private PeerLedgerTable() {}

    public static void create(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(CREATE);
        }
    }

    /** False where the key was known. */
    public static boolean accept(Connection connection, String key, String order) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(
                "insert into ledger (key, body, state) values (?, ?, 'accepted') on conflict do nothing")) {
            insert.setString(1, key);
            insert.setString(2, order);
            return insert.executeUpdate() == 1;
        }
    }

    public static void settle(Connection connection, String key, GatewayPost.GatewayAnswer answer) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(
                "update ledger set state = 'succeeded', settled_at = now(), answer = ? where key = ?")) {
            update.setString(1, answer.body());
            update.setString(2, key);
            update.executeUpdate();
        }
    }
}
