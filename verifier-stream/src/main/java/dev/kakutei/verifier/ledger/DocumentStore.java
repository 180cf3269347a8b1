package dev.kakutei.verifier.ledger;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.ledger.Decision;
import dev.kakutei.ledger.Entry;
import dev.kakutei.schemas.LedgerEvent;
import org.apache.kafka.streams.state.KeyValueStore;

/** The caller's documents, as long as they may be sent. A version's document comes with the event that brings it. */
record DocumentStore(KeyValueStore<String, JsonNode> documents) {
    /** The one that the effects of a decision need; it is read only to be sent. Null where none is known. */
    JsonNode toSend(String key, Decision decision) {
        JsonNode brought = brought(decision);
        return brought == null && decision.sendsDocument() ? documents.get(key) : brought;
    }

    /** @param before what the request was; null where it was not known */
    void apply(String key, Entry before, Decision decision) {
        switch (decision.documentChange(before)) {
            case NONE -> {}
            case STORE -> documents.put(key, brought(decision));
            case DELETE -> documents.delete(key);
        }
    }

    private static JsonNode brought(Decision decision) {
        return decision.version().flatMap(LedgerEvent::document).orElse(null);
    }
}
