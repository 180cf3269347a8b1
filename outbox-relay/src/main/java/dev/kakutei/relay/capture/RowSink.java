package dev.kakutei.relay.capture;

/** Where captured rows go. */
@FunctionalInterface
public interface RowSink {
    /**
     * Returns when everything of it is safe. Only then is the batch acknowledged to the slot; after an exception nothing of it
     * is, and all of it comes again.
     */
    void deliver(CapturedBatch batch) throws InterruptedException;
}
