package dev.kakutei.verifier.ledger;

import dev.kakutei.schemas.RequestId;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * Which requests are due when, ordered by time (SPEC C8): a query costs what is due, not what is waiting.
 *
 * <p>Removed keys leave tombstones in the store until they are compacted away, and RocksDB iterates over all of them to
 * the next key that exists, wherever the range is meant to end. Most timers are removed long before they are due, so
 * that would be tens of thousands, each time. A query therefore remembers the next key that it saw, and until that is
 * due there is no other query: the same tombstones are passed once.
 */
final class DueIndex {
    /** What is kept apart in one store: what is due in one of them never waits for the other. */
    enum Lane {
        TIMERS(0),
        SETTLED(Long.MIN_VALUE);

        private final long mark;

        Lane(long mark) {
            this.mark = mark;
        }
    }

    static final byte[] PRESENT = {1};
    /** No time is later. Keys stay below those that begin with 0xFF: what is no time may be kept there. */
    private static final long LATEST = Long.MAX_VALUE >> 1;

    private static final int KEY_LENGTH = Long.BYTES + 2 * Long.BYTES;

    private final KeyValueStore<Bytes, byte[]> store;
    private final Lane lane;
    /** Nothing in the store is due before this. */
    private long front;

    DueIndex(KeyValueStore<Bytes, byte[]> store, Lane lane) {
        this.store = store;
        this.lane = lane;
    }

    /** Brings the index from an entry's old due time to its new one; either may be null. */
    void move(RequestId id, Instant from, Instant to) {
        if (from != null && from.equals(to)) {
            return;
        }
        if (from != null) {
            store.delete(key(from.toEpochMilli(), id.value()));
        }
        if (to != null) {
            store.put(key(to.toEpochMilli(), id.value()), PRESENT);
            front = Math.min(front, to.toEpochMilli());
        }
    }

    /** At most {@code limit} requests whose time has come by {@code now}, the most overdue first. */
    List<Due> due(Instant now, int limit) {
        long until = now.toEpochMilli();
        if (front > until || limit < 1) {
            return List.of();
        }
        List<Due> due = new ArrayList<>();
        long next = LATEST;
        try (KeyValueIterator<Bytes, byte[]> range = store.range(lowest(front), highest(LATEST))) {
            while (range.hasNext() && due.size() < limit) {
                Due found = dueOf(range.next().key);
                if (found.at().toEpochMilli() > until) {
                    next = found.at().toEpochMilli();
                    break;
                }
                due.add(found);
            }
        }
        // What is due is still in the store: the caller removes it after this.
        front = due.isEmpty() ? next : due.get(0).at().toEpochMilli();
        return due;
    }

    /** For an entry that keeps its due time and must not be looked at before another one. */
    void postpone(Due due, Instant until) {
        move(due.id(), due.at(), until);
    }

    /** For a due time that no entry has any more. */
    void remove(Due due) {
        store.delete(key(due.at().toEpochMilli(), due.id().value()));
    }

    record Due(Instant at, RequestId id) {}

    private static Due dueOf(Bytes key) {
        ByteBuffer buffer = ByteBuffer.wrap(key.get());
        Instant at = Instant.ofEpochMilli(buffer.getLong() & Long.MAX_VALUE);
        return new Due(at, new RequestId(new UUID(buffer.getLong(), buffer.getLong())));
    }

    private Bytes key(long millis, UUID id) {
        return key(lane, millis, id);
    }

    static Bytes key(Lane lane, long millis, UUID id) {
        return Bytes.wrap(ByteBuffer.allocate(KEY_LENGTH)
                .putLong(Math.max(0, millis) | lane.mark)
                .putLong(id.getMostSignificantBits())
                .putLong(id.getLeastSignificantBits())
                .array());
    }

    private Bytes lowest(long millis) {
        return key(millis, new UUID(0, 0));
    }

    private Bytes highest(long millis) {
        return key(millis, new UUID(-1L, -1L));
    }
}
