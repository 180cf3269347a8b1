package dev.kakutei.access;

import dev.kakutei.boot.StoreUnavailable;
import dev.kakutei.schemas.ClientName;
import dev.kakutei.schemas.DurationText;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Properties;
import java.util.Set;

/**
 * Adds, changes and removes clients and keys. Each call is one transaction, together with its audit entry; running services
 * apply it within their {@link AccessConfig#freshness}.
 */
public final class ClientRegistry {
    public static final int MAX_RATE = 100_000;
    private static final int MAX_AUDIT = 1_000;

    private final Connections connections;
    private final String actor;
    private final SecureRandom random = new SecureRandom();

    /** @param actor who makes the changes, as the audit names it */
    public ClientRegistry(Connections connections, String actor) {
        this.connections = connections;
        this.actor = actor;
    }

    /** For a command that makes a change or two: opens a connection for each of them. */
    public static ClientRegistry at(String url, String user, String password, String actor) {
        Properties properties = new Properties();
        properties.setProperty("user", user);
        properties.setProperty("password", password);
        properties.setProperty("ApplicationName", "kakutei-clients");
        properties.setProperty("connectTimeout", "5");
        properties.setProperty("socketTimeout", "30");
        return new ClientRegistry(
                () -> {
                    Connection connection = DriverManager.getConnection(url, properties);
                    connection.setAutoCommit(false);
                    return connection;
                },
                actor);
    }

    /** A key that was just made, with its secret: it cannot be had again. */
    public record MadeKey(ApiKey key, Client.Key shown) {}

    /** Runs in a transaction of its own. */
    private interface Transaction<T> {
        T run(ClientTables tables) throws SQLException, ClientRegistryException;
    }

    public Client add(String name, Set<ClientRole> roles, OptionalInt rate) throws ClientRegistryException {
        if (!ClientName.isValid(name)) {
            throw new ClientRegistryException("\"" + name + "\" is not a client's name: it must be " + ClientName.RULE);
        }
        checked(roles, rate);
        return inTransaction(tables -> {
            if (!tables.insert(name, roles, rate)) {
                throw new ClientRegistryException(
                        known(tables, name).removedAt() == null
                                ? "there is a client " + name + " already"
                                : "the client " + name + " was removed; its requests are still there, and are seen by"
                                        + " whoever has its name: take another name, or bring it back with --restore");
            }
            tables.audit(actor, "client added", name, null, described(roles, rate));
            return tables.client(name).orElseThrow();
        });
    }

    /** A client that was removed, back under its name, which means with its requests. It needs a new key. */
    public Client restore(String name, Set<ClientRole> roles, OptionalInt rate) throws ClientRegistryException {
        checked(roles, rate);
        return inTransaction(tables -> {
            if (known(tables, name).removedAt() == null) {
                throw new ClientRegistryException("the client " + name + " was not removed");
            }
            tables.restore(name);
            tables.change(name, roles, rate);
            tables.audit(actor, "client restored", name, null, described(roles, rate));
            return tables.client(name).orElseThrow();
        });
    }

    public Client change(String name, Set<ClientRole> roles, OptionalInt rate) throws ClientRegistryException {
        checked(roles, rate);
        return inTransaction(tables -> {
            Client before = present(tables, name);
            tables.change(name, roles, rate);
            tables.audit(
                    actor,
                    "client changed",
                    name,
                    null,
                    described(before.roles(), before.rate()) + " -> " + described(roles, rate));
            return tables.client(name).orElseThrow();
        });
    }

    /** All of its keys are revoked. Its requests stay. */
    public Client remove(String name) throws ClientRegistryException {
        return inTransaction(tables -> {
            present(tables, name);
            int revoked = tables.remove(name);
            tables.audit(actor, "client removed", name, null, "keys revoked: " + revoked);
            return tables.client(name).orElseThrow();
        });
    }

    public Client client(String name) throws ClientRegistryException {
        return inTransaction(tables -> present(tables, name));
    }

