package dev.kakutei.verifier.ledger;

import dev.kakutei.schemas.RequestId;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * Which requests are due when, ordered by time (SPEC C8): a look costs what is due, not what is waiting.
 *
 * <p>What was taken out leaves tombstones at the front of the store until they are compacted away. A look therefore
 * begins where the last one found the front, not at the beginning of time.
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

    private static final byte[] PRESENT = {1};
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
        try (KeyValueIterator<Bytes, byte[]> range = store.range(lowest(front), highest(until))) {
            while (range.hasNext() && due.size() < limit) {
                KeyValue<Bytes, byte[]> next = range.next();
                due.add(dueOf(next.key));
            }
        }
        front = due.isEmpty() ? until + 1 : due.get(0).at().toEpochMilli();
        return due;
    }

    /** For a due time that no entry has any more. */
    void forget(Due due) {
        store.delete(key(due.at().toEpochMilli(), due.id().value()));
    }

    record Due(Instant at, RequestId id) {}

    private static Due dueOf(Bytes key) {
        ByteBuffer buffer = ByteBuffer.wrap(key.get());
        Instant at = Instant.ofEpochMilli(buffer.getLong() & Long.MAX_VALUE);
        return new Due(at, new RequestId(new UUID(buffer.getLong(), buffer.getLong())));
    }

    private Bytes key(long millis, UUID id) {
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
