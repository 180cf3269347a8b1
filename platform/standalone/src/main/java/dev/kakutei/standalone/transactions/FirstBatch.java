package dev.kakutei.standalone.transactions;

import static java.util.Objects.requireNonNull;

import java.time.Instant;

/** The first batch of an open transaction: whose it is, and from when, by the producer's clock. */
record FirstBatch(long producerId, short epoch, Instant written) {
    FirstBatch {
        requireNonNull(written, "written");
    }
}
