package dev.kakutei.store.database;

import static java.util.Objects.requireNonNull;

/**
 * Where Postgres is.
 *
 * @param user the role that reads and writes rows
 * @param owner the role that creates and owns the tables
 */
public record PostgresConfig(
        String url, String user, String password, String owner, String ownersPassword, int poolSize, String slot) {
    public PostgresConfig {
        requireNonNull(url, "url");
        requireNonNull(user, "user");
        requireNonNull(password, "password");
        requireNonNull(owner, "owner");
        requireNonNull(ownersPassword, "ownersPassword");
        requireNonNull(slot, "slot");
    }

    /** One user for everything. */
    public PostgresConfig(String url, String user, String password, int poolSize, String slot) {
        this(url, user, password, user, password, poolSize, slot);
    }

    /** Without the passwords: a config is printed sooner or later. */
    @Override
    public String toString() {
        return "PostgresConfig[url=" + url + ", user=" + user + ", owner=" + owner + ", poolSize=" + poolSize
                + ", slot=" + slot + "]";
    }
}
