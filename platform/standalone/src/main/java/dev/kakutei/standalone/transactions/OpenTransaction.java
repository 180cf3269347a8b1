package dev.kakutei.standalone.transactions;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import org.apache.kafka.common.TopicPartition;

/**
 * A transaction as the leader of a partition sees it: begun there, and not ended.
 *
 * @param epoch of the producer, when it last wrote there
 * @param startOffset the first record; no reader of committed records gets beyond it
 * @param coordinatorEpoch of the last marker that this producer got there; 0 where there was none
 * @param lastWritten when the producer last wrote there, by its own clock
 */
public record OpenTransaction(
        TopicPartition partition,
        long producerId,
        int epoch,
        long startOffset,
        int coordinatorEpoch,
        Instant lastWritten) {
    public OpenTransaction {
        requireNonNull(partition, "partition");
        requireNonNull(lastWritten, "lastWritten");
    }
}
