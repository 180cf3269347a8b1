package dev.kakutei.simulator;

import java.util.Objects;

/**
 * What is kept of a request; of all else in a posted body only the digest remains, and a look-up has none.
 *
 * @param magic the bare name of the behaviour it asks for, or null
 */
record Post(
        Subject subject,
        String key,
        String attempt,
        String traceparent,
        String amount,
        String currency,
        String quantity,
        String instrument,
        String digest,
        String magic) {
    Post {
        Objects.requireNonNull(subject, "subject");
    }

    static Post of(JournalEntry e) {
        return new Post(
                e.subject(),
                e.key(),
                e.attempt(),
                e.traceparent(),
                e.amount(),
                e.currency(),
                e.quantity(),
                e.instrument(),
                e.digest(),
                null);
    }
}
