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
        /** Every caller is accepted, as one and the same client. */
        OPEN,
        /** Only callers with a valid key are accepted. */
        KEYS
    }

    public AccessConfig {
        requireNonNull(mode, "mode");
        requireNonNull(freshness, "freshness");
    }
}