    /** By name, those that were removed among them. */
    public List<Client> clients() throws ClientRegistryException {
        return inTransaction(ClientTables::clients);
    }

    /** @param lifetime empty for a key that does not expire */
    public MadeKey addKey(String name, Optional<Duration> lifetime) throws ClientRegistryException {
        return inTransaction(tables -> {
            present(tables, name);
            if (tables.livingKeys() >= KeyRing.MAX_KEYS) {
                throw new ClientRegistryException(
                        "there are " + KeyRing.MAX_KEYS + " keys already, which is the maximum; revoke unused keys");
            }
            ApiKey key = ApiKey.random(random);
            tables.insertKey(key, name, lifetime);
            tables.audit(
                    actor,
                    "key added",
                    name,
                    key.id(),
                    lifetime.map(time -> "expires in " + DurationText.of(time)).orElse(null));
            return new MadeKey(key, tables.key(key.id()).orElseThrow());
        });
    }

    /** @param delay empty for at once; otherwise it expires then, unless it does so earlier by itself */
    public Client.Key revoke(String keyId, Optional<Duration> delay) throws ClientRegistryException {
        return inTransaction(tables -> {
            Client.Key key = ApiKey.isId(keyId) ? tables.key(keyId).orElse(null) : null;
            if (key == null) {
                throw new ClientRegistryException(
                        "there is no key with this id; a key's id is the part between kk_ and the second _"
                                + " (see: clients list)");
            }
            if (key.revokedAt() != null) {
                throw new ClientRegistryException("the key " + keyId + " was revoked already, at " + key.revokedAt());
            }
            if (delay.isPresent()) {
                tables.expireKey(keyId, delay.get());
                tables.audit(actor, "key set to expire", key.client(), keyId, "in " + DurationText.of(delay.get()));
            } else {
                tables.revokeKey(keyId);
                tables.audit(actor, "key revoked", key.client(), keyId, null);
            }
            return tables.key(keyId).orElseThrow();
        });
    }

    /** The latest entries, newest first. */
    public List<AuditEntry> audit(int max) throws ClientRegistryException {
        return inTransaction(tables -> tables.audit(Math.min(max, MAX_AUDIT)));
    }

    private <T> T inTransaction(Transaction<T> transaction) throws ClientRegistryException {
        try (Connection connection = connections.open()) {
            T result = transaction.run(new ClientTables(connection));
            connection.commit();
            return result;
        } catch (SQLException e) {
            if (ClientTables.tableMissing(e)) {
                throw new ClientRegistryException(
                        "this database has no tables of clients yet; ingest-service makes them when it starts");
            }
            throw new StoreUnavailable(e);
        }
    }

    private static Client known(ClientTables tables, String name) throws SQLException, ClientRegistryException {
        return tables.client(name).orElseThrow(() -> new ClientRegistryException("there is no client " + name));
    }

    private static Client present(ClientTables tables, String name) throws SQLException, ClientRegistryException {
        Client client = known(tables, name);
        if (client.removedAt() != null) {
            throw new ClientRegistryException("the client " + name + " was removed, at " + client.removedAt());
        }
        return client;
    }

    private static void checked(Set<ClientRole> roles, OptionalInt rate) throws ClientRegistryException {
        if (roles.isEmpty()) {
            throw new ClientRegistryException(
                    "a client needs a role: submitter, approver, operator, viewer or summariser");
        }
        if (rate.isPresent() && (rate.getAsInt() < 1 || rate.getAsInt() > MAX_RATE)) {
            throw new ClientRegistryException(
                    "a rate must be from 1 to " + MAX_RATE + " requests a second, not " + rate.getAsInt());
        }
    }

    private static String described(Set<ClientRole> roles, OptionalInt rate) {
        return ClientRole.words(roles) + (rate.isPresent() ? ", " + rate.getAsInt() + "/s" : "");
    }
}
