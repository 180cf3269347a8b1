package dev.kakutei.operator.search;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * Whose requests the caller may see.
 *
 * @param client the only one; empty for those of all clients
 */
public record ClientScope(Optional<String> client) {
    public ClientScope {
        requireNonNull(client, "client");
    }

    public static ClientScope only(String client) {
        return new ClientScope(Optional.of(client));
    }

    public static ClientScope everyClient() {
        return new ClientScope(Optional.empty());
    }

    public boolean sees(String other) {
        return client.isEmpty() || client.get().equals(other);
    }
}
