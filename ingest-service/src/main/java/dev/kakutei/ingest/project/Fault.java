package dev.kakutei.ingest.project;

import org.apache.kafka.common.TopicPartition;

/** A record that could not be applied, and why. A person must look. */
record Fault(TopicPartition partition, long offset, String reason) {
    String place() {
        return partition + "@" + offset;
    }
}
