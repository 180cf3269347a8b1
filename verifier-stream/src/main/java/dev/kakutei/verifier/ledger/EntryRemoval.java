package dev.kakutei.verifier.ledger;

import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.Retention;
import java.nio.ByteBuffer;
import java.time.Instant;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * Removes settled requests from the store when their retention is over (ADR 9). In the same transaction it stores the
 * time up to which acceptances may have been removed: whatever is announced again from before that time is not begun.
 */
final class EntryRemoval {
    /** Sorts after every key of the index. */
    static final Bytes REMOVED_UP_TO_KEY = Bytes.wrap(new byte[] {(byte) 0xFF});

    private final Retention retention;
    private final KeyValueStore<Bytes, byte[]> store;
    private final KeyValueStore<String, Entry> entries;
    private final DueIndex settled;
    private final LedgerMetrics metrics;
    private Instant removedUpTo;
    /** Not stored: after a restart, the next request that arrives says what time it is. */
    private Instant newestAccepted;

    EntryRemoval(
            Retention retention,
            KeyValueStore<Bytes, byte[]> store,
            KeyValueStore<String, Entry> entries,
            LedgerMetrics metrics) {
        this.retention = retention;
        this.store = store;
        this.entries = entries;
        this.settled = new DueIndex(store, DueIndex.Lane.SETTLED);
        this.metrics = metrics;
        byte[] stored = store.get(REMOVED_UP_TO_KEY);
        this.removedUpTo = stored == null
                ? null
                : Instant.ofEpochMilli(ByteBuffer.wrap(stored).getLong());
    }

    /** Acceptances up to then may have been removed; null where none was. */
    Instant removedUpTo() {
        return removedUpTo;
    }

    void arrived(Instant acceptedAt) {
        newestAccepted = later(newestAccepted, acceptedAt);
    }

    void moved(Entry before, Entry after) {
        settled.move(after.id(), before == null ? null : retention.removeAt(before), retention.removeAt(after));
    }

    void removeDue(Instant now, int limit) {
        retention.until(newestAccepted, now).ifPresent(until -> remove(until, limit));
    }

    private void remove(Instant until, int limit) {
        Instant last = removedUpTo;
        for (DueIndex.Due next : settled.due(until, limit)) {
            Entry entry = entries.get(next.id().toString());
            Instant at = entry == null ? null : retention.removeAt(entry);
            // It is rescheduled where the setting was changed since, or where an operator must look at it now.
            settled.move(next.id(), next.at(), at);
            if (entry != null && at != null && !at.isAfter(until)) {
                settled.move(next.id(), at, null);
                entries.delete(next.id().toString());
                last = later(last, entry.acceptedAt());
                metrics.removed();
            }
        }
        if (last != null && !last.equals(removedUpTo)) {
            store.put(REMOVED_UP_TO_KEY, bytes(last));
            removedUpTo = last;
        }
    }

    static byte[] bytes(Instant removedUpTo) {
        return ByteBuffer.allocate(Long.BYTES)
                .putLong(removedUpTo.toEpochMilli())
                .array();
    }

    private static Instant later(Instant one, Instant other) {
        return one == null || other.isAfter(one) ? other : one;
    }
}
