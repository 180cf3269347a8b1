package dev.kakutei.store.clearance;

import org.apache.kafka.common.TopicPartition;

/**
 * How far Postgres has read a partition of the ledger topic.
 *
 * @param next the offset behind the last record that was read
 * @param record the mark of that record; null where it was read before marks were kept
 */
record ReadPosition(TopicPartition partition, long next, String record) {}
