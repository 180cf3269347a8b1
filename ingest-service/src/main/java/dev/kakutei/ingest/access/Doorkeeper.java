package dev.kakutei.ingest.access;

import dev.kakutei.boot.HealthCheck;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Asks everybody who they are. */
public interface Doorkeeper extends AutoCloseable {
    /**
     * Never fails: what stands in the way is an answer like the others. Most answers are there at once; one that must wait
     * for Postgres comes later, on another thread.
     *
     * @param remote where the caller seems to be; for the log
     */
    CompletableFuture<Admittance> ask(Presented presented, Needs needs, String remote);

    /** Whether nobody has to show anything, so that where a call comes from is all that can be known of it. */
    default boolean open() {
        return false;
    }

    /** Returns when callers can be asked. */
    void start();

    List<HealthCheck> checks();

    @Override
    void close();
}
