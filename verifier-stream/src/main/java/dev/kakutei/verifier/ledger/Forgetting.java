package dev.kakutei.verifier.ledger;

import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.Retention;
import java.nio.ByteBuffer;
import java.time.Instant;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * Takes settled requests out of the store when their time is over (ADR 9). In the same transaction it draws the line up
 * to which acceptances may have been forgotten: whatever is announced again from before that line is not begun.
 */
final class Forgetting {
    /** After every key of the index. */
    static final Bytes LINE = Bytes.wrap(new byte[] {(byte) 0xFF});

    private final Retention retention;
    private final KeyValueStore<Bytes, byte[]> store;
    private final KeyValueStore<String, Entry> entries;
    private final DueIndex settled;
    private final LedgerMeters meters;
    private Instant upTo;
    /** Not stored: after a restart, the next request that arrives says what time it is. */
    private Instant newestAccepted;

    Forgetting(
            Retention retention,
            KeyValueStore<Bytes, byte[]> store,
            KeyValueStore<String, Entry> entries,
            LedgerMeters meters) {
        this.retention = retention;
        this.store = store;
        this.entries = entries;
        this.settled = new DueIndex(store, DueIndex.Lane.SETTLED);
        this.meters = meters;
        byte[] line = store.get(LINE);
        this.upTo =
                line == null ? null : Instant.ofEpochMilli(ByteBuffer.wrap(line).getLong());
    }

    /** Acceptances up to then may have been forgotten; null where none was. */
    Instant upTo() {
        return upTo;
    }

    void arrived(Instant acceptedAt) {
        newestAccepted = later(newestAccepted, acceptedAt);
    }

    void moved(Entry before, Entry after) {
        settled.move(after.id(), before == null ? null : retention.forgetAt(before), retention.forgetAt(after));
    }

    void look(Instant now, int limit) {
        retention.until(newestAccepted, now).ifPresent(until -> forget(until, limit));
    }

    private void forget(Instant until, int limit) {
        Instant line = upTo;
        for (DueIndex.Due next : settled.due(until, limit)) {
            Entry entry = entries.get(next.id().toString());
            Instant at = entry == null ? null : retention.forgetAt(entry);
            // It is noted for another time where the setting was changed since, or a person must look at it now.
            settled.move(next.id(), next.at(), at);
            if (entry != null && at != null && !at.isAfter(until)) {
                settled.move(next.id(), at, null);
                entries.delete(next.id().toString());
                line = later(line, entry.acceptedAt());
                meters.forgotten();
            }
        }
        if (line != null && !line.equals(upTo)) {
            store.put(LINE, line(line));
            upTo = line;
        }
    }

    static byte[] line(Instant upTo) {
        return ByteBuffer.allocate(Long.BYTES).putLong(upTo.toEpochMilli()).array();
    }

    private static Instant later(Instant one, Instant other) {
        return one == null || other.isAfter(one) ? other : one;
    }
}
