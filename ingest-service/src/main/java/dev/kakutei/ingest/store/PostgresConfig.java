package dev.kakutei.ingest.store;

import static java.util.Objects.requireNonNull;

/** Where Postgres is. */
public record PostgresConfig(String url, String user, String password, int poolSize, String slot) {
    public PostgresConfig {
        requireNonNull(url, "url");
        requireNonNull(user, "user");
        requireNonNull(password, "password");
        requireNonNull(slot, "slot");
    }

    /** Without the password: a config is printed sooner or later. */
    @Override
    public String toString() {
        return "PostgresConfig[url=" + url + ", user=" + user + ", poolSize=" + poolSize + ", slot=" + slot + "]";
    }
}
