package dev.kakutei.ingest.search;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * Whose requests the one who asks may see.
 *
 * @param client the only one; empty for everybody's
 */
public record Scope(Optional<String> client) {
    public Scope {
        requireNonNull(client, "client");
    }

    public static Scope only(String client) {
        return new Scope(Optional.of(client));
    }

    public static Scope everybody() {
        return new Scope(Optional.empty());
    }

    public boolean sees(String other) {
        return client.isEmpty() || client.get().equals(other);
    }
}
