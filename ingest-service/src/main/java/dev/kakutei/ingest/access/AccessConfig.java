package dev.kakutei.ingest.access;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * Who is let in.
 *
 * @param freshness a revoked key is refused by every instance after this time at the latest
 */
public record AccessConfig(Mode mode, Duration freshness) {
    /** Whether callers must show a key. */
    public enum Mode {
        /** Everybody is let in, as one and the same client. */
        OPEN,
        /** Only who shows a good key. */
        KEYS
    }

    public AccessConfig {
        requireNonNull(mode, "mode");
        requireNonNull(freshness, "freshness");
    }
}
