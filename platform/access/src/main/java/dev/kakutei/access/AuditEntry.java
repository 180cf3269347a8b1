package dev.kakutei.access;

import static java.util.Objects.requireNonNull;

import java.time.Instant;

/**
 * Who did what about access, and when.
 *
 * @param actor {@code cli:USER}, or a service that refused a call
 * @param client null where it is not known, as {@code keyId}
 * @param detail may be null
 */
public record AuditEntry(
        Instant at, String actor, String action, String client, String keyId, long times, String detail) {
    public AuditEntry {
        requireNonNull(at, "at");
        requireNonNull(actor, "actor");
        requireNonNull(action, "action");
    }
}
