package dev.kakutei.standalone.transactions;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.coordinator.transaction.TransactionState;

/**
 * What a coordinator wrote down about a transactional id, a record of {@code __transaction_state}.
 *
 * @param previousProducerId the one before, in the record that ends a transaction and begins with a new producer id
 * @param epoch with version 2, one higher from the decision on than the records of the transaction have
 * @param version of the protocol that the client speaks: from 2 on, each transaction has an epoch of its own
 */
record LogEntry(
        String transactionalId,
        long producerId,
        long previousProducerId,
        short epoch,
        TransactionState state,
        Set<TopicPartition> partitions,
        Instant started,
        Instant written,
        short version) {
    LogEntry {
        requireNonNull(transactionalId, "transactionalId");
        requireNonNull(state, "state");
        requireNonNull(started, "started");
        requireNonNull(written, "written");
        partitions = Set.copyOf(partitions);
    }

    boolean isOf(long producer) {
        return producerId == producer
                || previousProducerId == producer
                        && (state == TransactionState.COMPLETE_COMMIT || state == TransactionState.COMPLETE_ABORT);
    }
}
