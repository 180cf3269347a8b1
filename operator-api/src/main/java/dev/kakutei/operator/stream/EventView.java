package dev.kakutei.operator.stream;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakutei.ledger.Entry;
import dev.kakutei.schemas.LedgerEvent;

/** The JSON of requests and events as callers see it. */
public interface EventView {
    ObjectNode request(Entry entry);

    ObjectNode event(LedgerEvent event);
}
