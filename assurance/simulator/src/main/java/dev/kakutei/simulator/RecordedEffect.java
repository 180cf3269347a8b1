package dev.kakutei.simulator;

import java.time.Instant;

/**
 * Something that was decided at the gateway: applied or declined.
 *
 * @param post the post that brought it about
 */
public record RecordedEffect(
        String id,
        long post,
        Instant at,
        GatewayStatus status,
        String amount,
        String currency,
        String quantity,
        String instrument) {
    static RecordedEffect of(JournalEntry e) {
        return new RecordedEffect(
                e.id(), e.post(), e.at(), e.status(), e.amount(), e.currency(), e.quantity(), e.instrument());
    }

    RecordedEffect settled(GatewayStatus end) {
        return new RecordedEffect(id, post, at, end, amount, currency, quantity, instrument);
    }
}
