package dev.kakutei.store.accept;

import static java.util.Objects.requireNonNull;

import dev.kakutei.ledger.Entry;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.store.database.EventRow;
import java.time.Instant;

/**
 * A request on its way into the tables: its first event, the snapshot after it, and the document as it will be sent.
 *
 * @param row the event as it will be stored
 * @param document canonical JSON
 */
public record NewRequest(LedgerEvent event, EventRow row, Fact.Accepted fact, Entry entry, String document) {
    public NewRequest {
        requireNonNull(event, "event");
        requireNonNull(row, "row");
        requireNonNull(fact, "fact");
        requireNonNull(entry, "entry");
        requireNonNull(document, "document");
    }

    public static NewRequest of(RequestId id, Instant at, Fact.Accepted fact, String document) {
        LedgerEvent event = LedgerEvent.first(id, at, fact);
        return new NewRequest(event, EventRow.of(event, null), fact, Entry.begin(event), document);
    }

    public RequestId id() {
        return event.requestId();
    }

    /**
     * Whether the request that holds the key asks for the same: as it was accepted, or as it stands since it was
     * resubmitted (ADR 14). A version in between is neither.
     */
    public boolean sameAs(Entry holder) {
        boolean same = fact.digest().equals(holder.digest())
                || fact.digest().equals(holder.version().digest());
        return same && holder.kind() == fact.kind();
    }
}
