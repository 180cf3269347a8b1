package dev.kakutei.store.project;

import java.util.Optional;

/**
 * Which sender reads a partition of a gateway's lane. All topics have the same number of partitions and the same keys,
 * so a request has the same partition on the lane as on the ledger topic: whoever reads that partition of the lane
 * holds the attempt. Senders say so themselves every few seconds; no record of an attempt is needed for it.
 *
 * <p>Where the promise ends: after a rebalance the previous sender is shown for some seconds, and none where no health
 * message came lately.
 */
@FunctionalInterface
public interface LaneReaders {
    LaneReaders UNKNOWN = (gateway, partition) -> Optional.empty();

    Optional<String> sender(String gateway, int partition);
}
