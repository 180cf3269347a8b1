package dev.kakutei.access;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * Which callers are accepted.
 *
 * @param freshness a revoked key is refused by every instance after this time at the latest
 */
public record AccessConfig(Mode mode, Duration freshness) {
    /** Whether callers need a key. */
    public enum Mode {
        /** Every caller on this machine is accepted, as one and the same client. */
        OPEN,
        /** Every caller that reaches it is accepted, from other machines as well: nothing here asks who calls. */
        OPEN_TO_NETWORK,
        /** Only callers with a valid key are accepted. */
        KEYS
    }

    public AccessConfig {
        requireNonNull(mode, "mode");
        requireNonNull(freshness, "freshness");
    }
}
