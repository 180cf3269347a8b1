package dev.kakutei.proof;

import static java.util.Objects.requireNonNull;

import java.time.Instant;

/**
 * A row of {@code ledger_events} as it is stored, valid or not.
 *
 * @param fact the JSON text, byte for byte
 * @param chain null where there is none
 */
public record StoredEvent(int eventId, Instant at, String actor, String fact, String chain) {
    public StoredEvent {
        requireNonNull(at, "at");
        requireNonNull(actor, "actor");
        requireNonNull(fact, "fact");
    }
}
