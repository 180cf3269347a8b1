package dev.kakutei.verifier.ledger;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import dev.kakutei.ledger.Alarm;
import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.RestoredState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;

/** The stores of the ledger and of its alarms. Their changelogs are compacted, never expired. */
public final class Stores {
    /** The state of each request, by id. */
    static final String ENTRIES = "entries";
    /** What is due when; see {@link DueIndex}. And up to when it was forgotten, see {@link EntryRemoval}. */
    static final String DUE = "due";
    /** The caller's document of each request that is not settled, by id: needed to send it again. */
    static final String DOCUMENTS = "documents";

    /** What was raised and published, by cause and gateway. */
    static final String ALARMS = "alarms";

    private Stores() {}

    static StoreBuilder<?> alarms() {
        return store(ALARMS, Serdes.String(), json(Alarm.class));
    }

    public static List<StoreBuilder<?>> all() {
        return List.of(
                store(ENTRIES, Serdes.String(), entry()),
                store(DUE, Serdes.Bytes(), Serdes.ByteArray()),
                store(DOCUMENTS, Serdes.String(), document()));
    }

    static Serde<JsonNode> document() {
        return json(JsonNode.class);
    }

    static Serde<Entry> entry() {
        return json(Entry.class);
    }

    private static <K, V> StoreBuilder<KeyValueStore<K, V>> store(String name, Serde<K> key, Serde<V> value) {
        return org.apache.kafka.streams.state.Stores.keyValueStoreBuilder(
                        org.apache.kafka.streams.state.Stores.persistentKeyValueStore(name), key, value)
                .withCachingDisabled();
    }

    private static <T> Serde<T> json(Class<T> type) {
        ObjectWriter writer = StoredEntry.MAPPER.writerFor(type);
        ObjectReader reader = StoredEntry.MAPPER.readerFor(type);
        return Serdes.serdeFrom(
                (topic, value) -> {
                    try {
                        return value == null ? null : writer.writeValueAsBytes(value);
                    } catch (IOException e) {
                        throw new UncheckedIOException("cannot store " + value, e);
                    }
                },
                (topic, bytes) -> {
                    try {
                        return bytes == null ? null : reader.readValue(bytes);
                    } catch (IOException e) {
                        throw new UncheckedIOException("the store " + topic + " holds what is no " + type, e);
                    }
                });
    }

    /** What was read from the changelogs of one partition. */
    static RestoredState restored(
            int partition,
            ReadOnlyKeyValueStore<String, Entry> entries,
            ReadOnlyKeyValueStore<String, JsonNode> documents,
            Instant removedUpTo) {
        return new RestoredState(
                partition, id -> entries.get(id.toString()), id -> documents.get(id.toString()) != null, removedUpTo);
    }
}
