package dev.kakutei.verifier.ledger;

import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;

/** The real stores of the processor, kept in memory and without a changelog. */
final class MemoryStores {
    private MemoryStores() {}

    static KeyValueStore<Bytes, byte[]> due() {
        return opened(Stores.DUE, Serdes.Bytes(), Serdes.ByteArray());
    }

    static <V> KeyValueStore<String, V> byId(String name, Serde<V> values) {
        return opened(name, Serdes.String(), values);
    }

    private static <K, V> KeyValueStore<K, V> opened(String name, Serde<K> keys, Serde<V> values) {
        StoreBuilder<KeyValueStore<K, V>> builder = org.apache.kafka.streams.state.Stores.keyValueStoreBuilder(
                        org.apache.kafka.streams.state.Stores.inMemoryKeyValueStore(name), keys, values)
                .withCachingDisabled()
                .withLoggingDisabled();
        KeyValueStore<K, V> store = builder.build();
        store.init(new MockProcessorContext<>().getStateStoreContext(), store);
        return store;
    }
}
