package dev.kakutei.access;

import static java.util.Objects.requireNonNull;

import java.security.MessageDigest;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * A stored key and the rights that it grants.
 *
 * @param hash of its secret
 * @param rate requests a second of the client, over all of its keys; empty for no limit
 * @param expiresAt null where it does not expire
 * @param revokedAt null where it was not revoked
 */
record Grant(
        String keyId,
        byte[] hash,
        String client,
        Set<ClientRole> roles,
        OptionalInt rate,
        Instant expiresAt,
        Instant revokedAt) {
    Grant {
        requireNonNull(keyId, "keyId");
        requireNonNull(client, "client");
        requireNonNull(rate, "rate");
        hash = hash.clone();
        roles = Set.copyOf(roles);
    }

    /**
     * Why this key is refused now; empty when it is accepted. The secret is compared first, in a time that does not depend on
     * where it differs: a caller without the secret learns nothing of the rest.
     */
    Optional<Refusal> objection(ApiKey presented, Instant now) {
        if (!MessageDigest.isEqual(hash, presented.hash())) {
            return Optional.of(Refusal.WRONG_SECRET);
        }
        if (revokedAt != null) {
            return Optional.of(Refusal.REVOKED);
        }
        return expiresAt != null && !now.isBefore(expiresAt) ? Optional.of(Refusal.EXPIRED) : Optional.empty();
    }

    Caller caller() {
        return new Caller(client, roles);
    }

    @Override
    public String toString() {
        return "Grant[" + keyId + ", " + client + "]";
    }
}
