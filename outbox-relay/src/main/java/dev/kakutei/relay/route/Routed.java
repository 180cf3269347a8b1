package dev.kakutei.relay.route;

import dev.kakutei.schemas.LedgerEvent;

/** What becomes of an outbox row. */
public sealed interface Routed {
    CapturedRow row();

    /** It is announced, under the request's id. */
    record Message(CapturedRow row, LedgerEvent event) implements Routed {
        public String key() {
            return event.requestId().toString();
        }
    }

    /** It cannot be announced, and never will be as it is: an operator must know. */
    record Unroutable(CapturedRow row, String reason) implements Routed {}
}
