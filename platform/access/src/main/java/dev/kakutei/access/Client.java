package dev.kakutei.access;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/**
 * A client as the command line shows it.
 *
 * @param rate requests a second; empty for no limit
 * @param removedAt null while it is active
 * @param keys the newest first
 */
public record Client(
        String name, Set<ClientRole> roles, OptionalInt rate, Instant createdAt, Instant removedAt, List<Key> keys) {
    public Client {
        requireNonNull(name, "name");
        requireNonNull(rate, "rate");
        requireNonNull(createdAt, "createdAt");
        roles = Set.copyOf(roles);
        keys = List.copyOf(keys);
    }

    /**
     * A key without its secret.
     *
     * @param expiresAt null where it does not expire
     * @param lastUsedAt to the minute or so; null where it never was
     */
    public record Key(
            String id, String client, Instant createdAt, Instant expiresAt, Instant revokedAt, Instant lastUsedAt) {
        public Key {
            requireNonNull(id, "id");
            requireNonNull(client, "client");
            requireNonNull(createdAt, "createdAt");
        }

        public State state(Instant now) {
            if (revokedAt != null) {
                return State.REVOKED;
            }
            return expiresAt != null && !now.isBefore(expiresAt) ? State.EXPIRED : State.GOOD;
        }
    }

    /** Whether a key is accepted. */
    public enum State {
        GOOD,
        EXPIRED,
        REVOKED
    }
}
