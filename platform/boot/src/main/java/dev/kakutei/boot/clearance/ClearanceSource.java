package dev.kakutei.boot.clearance;

import java.util.OptionalInt;

/** Whether this instance may decide and send now. Safe to use from any thread. */
public interface ClearanceSource {
    /**
     * Asks for a clearance that covers all that has happened up to now: partitions that were given to us, or state that was
     * read. Returns the number of the request; the answer comes later.
     */
    long ask();

    /** Whether a comparison that began after this request found nothing wrong, and the recovery is still the same. */
    boolean covers(long request, int recovery);

    /** Under which recovery the latest clearance was given; empty while there is none, and after a halt. */
    OptionalInt recovery();
}
