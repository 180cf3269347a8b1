package dev.kakutei.standalone.transactions;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.requests.TransactionResult;
import org.apache.kafka.coordinator.transaction.TransactionState;

/**
 * A transaction that its coordinator calls complete, put together from what it wrote down.
 *
 * @param partitions empty where the record that had them is gone
 * @param epoch of its records
 * @param markerEpoch of its markers
 */
record EndedTransaction(
        String transactionalId,
        TransactionResult result,
        Optional<Set<TopicPartition>> partitions,
        short epoch,
        short markerEpoch,
        short version,
        Instant started,
        Instant ended) {

    boolean wroteTo(TopicPartition partition) {
        return partitions.map(all -> all.contains(partition)).orElse(false);
    }

    /**
     * @param ended from the oldest to the newest
     * @param inHand what the coordinator is at work on
     */
    record History(List<EndedTransaction> ended, Optional<LogEntry> inHand) {
        History {
            ended = List.copyOf(ended);
        }
    }

    /**
     * Compaction takes away the oldest records of a transactional id and never one in between: what is left is a whole
     * history that may begin in the middle of a transaction.
     *
     * @param entries of one producer, in the log's order
     */
    static History of(long producer, List<LogEntry> entries) {
        List<EndedTransaction> ended = new ArrayList<>();
        LogEntry begun = null;
        LogEntry prepared = null;
        for (LogEntry entry : entries) {
            switch (entry.state()) {
                case ONGOING -> begun = entry;
                case PREPARE_COMMIT, PREPARE_ABORT -> prepared = entry;
                case COMPLETE_COMMIT, COMPLETE_ABORT -> {
                    ended.add(complete(producer, begun, prepared, entry));
                    begun = null;
                    prepared = null;
                }
                case EMPTY, DEAD, PREPARE_EPOCH_FENCE -> {
                    begun = null;
                    prepared = null;
                }
            }
        }
        return new History(ended, Optional.ofNullable(prepared == null ? begun : prepared));
    }

    private static EndedTransaction complete(long producer, LogEntry begun, LogEntry prepared, LogEntry end) {
        boolean commit = end.state() == TransactionState.COMPLETE_COMMIT;
        // A producer id whose epochs are used up ends at the highest one, and the record of the end has the next id.
        short markerEpoch =
                prepared != null ? prepared.epoch() : end.producerId() == producer ? end.epoch() : Short.MAX_VALUE;
        int own = begun != null ? begun.epoch() : end.version() >= 2 ? markerEpoch - 1 : markerEpoch;
        LogEntry full = prepared != null ? prepared : begun;
        return new EndedTransaction(
                end.transactionalId(),
                commit ? TransactionResult.COMMIT : TransactionResult.ABORT,
                Optional.ofNullable(full).map(LogEntry::partitions),
                (short) own,
                markerEpoch,
                end.version(),
                end.started(),
                end.written());
    }
}
