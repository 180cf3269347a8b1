package dev.kakutei.standalone.transactions;

import static java.util.Objects.requireNonNull;

import java.util.Set;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.common.TopicPartition;

/**
 * What the coordinator says of a transactional id.
 *
 * @param partitions those that still await a marker, or may come to
 */
record KnownTransaction(
        String transactionalId, long producerId, TransactionState state, Set<TopicPartition> partitions) {
    KnownTransaction {
        requireNonNull(transactionalId, "transactionalId");
        requireNonNull(state, "state");
        partitions = Set.copyOf(partitions);
    }

    /** Whether the coordinator will come to end it there. A state of a later Kafka is given the benefit of the doubt. */
    boolean endsIn(TopicPartition partition) {
        return switch (state) {
            case ONGOING, PREPARE_COMMIT, PREPARE_ABORT, PREPARE_EPOCH_FENCE -> partitions.contains(partition);
            case UNKNOWN -> true;
            case EMPTY, COMPLETE_COMMIT, COMPLETE_ABORT -> false;
        };
    }
}
