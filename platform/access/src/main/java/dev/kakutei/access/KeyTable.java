package dev.kakutei.access;

import dev.kakutei.boot.StoreUnavailable;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** The keys in Postgres, as a running service reads them: all at once, and rarely. */
final class KeyTable implements KeyRing.Source, AccessRecorder.Sink {
    /** A Postgres that does not answer must not hold up callers whose keys are checked. */
    private static final int QUERY_TIMEOUT_SECONDS = 2;

    /** Keys that were revoked lately are read, too: an attempt with one of them is audited with its client. */
    private static final String SELECT = "select k.id, k.hash, k.expires_at, k.revoked_at, c.name, c.roles, c.rate"
            + " from client_keys k join clients c on c.name = k.client"
            + " where k.revoked_at is null or k.revoked_at > now() - interval '7 days'"
            + " order by k.revoked_at is not null, k.created_at desc limit ?";

    private final Connections connections;

    KeyTable(Connections connections) {
        this.connections = connections;
    }

    @Override
    public Optional<KeyRing.Keys> changedSince(long known) {
        try (Connection connection = connections.open()) {
            // First the version, then the keys: what changes in between is read now, and once more the next time.
            long version = version(connection);
            return version == known
                    ? Optional.empty()
                    : Optional.of(new KeyRing.Keys(version, grants(connection, KeyRing.MAX_KEYS)));
        } catch (SQLException e) {
            throw new StoreUnavailable(e);
        }
    }

    @Override
    public void used(Collection<String> keyIds) {
        if (keyIds.isEmpty()) {
            return;
        }
        try (Connection connection = connections.open();
                PreparedStatement update = connection.prepareStatement(
                        // Rows are locked in one order, so that two instances do not wait for each other.
                        "update client_keys set last_used_at = now() where id in"
                                + " (select id from client_keys where id = any(?) order by id for update)")) {
            update.setQueryTimeout(QUERY_TIMEOUT_SECONDS);
            update.setArray(1, connection.createArrayOf("text", keyIds.toArray()));
            update.executeUpdate();
            connection.commit();
        } catch (SQLException e) {
            throw new StoreUnavailable(e);
        }
    }

    @Override
    public void refused(String instance, List<AccessRecorder.Count> counts) {
        if (counts.isEmpty()) {
            return;
        }
        try (Connection connection = connections.open();
                PreparedStatement insert = connection.prepareStatement(
                        "insert into access_audit (actor, action, client, key_id, times, detail)"
                                + " values (?, 'refused', ?, ?, ?, ?)")) {
            insert.setQueryTimeout(QUERY_TIMEOUT_SECONDS);
            for (AccessRecorder.Count count : counts) {
                insert.setString(1, instance);
                insert.setString(2, count.what().client());
                insert.setString(3, count.what().keyId());
                insert.setLong(4, count.times());
                insert.setString(5, count.what().refusal().word());
                insert.addBatch();
            }
            insert.executeBatch();
            connection.commit();
        } catch (SQLException e) {
            throw new StoreUnavailable(e);
        }
    }

    private static long version(Connection connection) throws SQLException {
        try (Statement query = connection.createStatement()) {
            query.setQueryTimeout(QUERY_TIMEOUT_SECONDS);
            try (ResultSet row = query.executeQuery("select version from access_version")) {
                row.next();
                return row.getLong(1);
            }
        }
    }

    private static List<Grant> grants(Connection connection, int max) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(SELECT)) {
            query.setQueryTimeout(QUERY_TIMEOUT_SECONDS);
            query.setInt(1, max);
            List<Grant> grants = new ArrayList<>();
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    int rate = row.getInt("rate");
                    grants.add(new Grant(
                            row.getString("id"),
                            row.getBytes("hash"),
                            row.getString("name"),
                            roles(row.getArray("roles")),
                            rate == 0 ? OptionalInt.empty() : OptionalInt.of(rate),
                            moment(row, "expires_at"),
                            moment(row, "revoked_at")));
                }
            }
            return grants;
        }
    }

    /** A role that a later version wrote is ignored. */
    static Set<ClientRole> roles(Array array) throws SQLException {
        Set<ClientRole> roles = EnumSet.noneOf(ClientRole.class);
        for (Object word : (Object[]) array.getArray()) {
            ClientRole.ofWord((String) word).ifPresent(roles::add);
        }
        return roles;
    }

    static Instant moment(ResultSet row, String column) throws SQLException {
        OffsetDateTime at = row.getObject(column, OffsetDateTime.class);
        return at == null ? null : at.toInstant();
    }
}
