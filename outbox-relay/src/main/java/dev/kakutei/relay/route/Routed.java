package dev.kakutei.relay.route;

import dev.kakutei.schemas.LedgerEvent;

/** What becomes of an outbox row. */
public sealed interface Routed {
    OutboxRow row();

    /** It is announced, under the request's id. */
    record Message(OutboxRow row, LedgerEvent event) implements Routed {
        public String key() {
            return event.requestId().toString();
        }
    }

    /** It cannot be announced, and never will be as it is: somebody must be told. */
    record Unroutable(OutboxRow row, String reason) implements Routed {}
}
