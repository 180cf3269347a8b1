package dev.kakutei.verifier.ledger;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.Retention;
import dev.kakutei.schemas.RequestId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.common.utils.Utils;

/**
 * Encodes the state that verifiers begin with after a recovery as records of the changelogs from which they restore it.
 * The stores themselves write the same.
 *
 * @param applicationId of the verifiers after the recovery: none may have run under it
 */
public record ChangelogRecords(String applicationId, int partitions, Retention retention) {
    /**
     * The changelogs, which must be there before anything is written: compacted, and with as many partitions as all
     * topics.
     */
    public List<String> changelogs() {
        return List.of(changelog(Stores.ENTRIES), changelog(Stores.DUE), changelog(Stores.DOCUMENTS));
    }

    /**
     * One request.
     *
     * @param document what is sent to the gateway; null where the request is settled
     */
    public List<ProducerRecord<byte[], byte[]>> records(Entry entry, JsonNode document) {
        List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
        int partition = partition(entry.id());
        byte[] key = entry.id().toString().getBytes(UTF_8);
        records.add(record(
                Stores.ENTRIES, partition, key, Stores.entry().serializer().serialize("", entry)));
        add(records, partition, DueIndex.Lane.TIMERS, entry.id(), entry.dueAt());
        add(records, partition, DueIndex.Lane.SETTLED, entry.id(), retention.removeAt(entry));
        if (!entry.status().terminal()) {
            records.add(record(
                    Stores.DOCUMENTS,
                    partition,
                    key,
                    Stores.document().serializer().serialize("", document)));
        }
        return records;
    }

    /** Acceptances up to then may be forgotten, in every partition (ADR 9). */
    public List<ProducerRecord<byte[], byte[]>> removedUpTo(Instant line) {
        return IntStream.range(0, partitions)
                .mapToObj(partition ->
                        record(Stores.DUE, partition, EntryRemoval.REMOVED_UP_TO_KEY.get(), EntryRemoval.bytes(line)))
                .toList();
    }

    private void add(
            List<ProducerRecord<byte[], byte[]>> records, int partition, DueIndex.Lane lane, RequestId id, Instant at) {
        if (at != null) {
            Bytes key = DueIndex.key(lane, at.toEpochMilli(), id.value());
            records.add(record(Stores.DUE, partition, key.get(), DueIndex.PRESENT));
        }
    }

    private ProducerRecord<byte[], byte[]> record(String store, int partition, byte[] key, byte[] value) {
        return new ProducerRecord<>(changelog(store), partition, key, value);
    }

    /** The topic from which the entries of an application are restored. */
    public static String entriesChangelog(String applicationId) {
        return changelog(applicationId, Stores.ENTRIES);
    }

    private String changelog(String store) {
        return changelog(applicationId, store);
    }

    private static String changelog(String applicationId, String store) {
        return applicationId + "-" + store + "-changelog";
    }

    /** As every producer chooses it for a record that is keyed by the request. */
    private int partition(RequestId id) {
        return Utils.toPositive(Utils.murmur2(id.toString().getBytes(UTF_8))) % partitions;
    }
}
