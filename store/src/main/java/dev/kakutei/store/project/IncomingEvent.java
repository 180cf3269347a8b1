package dev.kakutei.store.project;

import dev.kakutei.schemas.LedgerEvent;
import org.apache.kafka.common.TopicPartition;

/** An event, and where on the topic it stands. */
record IncomingEvent(TopicPartition partition, long offset, LedgerEvent event) {
    Fault fault(String reason) {
        return new Fault(
                partition,
                offset,
                event.requestId(),
                event.seq(),
                event.requestId() + " event " + event.seq() + ": " + reason);
    }
}
