package dev.kakutei.access;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** The tables of clients and keys, within one transaction. Times are Postgres' own. */
final class ClientTables {
    private static final String UNDEFINED_TABLE = "42P01";
    private static final int MAX_CLIENTS = 10_000;
    private static final String KEYS =
            "select id, client, created_at, expires_at, revoked_at, last_used_at from client_keys ";
    private static final String CLIENTS = "select name, roles, rate, created_at, removed_at from clients ";

    private final Connection connection;

    ClientTables(Connection connection) {
        this.connection = connection;
    }

    static boolean tableMissing(SQLException e) {
        return UNDEFINED_TABLE.equals(e.getSQLState());
    }

    /** Locked until the end of the transaction: two changes of one client run one after the other. */
    Optional<Client> client(String name) throws SQLException {
        Map<String, List<Client.Key>> keys = keys("where client = ? order by created_at desc, id", name);
        return clients(CLIENTS + "where name = ? for update", keys, name).stream()
                .findFirst();
    }

    List<Client> clients() throws SQLException {
        Map<String, List<Client.Key>> keys = keys("order by created_at desc, id limit " + KeyRing.MAX_KEYS);
        return clients(CLIENTS + "order by name limit " + MAX_CLIENTS, keys);
    }

    /** Whether the name was free. */
    boolean insert(String name, Set<ClientRole> roles, OptionalInt rate) throws SQLException {
        return run("insert into clients (name, roles, rate) values (?, ?, ?) on conflict do nothing", name, roles, rate)
                == 1;
    }

    void change(String name, Set<ClientRole> roles, OptionalInt rate) throws SQLException {
        run("update clients set roles = ?, rate = ? where name = ?", roles, rate, name);
    }

    void restore(String name) throws SQLException {
        run("update clients set removed_at = null where name = ?", name);
    }

    /** Returns how many keys were revoked. */
    int remove(String name) throws SQLException {
        run("update clients set removed_at = now() where name = ?", name);
        return run("update client_keys set revoked_at = now() where client = ? and revoked_at is null", name);
    }

    Optional<Client.Key> key(String id) throws SQLException {
        return keys("where id = ? for update", id).values().stream()
                .flatMap(List::stream)
                .findFirst();
    }

    int livingKeys() throws SQLException {
        try (PreparedStatement query = connection.prepareStatement("select count(*) from client_keys"
                        + " where revoked_at is null and (expires_at is null or expires_at > now())");
                ResultSet row = query.executeQuery()) {
            row.next();
            return row.getInt(1);
        }
    }

    void insertKey(ApiKey key, String client, Optional<Duration> lifetime) throws SQLException {
        run(
                "insert into client_keys (id, client, hash, expires_at)"
                        + " values (?, ?, ?, now() + make_interval(secs => ?))",
                key.id(),
                client,
                key.hash(),
                lifetime);
    }

    void expireKey(String id, Duration delay) throws SQLException {
        run(
                "update client_keys set expires_at = least(expires_at, now() + make_interval(secs => ?)) where id = ?",
                Optional.of(delay),
                id);
    }

    void revokeKey(String id) throws SQLException {
        run("update client_keys set revoked_at = now() where id = ?", id);
    }

    void audit(String actor, String action, String client, String keyId, String detail) throws SQLException {
        run(
                "insert into access_audit (actor, action, client, key_id, detail) values (?, ?, ?, ?, ?)",
                actor,
                action,
                client,
                keyId,
                detail);
    }

    List<AuditEntry> audit(int max) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(
                "select at, actor, action, client, key_id, times, detail from access_audit order by id desc limit ?")) {
            query.setInt(1, max);
            List<AuditEntry> entries = new ArrayList<>();
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    entries.add(new AuditEntry(
                            KeyTable.moment(row, "at"),
                            row.getString("actor"),
                            row.getString("action"),
                            row.getString("client"),
                            row.getString("key_id"),
                            row.getLong("times"),
                            row.getString("detail")));
                }
            }
            return entries;
        }
    }

    private Map<String, List<Client.Key>> keys(String where, Object... values) throws SQLException {
        try (PreparedStatement query = prepared(KEYS + where, values);
                ResultSet row = query.executeQuery()) {
            Map<String, List<Client.Key>> keys = new HashMap<>();
            while (row.next()) {
                String client = row.getString("client");
                keys.computeIfAbsent(client, name -> new ArrayList<>())
                        .add(new Client.Key(
                                row.getString("id"),
                                client,
                                KeyTable.moment(row, "created_at"),
                                KeyTable.moment(row, "expires_at"),
                                KeyTable.moment(row, "revoked_at"),
                                KeyTable.moment(row, "last_used_at")));
            }
            return keys;
        }
    }

    private List<Client> clients(String sql, Map<String, List<Client.Key>> keys, Object... values) throws SQLException {
        try (PreparedStatement query = prepared(sql, values);
                ResultSet row = query.executeQuery()) {
            List<Client> clients = new ArrayList<>();
            while (row.next()) {
                int rate = row.getInt("rate");
                String name = row.getString("name");
                clients.add(new Client(
                        name,
                        KeyTable.roles(row.getArray("roles")),
                        rate == 0 ? OptionalInt.empty() : OptionalInt.of(rate),
                        KeyTable.moment(row, "created_at"),
                        KeyTable.moment(row, "removed_at"),
                        keys.getOrDefault(name, List.of())));
            }
            return clients;
        }
    }

    private int run(String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = prepared(sql, values)) {
            return statement.executeUpdate();
        }
    }

    private PreparedStatement prepared(String sql, Object... values) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        for (int i = 0; i < values.length; i++) {
            bind(statement, i + 1, values[i]);
        }
        return statement;
    }

    private void bind(PreparedStatement statement, int index, Object value) throws SQLException {
        if (value instanceof Set<?> roles) {
            Object[] words = roles.stream()
                    .map(ClientRole.class::cast)
                    .sorted()
                    .map(ClientRole::word)
                    .toArray();
            statement.setArray(index, connection.createArrayOf("text", words));
        } else if (value instanceof OptionalInt rate) {
            if (rate.isPresent()) {
                statement.setInt(index, rate.getAsInt());
            } else {
                statement.setNull(index, Types.INTEGER);
            }
        } else if (value instanceof Optional<?> time) {
            if (time.isPresent()) {
                statement.setDouble(index, ((Duration) time.get()).toMillis() / 1000.0);
            } else {
                statement.setNull(index, Types.DOUBLE);
            }
        } else if (value instanceof byte[] bytes) {
            statement.setBytes(index, bytes);
        } else {
            statement.setString(index, (String) value);
        }
    }
}
