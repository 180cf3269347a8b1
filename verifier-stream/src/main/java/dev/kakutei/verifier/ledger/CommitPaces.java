package dev.kakutei.verifier.ledger;

import java.util.function.LongSupplier;

/**
 * The pace of each stream thread of one topology: a transaction is of all partitions of a thread, and Streams calls the
 * processors of a thread, and its producer, on that thread.
 */
public final class CommitPaces {
    private final LongSupplier nanos;
    private final ThreadLocal<CommitPace> pace;

    /** @param nanos a monotonic clock */
    public CommitPaces(LongSupplier nanos) {
        this.nanos = nanos;
        this.pace = ThreadLocal.withInitial(() -> new CommitPace(nanos.getAsLong()));
    }

    void decided() {
        pace.get().decided();
    }

    /** Whether this thread should commit what it has decided since its last commit. */
    boolean isTime() {
        return pace.get().isTime(nanos.getAsLong());
    }

    /** This thread begins to send what is left of its transaction. */
    public void commitBegins() {
        pace.get().commitBegins(nanos.getAsLong());
    }

    public void committed() {
        pace.get().committed(nanos.getAsLong());
    }
}
