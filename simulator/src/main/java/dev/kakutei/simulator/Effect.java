package dev.kakutei.simulator;

import java.time.Instant;

/**
 * Something that was decided at the gateway: applied or declined.
 *
 * @param post the post that brought it about
 */
public record Effect(
        String id,
        long post,
        Instant at,
        Status status,
        String amount,
        String currency,
        String quantity,
        String instrument) {
    static Effect of(JournalEntry e) {
        return new Effect(e.id(), e.post(), e.at(), e.status(), e.amount(), e.currency(), e.quantity(), e.instrument());
    }

    Effect settled(Status end) {
        return new Effect(id, post, at, end, amount, currency, quantity, instrument);
    }
}
