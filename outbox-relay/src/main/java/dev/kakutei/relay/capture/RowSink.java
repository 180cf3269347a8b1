package dev.kakutei.relay.capture;

import dev.kakutei.relay.route.OutboxRow;
import java.util.List;

/** Where captured rows go. */
@FunctionalInterface
public interface RowSink {
    /**
     * Returns when every row is safe. Only then is the batch acknowledged to the slot; after an exception nothing of it
     * is, and all of it comes again.
     */
    void deliver(List<OutboxRow> batch) throws InterruptedException;
}
