package dev.kakutei.store.project;

import org.apache.kafka.common.TopicPartition;

/**
 * A step along a partition.
 *
 * @param from the offset before; {@link #NOWHERE} where it never read this partition
 * @param to the next offset that is not read yet
 * @param lastRecord the mark of the record before it
 */
record Advance(TopicPartition partition, long from, long to, String lastRecord) {
    static final long NOWHERE = -1;
}
