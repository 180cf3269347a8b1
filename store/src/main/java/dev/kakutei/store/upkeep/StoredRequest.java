package dev.kakutei.store.upkeep;

import dev.kakutei.schemas.RequestId;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * Everything that the tables hold of one request, as it stands, fit or not.
 *
 * @param ledger its row by columns; null for none
 * @param outbox its row by columns; null for none
 * @param document the outbox row's document; null for none
 * @param open whether it is in the set of open requests
 */
record StoredRequest(
        RequestId id,
        Map<String, String> ledger,
        List<Event> events,
        Map<String, String> outbox,
        String document,
        Membership open) {
    /** Whether a request is among the open ones. */
    enum Membership {
        AMONG,
        NOT_AMONG
    }

    /** A row of {@code ledger_events}; its fact may be anything. */
    record Event(int eventId, String type, Instant at, String actor, String fact) {}
}
