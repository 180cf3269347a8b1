package dev.kakutei.ingest.stream;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakutei.ledger.Entry;
import dev.kakutei.schemas.LedgerEvent;

/** How requests and events are spelt for callers. */
public interface Shown {
    ObjectNode request(Entry entry);

    ObjectNode event(LedgerEvent event);
}
