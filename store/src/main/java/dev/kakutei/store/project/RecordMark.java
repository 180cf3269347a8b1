package dev.kakutei.store.project;

import java.util.zip.CRC32C;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** A fingerprint of a record: another record at the same offset has another mark. */
public final class RecordMark {
    private RecordMark() {}

    public static String of(ConsumerRecord<byte[], byte[]> record) {
        CRC32C sum = new CRC32C();
        update(sum, record.key());
        update(sum, record.value());
        return record.timestamp() + "/" + Long.toHexString(sum.getValue());
    }

    private static void update(CRC32C sum, byte[] bytes) {
        if (bytes != null) {
            sum.update(bytes, 0, bytes.length);
        }
    }
}
