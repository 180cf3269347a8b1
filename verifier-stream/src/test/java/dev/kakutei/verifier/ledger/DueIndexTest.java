package dev.kakutei.verifier.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.schemas.RequestId;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** SPEC C8: whatever is due is found, though a look begins where the last one ended. */
class DueIndexTest {
    private final KeyValueStore<Bytes, byte[]> store = MemoryStores.due();
    private final DueIndex index = new DueIndex(store, DueIndex.Lane.TIMERS);

    /** Against a plain list that is sorted each time; the clock also goes back, and due times into the past. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void due_anyMovesAndLooks_isWhatAListWouldGive(long seed) {
        Random random = new Random(seed);
        Map<RequestId, Instant> model = new HashMap<>();
        long clock = 1_000;
        for (int step = 0; step < 5_000; step++) {
            if (random.nextInt(3) > 0) {
                RequestId id = id(random.nextInt(50));
                Instant to = random.nextInt(4) == 0 ? null : at(clock - 200 + random.nextInt(1_000));
                index.move(id, model.get(id), to);
                model.put(id, to);
                model.values().removeIf(due -> due == null);
            } else {
                clock += random.nextInt(10) == 0 ? -random.nextInt(300) : random.nextInt(100);
                int limit = 1 + random.nextInt(5);
                List<DueIndex.Due> due = index.due(at(clock), limit);
                assertThat(due).isEqualTo(expected(model, at(clock), limit));
                if (random.nextBoolean()) {
                    due.forEach(each -> {
                        index.move(each.id(), each.at(), null);
                        model.remove(each.id());
                    });
                }
            }
        }
    }

    private static List<DueIndex.Due> expected(Map<RequestId, Instant> model, Instant now, int limit) {
        return model.entrySet().stream()
                .filter(each -> !each.getValue().isAfter(now))
                .map(each -> new DueIndex.Due(each.getValue(), each.getKey()))
                .sorted(Comparator.comparing(DueIndex.Due::at)
                        .thenComparing(each -> each.id().value()))
                .limit(limit)
                .toList();
    }

    /** RocksDB would walk over the tombstones of all timers that were taken out before their time. */
    @Test
    void due_beforeTheNextKeySeen_doesNotTouchTheStore() {
        AtomicInteger ranges = new AtomicInteger();
        DueIndex watched = new DueIndex(counting(ranges), DueIndex.Lane.TIMERS);
        watched.move(id(1), null, at(5_000));
        watched.due(at(0), 10);
        assertThat(ranges).hasValue(1);

        for (long now = 0; now < 5_000; now += 100) {
            watched.move(id(2), null, at(now + 65_000));
            watched.move(id(2), at(now + 65_000), null);
            assertThat(watched.due(at(now), 10)).isEmpty();
        }
        assertThat(ranges).hasValue(1);

        watched.move(id(3), null, at(4_950));
        assertThat(watched.due(at(4_950), 10)).containsExactly(new DueIndex.Due(at(4_950), id(3)));
        assertThat(watched.due(at(5_000), 10)).hasSize(2);
    }

    @SuppressWarnings("unchecked")
    private KeyValueStore<Bytes, byte[]> counting(AtomicInteger ranges) {
        return (KeyValueStore<Bytes, byte[]>) Proxy.newProxyInstance(
                KeyValueStore.class.getClassLoader(), new Class<?>[] {KeyValueStore.class}, (proxy, method, args) -> {
                    ranges.addAndGet(method.getName().equals("range") ? 1 : 0);
                    return method.invoke(store, args);
                });
    }

    @Test
    void due_noRoomLeft_losesNothing() {
        index.move(id(1), null, at(10));

        assertThat(index.due(at(20), 0)).isEmpty();
        assertThat(index.due(at(20), 1)).hasSize(1);
    }

    @Test
    void lanes_inOneStore_doNotSeeEachOther() {
        DueIndex other = new DueIndex(store, DueIndex.Lane.SETTLED);
        index.move(id(1), null, at(10));
        other.move(id(2), null, at(11));
        store.put(Bytes.wrap(new byte[] {(byte) 0xFF}), new byte[] {1});

        assertThat(index.due(at(99), 10)).containsExactly(new DueIndex.Due(at(10), id(1)));
        assertThat(other.due(at(99), 10)).containsExactly(new DueIndex.Due(at(11), id(2)));
        other.move(id(2), at(11), null);
        assertThat(other.due(at(99), 10)).isEmpty();
    }

    private static RequestId id(long number) {
        return new RequestId(new UUID(7, number));
    }

    private static Instant at(long millis) {
        return Instant.ofEpochMilli(millis);
    }
}
