package dev.kakutei.standalone.transactions;

import static java.util.Objects.requireNonNull;

/**
 * An open transaction that no coordinator is at work on.
 *
 * @param transactionalId whose it was; empty where the coordinator does not know the producer any more, either
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
