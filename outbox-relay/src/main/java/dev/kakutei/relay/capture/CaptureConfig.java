package dev.kakutei.relay.capture;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * How the WAL is read.
 *
 * @param slot the replication slot, made by the migrations
 * @param pollInterval how long an idle capture pauses; half of it is added to the latency of a lone request, and a
 *     shorter one costs processor time while nothing happens
 * @param batchRows how many rows are delivered at once, at most
 * @param queueRows how many rows may wait in memory; a full queue makes the reading wait
 * @param acknowledgeInterval how often deliveries are acknowledged to the slot; what was delivered since then is
 *     repeated after a crash
 */
public record CaptureConfig(
        PostgresAddress postgres,
        String slot,
        Duration pollInterval,
        int batchRows,
        int queueRows,
        Duration acknowledgeInterval) {
    /** Made by the migrations under this name. */
    public static final String PUBLICATION = "kakutei_outbox";

    /** The newest migration that makes or changes what the relay reads. */
    static final int MIGRATION = 17;

    static final String SCHEMA = "public";
    static final String TABLE = "outbox_orders";
    static final String CANARIES = "relay_canaries";

    public CaptureConfig {
        requireNonNull(postgres, "postgres");
        requireNonNull(slot, "slot");
        requireNonNull(pollInterval, "pollInterval");
        requireNonNull(acknowledgeInterval, "acknowledgeInterval");
        if (batchRows < 1 || queueRows <= batchRows) {
            throw new IllegalArgumentException(
                    "the queue (" + queueRows + ") must be larger than a batch (" + batchRows + ")");
        }
    }
}
