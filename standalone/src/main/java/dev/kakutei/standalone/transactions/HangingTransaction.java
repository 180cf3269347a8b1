package dev.kakutei.standalone.transactions;

import static java.util.Objects.requireNonNull;

/**
 * An open transaction that is in nobody's hands.
 *
 * @param transactionalId whose it was; empty where the coordinator has forgotten the producer, too
 */
public record HangingTransaction(OpenTransaction open, String transactionalId) {
    public HangingTransaction {
        requireNonNull(open, "open");
        requireNonNull(transactionalId, "transactionalId");
    }

    /** For a person. */
    public String producer() {
        return "producer " + open.producerId() + (transactionalId.isEmpty() ? "" : " (" + transactionalId + ")");
    }
}
