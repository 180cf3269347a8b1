package dev.kakutei.store.project;

import dev.kakutei.schemas.RequestId;
import org.apache.kafka.common.TopicPartition;

/**
 * A record that could not be applied, and why. A person must look.
 *
 * @param requestId whose record it is, by its key; null where that says nothing
 * @param eventId which event it is; null where it cannot be read
 */
record Fault(TopicPartition partition, long offset, RequestId requestId, Integer eventId, String reason) {
    String place() {
        return partition + "@" + offset;
    }
}
